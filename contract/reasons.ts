import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, INVALID, optional, optionalFlag, optionalId, pathId, text, title } from './fields.ts';

/** What a reason may be given for (wire-2.md §4). */
export const reasonKinds = ['void', 'discount', 'refund', 'drawer'] as const;
export type ReasonKind = (typeof reasonKinds)[number];

const reason = z.object({ id, kind: z.enum(reasonKinds), title: z.string(), needsNote: z.boolean() });
export type Reason = z.output<typeof reason>;

const NOTE_MAX = 200;
/** Why, in the words of who does it; nothing where nobody says. */
export const reasonFields = {
  reasonId: optionalId,
  note: text(NOTE_MAX, `A note has at most ${NOTE_MAX} characters!`)
    .nullish()
    .transform((value) => value || null),
};

export const listReasons = endpoint({
  method: 'GET',
  path: '/settings/reasons',
  summary: 'The reasons that may be chosen, by kind and title',
  access: ['SETTINGS', 'POS', 'ORDERS', 'INVOICES', 'ORDER_STATUS'],
  reply: z.array(reason),
});

const kind = z.enum(reasonKinds, INVALID);

export const addReason = endpoint({
  method: 'POST',
  path: '/settings/reasons/add',
  summary: 'Add a reason',
  access: ['SETTINGS'],
  body: z.object({ kind, title: title('Please provide a title!'), needsNote: optionalFlag.transform((value) => value ?? false) }),
  reply: added.extend({ reasonId: id }),
});

export const updateReason = endpoint({
  method: 'POST',
  path: '/settings/reasons/:id/update',
  summary: 'Change a reason; what was given already keeps its words',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ kind: optional(kind), title: title('Please provide a title!'), needsNote: optionalFlag })),
  reply: done,
});

export const deleteReason = endpoint({
  method: 'DELETE',
  path: '/settings/reasons/:id',
  summary: 'Delete a reason; what was given already keeps its words',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});
