import { Card, Stack, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { Reply } from '#contract/endpoint.ts';
import type { getStoreSetting } from '#contract/store-settings.ts';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { QrMenu } from './QrMenu.tsx';

type StoreSetting = Reply<typeof getStoreSetting>;

interface QrFieldsProps {
  form: {
    getInputProps: (
      field: 'isQRMenuEnabled' | 'isQROrderEnabled' | 'isQROrderToKitchen',
      options: { type: 'checkbox' },
    ) => GetInputPropsReturnType;
    getValues: () => Pick<StoreSetting, 'isQRMenuEnabled' | 'isQROrderEnabled'>;
  };
  /** As they are stored. */
  settings: StoreSetting;
}

/** What guests may do from their phone, and the code that they scan. */
export const QrFields = ({ form, settings }: QrFieldsProps) => {
  const { isQRMenuEnabled, isQROrderEnabled } = form.getValues();
  return (
    <Card component="section" bg="var(--surface)" aria-labelledby="settings-qr">
      <Title order={2} id="settings-qr" mb="xs">
        QR menu
      </Title>
      <Stack gap="xs">
        <SwitchRow
          label="Enable QR Menu"
          description="Guests scan a code and see the menu on their phone."
          {...form.getInputProps('isQRMenuEnabled', { type: 'checkbox' })}
        />
        <SwitchRow
          label="Enable Order Via QR Menu"
          description={isQRMenuEnabled ? 'Guests may also order from it.' : 'Guests may also order from it, as soon as the QR menu is on.'}
          {...form.getInputProps('isQROrderEnabled', { type: 'checkbox' })}
        />
        {isQROrderEnabled && (
          <SwitchRow
            label="Send QR Orders Straight to the Kitchen"
            description="When this is off, what guests order waits at the POS until somebody accepts it."
            {...form.getInputProps('isQROrderToKitchen', { type: 'checkbox' })}
          />
        )}
        <QrMenu code={settings.uniqueQRCode} isWanted={isQRMenuEnabled} isEnabled={settings.isQRMenuEnabled} />
      </Stack>
    </Card>
  );
};
