import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { getStoreSetting, resetQrCode } from '#contract/store-settings.ts';
import { downloadQr, menuAddress } from '#web/parts/qr.ts';
import { useGuestAddress } from '#web/parts/guest-address.ts';
import { GuestAddress } from '#web/parts/GuestAddress.tsx';
import { QrPicture } from '#web/parts/QrPicture.tsx';
import { useAction } from '#web/platform/api.ts';
import classes from './QrMenu.module.css';

interface QrMenuProps {
  code: string;
  /** As the switch stands. */
  isWanted: boolean;
  /** As it is stored. */
  isEnabled: boolean;
}

/** The code for the whole restaurant; those of the tables are with the tables. */
export const QrMenu = ({ code, isWanted, isEnabled }: QrMenuProps) => {
  const { run: reset, isPending } = useAction(resetQrCode, {
    refreshes: [getStoreSetting],
    confirm: () => ({
      verb: 'Reset',
      thing: 'all QR codes',
      sentence: 'Are you sure? Every printed QR code stops working at once, also those on the tables, and new ones must be printed.',
    }),
  });
  const { address: base } = useGuestAddress();
  if (!isWanted) return null;
  if (!isEnabled) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The QR code is here as soon as this is saved.
      </Text>
    );
  }
  const address = menuAddress(base, code);
  return (
    <div className={classes.menu}>
      <QrPicture address={address} label="QR code of the menu" className={classes.code} />
      <div className={classes.side}>
        <Anchor href={address} target="_blank" rel="noopener" className={classes.address}>
          {address}
        </Anchor>
        <GuestAddress />
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void downloadQr(address, 'qr.png')}>
            Download QR Code
          </Button>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            View Digital Menu
          </Button>
          <Button variant="subtle" leftSection={<IconRefresh size={18} aria-hidden />} loading={isPending} onClick={() => void reset({})}>
            New QR Code
          </Button>
        </div>
      </div>
    </div>
  );
};
