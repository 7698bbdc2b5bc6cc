import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addTenant, countTenants, listTenants, type Tenant, TENANT_NOTE_MAX, updateTenant } from '#contract/tenants.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { proposed } from '#web/parts/region-currency.ts';
import { SelectOfMany } from '#web/parts/SelectOfMany.tsx';
import { currencyChoices, timezoneChoices } from '#web/parts/store-choices.ts';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { PasswordAgain } from './PasswordAgain.tsx';
import { usePasswordAgain } from './use-password-again.ts';

interface TenantDialogProps {
  /** Without one a new one is added. */
  tenant: Tenant | undefined;
  onClose: () => void;
}

interface TenantValues extends Record<string, unknown> {
  name: string;
  email: string;
  password: string;
  isActive: boolean;
  ownerName: string;
  currency: string;
  timezone: string;
  note: string;
  cancelSubscription: boolean;
}

const valuesOf = (tenant: Tenant | undefined) => ({
  name: tenant?.name ?? '',
  ownerName: '',
  email: tenant?.email ?? '',
  password: '',
  isActive: tenant?.is_active ?? true,
  note: tenant?.note ?? '',
  // who switches a restaurant off mostly wants it charged no more; who edits one that is off has not said so
  cancelSubscription: tenant?.is_active ?? false,
});

export const TenantDialog = ({ tenant, onClose }: TenantDialogProps) => {
  // whoever adds a restaurant mostly stands in its country
  const [suggested] = useState(proposed);
  const [zones] = useState(() => timezoneChoices(suggested.timezone));
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addTenant | typeof updateTenant, TenantValues>(
    tenant ? updateTenant : addTenant,
    { ...valuesOf(tenant), ...suggested },
  );
  const again = usePasswordAgain();
  const options = {
    refreshes: [listTenants, countTenants],
    failure: 'Something went wrong!',
    onDone: onClose,
    onFailed: (failure: CallFailed) => {
      if (!again.handles(failure)) showErrors(failure);
    },
  };
  const add = useAction(addTenant, options);
  const update = useAction(updateTenant, options);

  const isCharged = tenant?.subscription_id != null && !form.values.isActive;

  const save = ({ password, isActive, ownerName, currency, timezone, note, cancelSubscription, ...body }: TenantValues) => {
    if (!tenant) return add.run({ body: { ...body, password, isActive, ownerName, currency, timezone } });
    // The list may be old: a box that nobody touched must not suspend a restaurant that has paid since.
    const isSwitched = isActive !== basedOn()['isActive'];
    const changes = { ...body, note, ...(isSwitched && { isActive }), ...(isCharged && cancelSubscription && { cancelSubscription }) };
    return update.run({ params: { id: String(tenant.id) }, body: { ...changes, basedOn: basedOn() } }, again.options);
  };

  return (
    <FormDialog
      title={tenant ? 'Update Tenant' : 'Add Tenant'}
      label={tenant ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        description={
          tenant ? 'The owner signs in with it from now on. Another one signs the owner out everywhere.' : 'The owner signs in with it.'
        }
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {!tenant && <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('password')} />}
      {!tenant && (
        <>
          <TextInput label="Owner’s name" description="May be left out." autoComplete="off" {...form.getInputProps('ownerName')} />
          <SelectOfMany label="Currency" data={currencyChoices} {...form.getInputProps('currency')} />
          <SelectOfMany label="Time zone" data={zones} {...form.getInputProps('timezone')} />
        </>
      )}
      <Checkbox
        label="Active"
        description={`An inactive tenant can no longer work, and sees its subscription only; its data is kept.${tenant && !tenant.is_active ? ' Ticked, it gets another whole trial where its time is over.' : ''}`}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      {isCharged && (
        <Checkbox
          label="Cancel its subscription"
          description="Without it the restaurant goes on being charged, though nobody there can work. What was paid for stays, for when it is active again."
          {...form.getInputProps('cancelSubscription', { type: 'checkbox' })}
        />
      )}
      {tenant && (
        <Textarea
          label="Note"
          description="For you; the restaurant never sees it."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TENANT_NOTE_MAX}
          {...form.getInputProps('note')}
        />
      )}
      {again.field && <PasswordAgain {...again.field} />}
    </FormDialog>
  );
};
