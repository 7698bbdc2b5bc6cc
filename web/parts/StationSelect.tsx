import { Select } from '@mantine/core';
import { listStations } from '#contract/stations.ts';
import { useReply } from '#web/platform/api.ts';

interface StationSelectProps {
  /** What holds when no station is chosen. */
  none: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  error?: string;
  className?: string | undefined;
}

// A select shows its placeholder for null; this is what one chooses to get back there.
const NONE = '';

/** Where something is made; not there while the kitchen is one. */
export const StationSelect = ({ none, value, onChange, ...props }: StationSelectProps) => {
  const { data: stations = [] } = useReply(listStations, {});
  if (stations.length === 0) return null;
  return (
    <Select
      label="Station"
      data={[{ value: NONE, label: none }, ...stations.map(({ id, title }) => ({ value: String(id), label: title }))]}
      allowDeselect={false}
      value={value ?? NONE}
      onChange={(chosen) => onChange?.(chosen === NONE ? null : chosen)}
      {...props}
    />
  );
};
