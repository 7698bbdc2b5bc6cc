import { NativeSelect, NumberInput, SimpleGrid, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { addCustomer } from '#contract/customers.ts';
import { RESERVATION_NOTES_MAX, type Reservation, reservationStatuses } from '#contract/reservations.ts';
import { CustomerDialog } from '#web/parts/CustomerDialog.tsx';
import { CustomerSearch, type PickedCustomer } from '#web/parts/CustomerSearch.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useMay } from '#web/platform/session.tsx';
import { nameOf, statusTitles } from './names.ts';
import { GuestNote } from '#web/parts/GuestNote.tsx';
import { TableField } from './TableField.tsx';
import { type ReservationBeginning, useReservationForm } from './use-reservation-form.ts';
import { WhenFields } from './WhenFields.tsx';

interface ReservationDialogProps extends ReservationBeginning {
  onClose: () => void;
}

const nowOf = (reservation: Reservation): PickedCustomer => ({ phone: reservation.customer_id ?? '', name: nameOf(reservation) });

export const ReservationDialog = ({ onClose, ...beginning }: ReservationDialogProps) => {
  const { reservation, store } = beginning;
  const [picked, setPicked] = useState<PickedCustomer | null>(reservation?.customer_id ? nowOf(reservation) : null);
  const [typed, setTyped] = useState<string>();
  const { form, onSubmit, isPending, ...when } = useReservationForm(beginning, onClose);
  const mayAddCustomer = useMay(addCustomer);

  const pick = (chosen: PickedCustomer | null) => {
    setPicked(chosen);
    form.setFieldValue('customerId', chosen?.phone ?? '');
    form.clearFieldError('customerId');
  };
  const { customerId } = form.values;
  // another one may have been taken over from whoever changed it meanwhile
  const customer = customerId && picked?.phone !== customerId ? { phone: customerId, name: customerId } : picked;

  return (
    <>
      <FormDialog
        title={reservation ? 'Update Reservation' : 'New Reservation'}
        label={reservation ? 'Save' : 'Book'}
        isPending={isPending}
        isChanged={form.isDirty()}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <div>
          <CustomerSearch
            label="Customer"
            value={customer}
            onChange={pick}
            onAdd={mayAddCustomer ? setTyped : undefined}
            error={form.errors['customerId']}
            autoFocus={!reservation}
          />
          {reservation && (
            <Text mt={4} size="sm" c="dimmed" className="tabular">
              {[!reservation.customer_id && nameOf(reservation), `Code ${reservation.unique_code}`].filter(Boolean).join(' · ')}
            </Text>
          )}
        </div>
        {reservation?.customer_notes && customer?.phone === reservation.customer_id && <GuestNote text={reservation.customer_notes} />}
        <WhenFields form={form} {...when} />
        <SimpleGrid cols={2} spacing="sm">
          <NumberInput
            label="People"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            inputMode="numeric"
            clampBehavior="none"
            {...form.getInputProps('peopleCount')}
          />
          <NativeSelect
            label="Status"
            data={reservationStatuses.map((value) => ({ value, label: statusTitles[value] }))}
            {...form.getInputProps('status')}
          />
        </SimpleGrid>
        <TableField form={form} reservation={reservation} store={store} />
        <Textarea label="Notes" autosize minRows={1} maxLength={RESERVATION_NOTES_MAX} {...form.getInputProps('notes')} />
      </FormDialog>
      {typed !== undefined && <CustomerDialog typed={typed} onSaved={pick} onClose={() => setTyped(undefined)} />}
    </>
  );
};
