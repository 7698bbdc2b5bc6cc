import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapQuestion } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { Notice } from './Notice.tsx';

/** Part-2 §2. */
export const NoAccess = () => {
  const navigate = useNavigate();
  // React Router numbers its entries; at the first one there is nothing of ours to go back to.
  const isFirst = !(window.history.state as { idx?: number } | null)?.idx;
  return (
    <Notice
      icon={IconLock}
      title="No access"
      action={<Button onClick={() => void (isFirst ? navigate('/') : navigate(-1))}>Go back</Button>}
    >
      Oops! You don't have access to this area! Relogin to check again.
    </Notice>
  );
};

export const NotFound = () => (
  <Notice
    icon={IconMapQuestion}
    title="Page not found"
    action={
      <Button component={Link} to="/">
        To the start
      </Button>
    }
  >
    There is nothing at this address.
  </Notice>
);

/** A screen that broke, or that could not be fetched because a newer version was installed meanwhile. */
export const Broken = () => (
  <Notice icon={IconAlertTriangle} title="Something went wrong!" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
    This page could not be shown. Reloading usually helps; nothing that was saved is lost.
  </Notice>
);
