import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useWhySignedOut } from '#web/platform/signed-out.ts';

/** On a login page: why whoever was signed in is not any more, unless they signed out themselves. */
export const SignedOutNotice = () => {
  const why = useWhySignedOut();
  if (why === undefined) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} role="status" mb="md">
      {why}
    </Alert>
  );
};
