import { ActionIcon } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { listColleagues } from '#contract/approvals.ts';
import { useReply } from '#web/platform/api.ts';
import { lockTill } from '#web/platform/till.ts';

/** The till for the next hands, in one touch. Where nobody has a PIN it would only lock everybody out, and is not shown. */
export const LockButton = () => {
  const { data: colleagues = [] } = useReply(listColleagues, {});
  if (!colleagues.some(({ has_pin: has }) => has)) return null;
  return (
    <ActionIcon aria-label="Lock, or switch user" onClick={lockTill}>
      <IconLock size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};
