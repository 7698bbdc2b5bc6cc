import { Button, TextInput } from '@mantine/core';
import { getProfile } from '#contract/auth.ts';
import { type Member, parseScopes, type Right, rights as allRights, type Scope, usualRights } from '#contract/permissions.ts';
import { getFirstSteps } from '#contract/first-steps.ts';
import { addUser, listUsers, updateUser, type User } from '#contract/users.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { AnotherButton } from '#web/parts/AnotherButton.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { GroupError } from '#web/parts/GroupError.tsx';
import { useDiscard } from '#web/parts/use-discard.ts';
import { rightWords } from '#web/platform/right-words.ts';
import { scopeTitle } from '#web/platform/abilities.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AccessFields } from './AccessFields.tsx';
import { type Limit, RightFields } from './RightFields.tsx';
import { SignInFields, type Way } from './SignInFields.tsx';
import classes from './UserDialog.module.css';

interface UserDialogProps {
  /** Without one a new one is added. */
  user: User | undefined;
  /** What was typed in vain into a search: the name of a new one. */
  typed?: string | undefined;
  /** Who adds or changes. */
  actor: Member;
  sendsMail: boolean;
  onClose: () => void;
}

interface UserValues extends Record<string, unknown> {
  way: Way;
  name: string;
  username: string;
  password: string;
  designation: string;
  phone: string;
  email: string;
  userScopes: Scope[];
  rights: Right[];
  discountLimit: Limit;
}

const valuesOf = ({ user, actor, sendsMail, typed = '' }: Omit<UserDialogProps, 'onClose'>): UserValues => ({
  name: user?.name ?? typed,
  way: sendsMail ? 'invite' : 'password',
  username: user?.username ?? '',
  password: '',
  designation: user?.designation ?? '',
  phone: user?.phone ?? '',
  email: user?.email ?? '',
  userScopes: parseScopes(user?.scope ?? ''),
  // who is no owner gives only what they hold
  rights: user?.rights ?? (actor.role === 'admin' ? [...usualRights] : []),
  discountLimit: user?.discountLimit ?? '',
});

/** Who is invited chooses the password. */
const bodyOf = ({ way, password, discountLimit, ...person }: UserValues) => ({
  ...person,
  discountLimit: discountLimit === '' ? null : Number(discountLimit),
  ...(way === 'password' && { password }),
});

const readField = (field: string, value: unknown): string | undefined => {
  if (field === 'userScopes') return (value as Scope[]).map(scopeTitle).join(', ') || 'nothing';
  return field === 'rights' ? (value as Right[]).map((right) => rightWords[right]).join(', ') || 'nothing' : undefined;
};

export const UserDialog = ({ onClose, ...about }: UserDialogProps) => {
  const { user, actor, sendsMail } = about;
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addUser | typeof updateUser, UserValues>(
    user ? updateUser : addUser,
    valuesOf(about),
    bodyOf,
    { text: readField },
  );
  const { data: me } = useReply(getProfile, {}, { enabled: actor.role !== 'admin' });
  const held = actor.role === 'admin' ? allRights : (me?.rights ?? []);
  const another = useAnother(form, onClose, ['way', 'designation', 'userScopes', 'rights', 'discountLimit']);
  const options = { refreshes: [listUsers, getFirstSteps], onFailed: showErrors };
  const add = useAction(addUser, {
    ...options,
    onDone: () => {
      // the next one has another name
      form.setInitialValues(valuesOf({ ...about, typed: '' }));
      another.onDone();
    },
  });
  const update = useAction(updateUser, { ...options, onDone: onClose });
  const isPending = add.isPending || update.isPending;
  const { leave, isAsking } = useDiscard(form.isDirty(), onClose, isPending);

  const save = (values: UserValues) => {
    if (!user) return add.run({ body: bodyOf(values) });
    const { username, ...person } = bodyOf({ ...values, way: 'invite' });
    return update.run({ params: { username }, body: { ...person, basedOn: basedOn() } });
  };
  const isInvited = form.values.way === 'invite';

  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title={user ? 'Edit User' : 'New User'}
      size="xl"
      onSubmit={submit(save)}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Cancel
          </Button>
          {!user && <AnotherButton isPending={add.isPending} ask={another.ask} />}
          <Button type="submit" loading={isPending} onClick={() => another.ask(null)}>
            {user ? 'Save' : isInvited ? 'Invite' : 'Add'}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Designation" placeholder="Head waiter" autoComplete="off" {...form.getInputProps('designation')} />
        <SignInFields form={form} isNew={!user} isInvited={isInvited} sendsMail={sendsMail} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
        <TextInput label="Contact email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <div className={classes.wide}>
          <AccessFields
            actor={actor}
            value={form.values.userScopes}
            error={form.errors['userScopes']}
            onChange={(scopes) => form.setFieldValue('userScopes', scopes)}
            rights={form.values.rights}
            held={held}
            onRole={(userScopes, rights) =>
              // nobody grants a discount that they may not give
              form.setValues({
                userScopes,
                rights,
                ...(rights.includes('discount') && me?.discountLimit != null && { discountLimit: me.discountLimit }),
              })
            }
          >
            <GroupError>{form.errors['rights']}</GroupError>
            <RightFields
              held={held}
              value={form.values.rights}
              onChange={(rights) => form.setFieldValue('rights', rights)}
              limit={form.values.discountLimit}
              limitError={form.errors['discountLimit']}
              onLimit={(limit) => form.setFieldValue('discountLimit', limit)}
            />
          </AccessFields>
        </div>
      </div>
    </Dialog>
  );
};
