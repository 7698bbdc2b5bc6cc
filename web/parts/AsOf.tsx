import { Text } from '@mantine/core';
import { formatter } from '#web/platform/dates.ts';

interface AsOfProps {
  at: string | undefined;
  /** Of the store (IANA); without it by the browser's clock. */
  timezone?: string | undefined;
}

/** How old figures are that a standby told; nothing where they are of now. */
export const AsOf = ({ at, timezone }: AsOfProps) =>
  at && (
    <Text size="sm" c="dimmed">
      Figures as of {formatter(timezone, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))}
    </Text>
  );
