import { Notifications as Shown } from '@mantine/notifications';
import { TOAST_LIMIT, TOAST_MS, TOAST_POSITION } from '#web/platform/toast.ts';

/** The messages over the page. */
export const Notifications = () => <Shown position={TOAST_POSITION} limit={TOAST_LIMIT} autoClose={TOAST_MS} />;
