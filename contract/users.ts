import * as z from 'zod';
import { heldRights } from './auth.ts';
import { newPassword } from './own-account.ts';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { done, INVALID, memberPhone, optionalText, requiredText, text, title } from './fields.ts';
import { type Right, rights, type Scope, scopes } from './permissions.ts';

const access = ['SETTINGS'] as const;
const UNKNOWN_SCOPE = 'Please select scopes from the list!';

const known: ReadonlySet<string> = new Set(scopes);
const NAMES_MAX = 100; // scopes or rights of one call

/**
 * Scopes as an array or a comma-separated text (wire.md §3), each once. An array's element is one whole name: a comma in it
 * is refused like every unknown name (cases.md N30). Absent: undefined; null or an empty text: none.
 */
const userScopes = z
  .union([z.array(z.string(UNKNOWN_SCOPE), UNKNOWN_SCOPE).max(NAMES_MAX, UNKNOWN_SCOPE), z.string(UNKNOWN_SCOPE), z.null()], UNKNOWN_SCOPE)
  .optional()
  .transform((given, context): Scope[] | undefined => {
    if (given === undefined) return undefined;
    const names = typeof given === 'string' ? given.split(',').filter((name) => name.trim() !== '') : (given ?? []);
    const trimmed = new Set(names.map((name) => name.trim()));
    if (![...trimmed].every((name) => known.has(name))) context.addIssue({ code: 'custom', message: UNKNOWN_SCOPE });
    return scopes.filter((scope) => trimmed.has(scope));
  });

const UNKNOWN_RIGHT = 'Please select rights from the list!';
const knownRights: ReadonlySet<string> = new Set(rights);

/** Rights as an array or a comma-separated text, each once. Absent: undefined; null or an empty text: none. */
const userRights = z
  .union([z.array(z.string(UNKNOWN_RIGHT), UNKNOWN_RIGHT).max(NAMES_MAX, UNKNOWN_RIGHT), z.string(UNKNOWN_RIGHT), z.null()], UNKNOWN_RIGHT)
  .optional()
  .transform((given, context): Right[] | undefined => {
    if (given === undefined) return undefined;
    const names = new Set((typeof given === 'string' ? given.split(',') : (given ?? [])).map((name) => name.trim()).filter(Boolean));
    if (![...names].every((name) => knownRights.has(name))) context.addIssue({ code: 'custom', message: UNKNOWN_RIGHT });
    return rights.filter((right) => names.has(right));
  });

const LIMIT = 'Please provide a discount limit of 0 to 100 percent!';
/** Percent; null or empty: no limit. */
const discountLimit = z
  .union([z.int(LIMIT).min(0, LIMIT).max(100, LIMIT), z.null(), z.literal('')], LIMIT)
  .optional()
  .transform((value) => (value === '' ? null : value));

const email = z
  .union([z.literal(''), z.null(), text(254).pipe(z.email('Please provide valid email!'))], 'Please provide valid email!')
  .optional()
  .transform((value) => (value === '' ? null : value));

const person = {
  name: title('Please provide name!'),
  designation: optionalText(120),
  phone: memberPhone,
  email,
  userScopes,
  rights: userRights,
  discountLimit,
};

const params = z.object({ username: requiredText(254, INVALID) });

export const user = z.object({
  username: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user']),
  photo: z.string().nullable(),
  designation: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** comma-separated */
  scope: z.string(),
  ...heldRights,
  /** True until a link of an e-mail was followed, or somebody has signed in: who was added and has not come yet. */
  invited: z.boolean().optional(),
});
export type User = z.output<typeof user>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'Everybody who works here',
  access,
  reply: z.array(user),
});

export const listScopes = endpoint({
  method: 'GET',
  path: '/users/scopes',
  summary: 'The names of all scopes',
  access,
  reply: z.array(z.enum(scopes)),
});

export const addUser = endpoint({
  method: 'POST',
  path: '/users/add',
  summary: 'Add a colleague, with scopes that one holds oneself. Without a password the colleague is invited by e-mail, and chooses it',
  access,
  body: z.object({
    name: person.name,
    username: requiredText(254, 'Please provide username!').pipe(z.email('Please provide valid email!')),
    password: newPassword('Please provide password!').optional(),
    designation: person.designation,
    phone: person.phone,
    email: person.email,
    userScopes: person.userScopes,
    rights: person.rights,
    discountLimit: person.discountLimit,
  }),
  reply: done,
});

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/users/send-invitation/:username',
  summary: 'Invite a colleague once more who has not come yet; the link of the former e-mail ends',
  access,
  params,
  reply: done,
});

export const updateUser = endpoint({
  method: 'POST',
  path: '/users/update/:username',
  summary: 'Change a colleague whose scopes one holds all',
  access,
  params,
  body: edited(z.object(person)),
  reply: done,
});

export const updateUserPassword = endpoint({
  method: 'POST',
  path: '/users/update-password/:username',
  summary: "Set a colleague's password; ends their sessions and tells them by mail",
  access,
  params,
  body: z.object({ password: newPassword('Provide new password!') }),
  reply: done,
});

export const restoreUser = endpoint({
  method: 'POST',
  path: '/users/restore/:username',
  summary: 'Take back the deletion of a colleague within an hour; password and second factor are as before, the sessions stay ended',
  access,
  params,
  reply: done,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/delete/:username',
  summary: 'Delete a colleague whose scopes one holds all; ends their sessions',
  access,
  params,
  reply: done,
});
