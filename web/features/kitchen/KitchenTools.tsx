import { LockButton } from '#web/parts/LockButton.tsx';
import { RefreshButton, SoundButton } from '#web/parts/HeadButtons.tsx';
import type { useBell } from '#web/platform/sound.ts';
import type { useOnScreen } from './on-screen.ts';

export interface KitchenToolsProps extends Pick<ReturnType<typeof useOnScreen>, 'board'> {
  bell: ReturnType<typeof useBell>;
  isFull: boolean;
}

/** What is touched now and then: the bell, the lock, which the frame has where it is not covered, and Refresh. */
export const KitchenTools = ({ bell, isFull, board }: KitchenToolsProps) => (
  <>
    <SoundButton bell={bell} />
    {isFull && <LockButton />}
    <RefreshButton orders={board} />
  </>
);
