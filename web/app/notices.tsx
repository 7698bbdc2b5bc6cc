import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapQuestion, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useRouteError } from 'react-router';
import { isServerThere } from '#web/platform/incomplete.ts';
import { isNotLoaded } from '#web/ui/lazily.ts';
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

const TRY_AGAIN_AFTER = 5000; // ms

/** A screen whose code cannot be fetched now. It comes by itself as soon as there is network; the way back is there meanwhile. */
const NoConnection = ({ isFramed }: { isFramed: boolean }) => {
  const navigate = useNavigate();
  useEffect(() => {
    // by loading the page: a browser does not ask again for a module that failed to come
    const tryAgain = () => void isServerThere().then((isThere) => isThere && window.location.reload());
    const timer = setInterval(tryAgain, TRY_AGAIN_AFTER);
    window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, []);
  return (
    <Notice
      isFramed={isFramed}
      icon={IconWifiOff}
      title="No connection"
      action={<Button onClick={() => void navigate(-1)}>Go back</Button>}
    >
      This page is not on this device yet. It opens by itself when the network is back.
    </Notice>
  );
};

const RELOADED = 'comanda_reloaded';
const RELOAD_AGAIN_AFTER = 60_000; // ms

/** The file is there now, or another one of a newer release; a page that was just loaded for it says that it is broken. */
const reloadOnce = (): void => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN_AFTER) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
};

/** A screen that broke, or that could not be fetched: without network, or because a newer version was installed meanwhile. */
export const Broken = ({ isFramed = false }: { isFramed?: boolean }) => {
  const error = useRouteError();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const isFetching = isNotLoaded(error);
  useEffect(() => {
    if (!isFetching) return;
    // a browser in a network without a server believes that it is online
    void isServerThere().then((isThere) => {
      setOffline(!isThere);
      if (isThere) reloadOnce();
    });
  }, [isFetching]);
  if (isFetching && isOffline) return <NoConnection isFramed={isFramed} />;
  return (
    <Notice
      isFramed={isFramed}
      icon={IconAlertTriangle}
      title="Something went wrong!"
      action={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      This page could not be shown. Reloading usually helps; nothing that was saved is lost.
    </Notice>
  );
};
