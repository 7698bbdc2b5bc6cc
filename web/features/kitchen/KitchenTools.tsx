import { LockButton } from '#web/parts/LockButton.tsx';
import { SoundButtons } from '#web/parts/SoundButtons.tsx';
import type { useBell } from '#web/platform/sound.ts';

interface KitchenToolsProps {
  bell: ReturnType<typeof useBell>;
  isFull: boolean;
}

/** What is touched now and then: the bell, and the lock, which the frame has where it is not covered. */
export const KitchenTools = ({ bell, isFull }: KitchenToolsProps) => (
  <>
    <SoundButtons bell={bell} />
    {isFull && <LockButton />}
  </>
);
