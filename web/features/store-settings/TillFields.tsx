import { Card, Stack, Text, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { MinutesInput } from './MinutesInput.tsx';

interface TillFieldsProps {
  form: {
    getInputProps: (
      field: 'lockAfterMinutes' | 'voidNeedsReason' | 'lockAfterSend' | 'cartStaysWithTill',
      options?: { type: 'checkbox' },
    ) => GetInputPropsReturnType;
  };
}

/** How a till passes from hand to hand. */
export const TillFields = ({ form }: TillFieldsProps) => (
  <Card component="section" bg="var(--surface)" aria-labelledby="settings-till">
    <Title order={2} id="settings-till" mb="xs">
      Tills
    </Title>
    <Text c="dimmed" size="sm" mb="sm">
      Several people at one till take turns with their PIN, which each sets on their profile. A locked till opens only with network.
    </Text>
    <MinutesInput
      label="Lock after minutes without a touch"
      description="Empty: never."
      min={1}
      max={240}
      clampBehavior="none"
      maw={280}
      mb="sm"
      {...form.getInputProps('lockAfterMinutes')}
    />
    <Stack gap="xs">
      <SwitchRow
        label="Cancelling needs a reason"
        description="What was sent to the kitchen is cancelled with a reason from Settings › Reasons."
        {...form.getInputProps('voidNeedsReason', { type: 'checkbox' })}
      />
      <SwitchRow
        label="Lock after each order that is sent"
        description="The next touch after the token asks who it is."
        {...form.getInputProps('lockAfterSend', { type: 'checkbox' })}
      />
      <SwitchRow
        label="Cart and drafts stay with the till"
        description="Whoever takes over finds what was begun. When this is off, each person has their own."
        {...form.getInputProps('cartStaysWithTill', { type: 'checkbox' })}
      />
    </Stack>
  </Card>
);
