import { Chip, Group, Input, TextInput } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
import { listReasons, type ReasonKind } from '#contract/reasons.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';

/** Why, as the calls take it. */
interface GivenReason {
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
  noteRef: RefObject<HTMLInputElement | null>;
  noteError: string | undefined;
  onChange: (value: GivenReason) => void;
}

/** Why, while it is typed. What may not be sent without a note says so at the note, which a message over a phone would cover. */
export const useGivenReason = (kind: ReasonKind) => {
  const [why, setWhy] = useState<GivenReason>({ note: '' });
  const [isAsked, setAsked] = useState(false);
  const noteRef = useRef<HTMLInputElement>(null);
  const isMissing = useReasons(kind).find(({ id }) => id === why.reasonId)?.needsNote === true && why.note.trim() === '';
  const noteError = isAsked && isMissing ? 'Please provide a note!' : undefined;
  /** Asked before it is sent; of the fields that say what is wrong the first takes the focus, which may be one above. */
  const isComplete = (takesFocus = true): boolean => {
    setAsked(isMissing);
    if (isMissing && takesFocus) noteRef.current?.focus();
    return !isMissing;
  };
  return { why, setWhy, isComplete, fields: { kind, value: why, noteRef, noteError, onChange: setWhy } };
};

/** Why something is cancelled, taken off or paid back: one touch, and a note where more is to be said. */
export const ReasonFields = ({ kind, value, noteRef, noteError, onChange }: ReasonFieldsProps) => {
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
          ref={noteRef}
          label={needsNote ? 'Note' : 'Note (optional)'}
          maxLength={200}
          autoComplete="off"
          value={note}
          error={noteError}
          onChange={({ currentTarget }) => onChange({ ...value, note: currentTarget.value })}
          mt="md"
        />
      )}
    </>
  );
};
