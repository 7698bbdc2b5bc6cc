import { Chip, Group, Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { listReasons, type ReasonKind } from '#contract/reasons.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';

/** Why, as the calls take it. */
export interface GivenReason {
  reasonId?: number | undefined;
  note: string;
}

/** The reasons of a kind that this member may read. */
export const useReasons = (kind: ReasonKind) =>
  useReply(listReasons, {}, { enabled: useMay(listReasons) }).data?.filter((reason) => reason.kind === kind) ?? [];

/** The reason as a body has it: what was not given is left out. */
export const toReason = ({ reasonId, note }: GivenReason): { reasonId?: number; note?: string } => ({
  ...(reasonId !== undefined && { reasonId }),
  ...(note.trim() !== '' && { note: note.trim() }),
});

interface ReasonFieldsProps {
  kind: ReasonKind;
  value: GivenReason;
  onChange: (value: GivenReason) => void;
}

/** Why something is cancelled, taken off or paid back: one touch, and a note where more is to be said. */
export const ReasonFields = ({ kind, value, onChange }: ReasonFieldsProps) => {
  const reasons = useReasons(kind);
  const titleId = useId();
  const { reasonId, note } = value;
  const needsNote = reasons.find(({ id }) => id === reasonId)?.needsNote === true;
  return (
    <>
      {reasons.length > 0 && (
        <Input.Wrapper label="Reason" labelElement="div" labelProps={{ id: titleId }} mt="md">
          <Chip.Group
            value={reasonId === undefined ? null : String(reasonId)}
            onChange={(id) => onChange({ ...value, reasonId: Number(id) })}
          >
            <Group gap="xs" role="radiogroup" aria-labelledby={titleId}>
              {reasons.map(({ id, title }) => (
                <Chip key={id} value={String(id)} size="md" styles={{ label: { height: 44 } }}>
                  {title}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {(reasonId !== undefined || reasons.length === 0) && (
        <TextInput
          label={needsNote ? 'Note' : 'Note (optional)'}
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => onChange({ ...value, note: currentTarget.value })}
          mt="md"
        />
      )}
    </>
  );
};
