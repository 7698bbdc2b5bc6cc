import { Button, Stack } from '@mantine/core';
import type { Station } from '#contract/stations.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface StationPickerProps {
  stations: readonly Station[];
  /** None: all of them. */
  onChoose: (id?: number) => void;
  /** Left out where it must be answered. */
  onClose?: (() => void) | undefined;
}

/** Which station this device is; it remembers. */
export const StationPicker = ({ stations, onChoose, onClose }: StationPickerProps) => (
  <Dialog opened onClose={() => onClose?.()} mustAnswer={!onClose} title="Which station is this?" size="md">
    <Stack>
      {stations.map(({ id, title }) => (
        <Button key={id} size="lg" onClick={() => onChoose(id)}>
          {title}
        </Button>
      ))}
      <Button size="lg" variant="default" onClick={() => onChoose()}>
        All
      </Button>
    </Stack>
  </Dialog>
);
