import { Text } from '@mantine/core';

const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** How old figures are that a standby told; nothing where they are of now. */
export const AsOf = ({ at }: { at: string | undefined }) =>
  at && (
    <Text size="sm" c="dimmed">
      Figures as of {format.format(new Date(at))}
    </Text>
  );
