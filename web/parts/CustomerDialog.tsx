import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { getCustomer } from '#contract/customer-history.ts';
import {
  addCustomer,
  BORN_LATER,
  type Customer,
  CUSTOMER_NOTES_MAX,
  genders,
  listCustomers,
  plainPhone,
  searchCustomers,
  updateCustomer,
} from '#contract/customers.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface CustomerDialogProps {
  /** Without one a new one is added. */
  customer?: Pick<Customer, 'phone' | 'name' | 'email' | 'birth_date' | 'gender' | 'notes'>;
  /** What was typed in vain into a search: the beginning of a new customer. */
  typed?: string;
  /** After saving, unless the dialog was closed meanwhile; it closes by itself. */
  onSaved?: (customer: { phone: string; name: string }) => void;
  onClose: () => void;
}

interface CustomerValues extends Record<string, unknown> {
  phone: string;
  name: string;
  email: string;
  birthDate: string;
  gender: Customer['gender'] | '';
  notes: string;
}

const genderTitles = { female: 'Female', male: 'Male', other: 'Other' } satisfies Record<(typeof genders)[number], string>;

/** Of the browser; the server asks the store's calendar. */
const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

const isPhone = (text: string): boolean => /\p{Nd}/u.test(text) && !/\p{L}{2}/u.test(text);

const valuesOf = (customer: CustomerDialogProps['customer'], typed: string): CustomerValues => ({
  phone: customer?.phone ?? (isPhone(typed) ? typed : ''),
  name: customer?.name ?? (isPhone(typed) ? '' : typed),
  email: customer?.email ?? '',
  birthDate: customer?.birth_date ?? '',
  gender: customer?.gender ?? '',
  notes: customer?.notes ?? '',
});

const digitsOf = (phone: string): string => phone.replace(/\D/g, '') || phone.trim();

/** Whose phone this is, which nobody else can have: in whatever spelling it was typed. */
const useHolder = (taken: string | undefined) => {
  const { data } = useReply(searchCustomers, { query: { q: taken } }, { enabled: taken !== undefined });
  return taken === undefined ? undefined : data?.find(({ phone }) => digitsOf(phone) === digitsOf(taken));
};

/** Adds a customer, or changes one whose phone then stays (part-1 §5). */
export const CustomerDialog = ({ customer, typed = '', onSaved, onClose }: CustomerDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addCustomer | typeof updateCustomer, CustomerValues>(
    customer ? updateCustomer : addCustomer,
    valuesOf(customer, typed),
  );
  const [taken, setTaken] = useState<string>();
  const holder = useHolder(taken);
  const options = { refreshes: [listCustomers, searchCustomers, getCustomer], onFailed: showErrors };
  const done = (phone: string, name: string) => {
    onClose();
    onSaved?.({ phone, name: name.trim() });
  };
  const add = useAction(addCustomer, {
    ...options,
    onDone: (_, { body }) => done(body.phone, body.name),
    onFailed: (failure, { body }) => {
      showErrors(failure);
      setTaken(failure.code === 'conflict' ? body.phone : undefined);
    },
  });
  const update = useAction(updateCustomer, { ...options, onDone: (_, { params, body }) => done(params.id, body.name) });

  const save = ({ phone, name, email, birthDate, gender, notes }: CustomerValues) => {
    if (birthDate > today()) {
      showErrors(new CallFailed(400, { errors: [{ path: ['birthDate'], message: BORN_LATER }] }));
      return;
    }
    // Empty ones are sent as null (part-1 §5).
    const details = {
      name,
      email: email.trim() || null,
      birthDate: birthDate || null,
      gender: gender || null,
      notes: notes.trim() || null,
    };
    if (customer) void update.run({ params: { id: customer.phone }, body: { ...details, basedOn: basedOn() } });
    else void add.run({ body: { phone: plainPhone(phone), ...details } });
  };

  return (
    <FormDialog
      title={customer ? 'Edit Customer' : 'Add Customer'}
      label={customer ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={20}
        data-autofocus={customer ? undefined : true}
        disabled={customer !== undefined}
        description={customer && 'The phone cannot be changed.'}
        {...form.getInputProps('phone')}
      />
      {holder &&
        taken === plainPhone(form.getValues().phone) &&
        (onSaved ? (
          <Button variant="default" onClick={() => done(holder.phone, holder.name)}>
            Choose {holder.name}
          </Button>
        ) : (
          <Button variant="default" component={Link} to={`/dashboard/customers/${encodeURIComponent(holder.phone)}`}>
            Open {holder.name}
          </Button>
        ))}
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={120}
        data-autofocus={customer ? true : undefined}
        {...form.getInputProps('name')}
      />
      <TextInput label="Email" type="email" autoComplete="off" maxLength={254} {...form.getInputProps('email')} />
      <TextInput label="Birth date" type="date" max={today()} {...form.getInputProps('birthDate')} />
      <NativeSelect
        label="Gender"
        data={[{ value: '', label: 'Not given' }, ...genders.map((value) => ({ value, label: genderTitles[value] }))]}
        {...form.getInputProps('gender')}
      />
      <Textarea
        label="Note"
        description="Shown with their reservations, such as an allergy or the table they like."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={CUSTOMER_NOTES_MAX}
        {...form.getInputProps('notes')}
      />
    </FormDialog>
  );
};
