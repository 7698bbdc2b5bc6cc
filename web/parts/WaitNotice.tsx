import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const MINUTE = 60; // seconds

/** How long it takes, in words: seconds below two minutes, else minutes. */
const waitText = (seconds: number): string => {
  if (seconds >= 2 * MINUTE) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** How long to wait before the next try; goes when it is over. Another `key` for each refusal. */
export const WaitNotice = ({ seconds }: { seconds: number }) => {
  const [began] = useState(() => performance.now());
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil(seconds - (performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [seconds, began]);
  if (left <= 0) return null;
  return (
    // said once by the message over the page; a voice that counts every second would be in the way
    <Alert color="orange" variant="light" icon={<IconClock aria-hidden />} aria-live="off" role="note">
      You can try again in {waitText(left)}.
    </Alert>
  );
};
