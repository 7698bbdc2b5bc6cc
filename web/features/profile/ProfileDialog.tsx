import { TextInput } from '@mantine/core';
import { getProfile, type SessionUser } from '#contract/auth.ts';
import { updateProfile } from '#contract/own-account.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

type Own = Pick<SessionUser, 'name' | 'phone' | 'designation'>;

/** The own name, phone and designation. The address stays: one signs in with it. */
export const ProfileDialog = ({ profile, onClose }: { profile: Own; onClose: () => void }) => {
  const { form, submit, showErrors, basedOn } = useContractForm(updateProfile, {
    name: profile.name,
    designation: profile.designation ?? '',
    phone: profile.phone ?? '',
  });
  const { run, isPending } = useAction(updateProfile, { refreshes: [getProfile], onDone: onClose, onFailed: showErrors });

  return (
    <FormDialog
      title="Edit Profile"
      label="Save"
      isPending={isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) => run({ body: { ...body, basedOn: basedOn() } }))}
      onClose={onClose}
    >
      <TextInput label="Name" autoComplete="name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Designation" placeholder="Head waiter" autoComplete="organization-title" {...form.getInputProps('designation')} />
      <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
    </FormDialog>
  );
};
