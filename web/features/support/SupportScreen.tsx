import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconMail } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyText } from '#web/platform/copy-text.ts';
import { useStoredUser } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';
import { Page } from '#web/ui/Page.tsx';
import { SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import classes from './SupportScreen.module.css';

/** A narrow phone breaks the address at the @ rather than anywhere. */
const [name, host] = SUPPORT_ADDRESS.split('@');
const webMail = 'https://mail.google.com/mail/?view=cm&fs=1';

export const SupportScreen = () => {
  const address = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const user = useStoredUser();
  // a super administrator's is no restaurant's
  const subject = user?.tenant_id ? `Help with Comanda, restaurant ${user.tenant_id}` : 'Help with Comanda';

  const onCopy = async () => {
    if (address.current && (await copyText(SUPPORT_ADDRESS, address.current))) {
      setIsCopied(true);
      notify.success('Address copied.');
    } else notify.error('Please copy the address by hand!');
  };

  return (
    <Page title="Contact Support">
      <Card maw={640}>
        <Stack gap="md">
          <div>
            <Text>Write to us. We reply within 24 hours.</Text>
            <Text c="dimmed" size="sm" mt={4}>
              Say what you did and what you saw; a picture of the screen helps.
            </Text>
          </div>
          <Group gap="xs" wrap="nowrap" className={classes.address}>
            <Text component="strong" fw={600} ref={address} className={classes.text}>
              {name}
              <wbr />@{host}
            </Text>
            <Button
              variant="subtle"
              flex="none"
              color="gray"
              leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={() => void onCopy()}
            >
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
          </Group>
          <Group gap="xs">
            <Button
              component="a"
              href={`mailto:${SUPPORT_ADDRESS}?subject=${encodeURIComponent(subject)}`}
              leftSection={<IconMail size={18} aria-hidden />}
            >
              Open in mail app
            </Button>
            <Button
              component="a"
              variant="default"
              href={`${webMail}&to=${encodeURIComponent(SUPPORT_ADDRESS)}&su=${encodeURIComponent(subject)}`}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              Open in Gmail
            </Button>
          </Group>
        </Stack>
      </Card>
    </Page>
  );
};
