import { Button, Text } from '@mantine/core';
import { getProfile } from '#contract/auth.ts';
import { sendConfirmation } from '#contract/own-account.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { SENDS_MAIL } from '#web/platform/page-facts.ts';
import classes from './AddressHint.module.css';

/** Beside an address that nobody has confirmed, where the e-mail with the link can come. Nothing waits for it. */
export const AddressHint = ({ sendsMail = SENDS_MAIL }: { sendsMail?: boolean }) => {
  const { data: profile } = useReply(getProfile, {});
  const { run, isPending } = useAction(sendConfirmation, { refreshes: [getProfile] });
  if (profile?.confirmed !== false || !sendsMail) return null;
  return (
    <div className={classes.hint}>
      <Text size="sm" c="dimmed">
        Confirm your address: open the link in our e-mail, so that nobody else can claim it.
      </Text>
      <Button variant="default" size="sm" loading={isPending} onClick={() => void run({})}>
        Send again
      </Button>
    </div>
  );
};
