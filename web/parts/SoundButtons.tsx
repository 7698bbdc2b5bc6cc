import { ActionIcon, Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import type { useBell } from '#web/platform/sound.ts';

/** Mutes the bell of a screen, and asks for the touch without which a browser lets nothing sound. */
export const SoundButtons = ({ bell }: { bell: Pick<ReturnType<typeof useBell>, 'isMuted' | 'setMuted' | 'isBlocked' | 'unlock'> }) => (
  <>
    {bell.isBlocked && (
      <Button variant="light" leftSection={<IconVolume size={18} aria-hidden />} onClick={bell.unlock}>
        Turn on sound
      </Button>
    )}
    <ActionIcon
      data-hint={bell.isMuted ? 'Sound is off' : 'Sound is on'}
      variant="default"
      aria-label="Sound"
      role="switch"
      aria-checked={!bell.isMuted}
      onClick={() => bell.setMuted(!bell.isMuted)}
    >
      {bell.isMuted ? <IconVolumeOff size={20} /> : <IconVolume size={20} />}
    </ActionIcon>
  </>
);
