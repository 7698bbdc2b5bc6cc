import { Button, Stack, Text } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './CustomerDisplayScreen.module.css';
import { codeText, useDisplay } from './pairing.ts';

/** Says whose board this is. It shows all orders of the store, paired or not. */
export const PairButton = () => {
  const [isOpen, setOpen] = useState(false);
  const { isPaired, data, code, unpair } = useDisplay({ kind: 'orders', isAsking: isOpen });
  if (isPaired)
    return (
      <Button className="icon-on-phone" variant="default" leftSection={<IconUnlink size={18} aria-hidden />} onClick={() => void unpair()}>
        Unpair{data?.pairedBy && ` from ${data.pairedBy}’s till`}
      </Button>
    );
  return (
    <>
      <Button variant="default" leftSection={<IconLink size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Pair
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Pair with a till" size="lg">
        <Stack align="center" role="status">
          <Text>Enter this code at the till, on its page Displays. It is valid for ten minutes.</Text>
          <p className={classes.code} data-small>
            {code ? codeText(code) : '…'}
          </p>
          <Text c="dimmed">The board shows all orders of the store; the till then knows it as its own.</Text>
        </Stack>
      </Dialog>
    </>
  );
};
