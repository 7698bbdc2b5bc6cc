import { Button, Text } from '@mantine/core';
import { getProfile, sendConfirmation } from '#contract/auth.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import classes from './AddressHint.module.css';

/** Beside an address that nobody has confirmed. Nothing waits for it. */
export const AddressHint = () => {
  const { data: profile } = useReply(getProfile, {});
  const { run, isPending } = useAction(sendConfirmation, { refreshes: [getProfile] });
  if (profile?.confirmed !== false) return null;
  return (
    <div className={classes.hint}>
      <Text size="sm" c="dimmed">
        Confirm your address: open the link in our letter, so that nobody else can claim it.
      </Text>
      <Button variant="default" size="sm" loading={isPending} onClick={() => void run({})}>
        Send again
      </Button>
    </div>
  );
};
