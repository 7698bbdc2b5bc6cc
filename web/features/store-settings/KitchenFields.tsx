import { Card, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { MinutesInput } from './MinutesInput.tsx';
import classes from './StoreDetailsForm.module.css';

interface KitchenFieldsProps {
  form: {
    getInputProps: (
      field: 'kitchenWarnMinutes' | 'kitchenLateMinutes' | 'completePaidAfter' | 'cooksHere',
      options?: { type: 'checkbox' },
    ) => GetInputPropsReturnType;
  };
}

/** When a ticket is late, and when an order leaves the board. */
export const KitchenFields = ({ form }: KitchenFieldsProps) => (
  <Card component="section" bg="var(--surface)" aria-labelledby="settings-kitchen">
    <Title order={2} id="settings-kitchen" mb="md">
      Kitchen and orders
    </Title>
    <div className={classes.fields}>
      <MinutesInput
        label="Ticket is late after"
        description="The kitchen then shows it in yellow."
        {...form.getInputProps('kitchenWarnMinutes')}
      />
      <MinutesInput
        label="Ticket is overdue after"
        description="The kitchen then shows it in red."
        {...form.getInputProps('kitchenLateMinutes')}
      />
      <MinutesInput
        label="Paid orders leave the board after"
        description="Once everything is made; at once when all is delivered, and at the end of the day. Empty: never by themselves."
        {...form.getInputProps('completePaidAfter')}
      />
    </div>
    <SwitchRow
      mt="sm"
      label="A kitchen makes what is ordered"
      description="When this is off, items count as completed when they are sent, and the Kitchen stays empty."
      {...form.getInputProps('cooksHere', { type: 'checkbox' })}
    />
  </Card>
);
