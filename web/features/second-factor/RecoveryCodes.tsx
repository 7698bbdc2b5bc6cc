import { Button, Group, Portal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { saveFile } from '#web/platform/download.ts';
import { useStoredUser } from '#web/platform/session.tsx';
import { CopyButton } from './CopyButton.tsx';
import classes from './RecoveryCodes.module.css';

const FILE = 'comanda-recovery-codes.txt';

const List = ({ codes }: { codes: readonly string[] }) => (
  <ul className={classes.codes} aria-label="Recovery codes">
    {codes.map((code) => (
      <li key={code}>
        <code>{code}</code>
      </li>
    ))}
  </ul>
);

/** The codes that are shown this once, and three ways to keep them. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const user = useStoredUser();
  const title = `Comanda recovery codes of ${user?.username ?? 'your account'}`;
  const text = `${title}\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Text size="sm">
        Your second factor is on. Without your phone, each of these signs you in once. They are shown only now: keep them where you find
        them without your phone.
      </Text>
      <Group gap="xs" className={classes.ways}>
        <CopyButton text={text} label="Copy" copied="Codes copied." hasFocus>
          <List codes={codes} />
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE)}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Portal className={classes.paper} reuseTargetNode={false}>
        <p>{title}</p>
        <List codes={codes} />
      </Portal>
    </Stack>
  );
};
