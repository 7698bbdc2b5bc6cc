import { NumberInput, Select, TextInput } from '@mantine/core';
import { listPrinters } from '#contract/printers.ts';
import { addStation, listStations, type Station, updateStation } from '#contract/stations.ts';
import { readChoices } from '#web/parts/choice-reading.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface StationDialogProps {
  /** Without one a new one is added. */
  station: Station | undefined;
  /** It takes what goes nowhere else in any case. */
  isFirst: boolean;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  title: string;
  ackSeconds: number | string;
  isFallback: boolean;
  /** Ids as a select has them; null: none. */
  printerId: string | null;
  backupPrinterId: string | null;
}

const idOf = (text: string | null): number | null => (text === null ? null : Number(text));
const choiceOf = (id: number | null | undefined): string | null => (id == null ? null : String(id));
const bodyOf = ({ printerId, backupPrinterId, ...values }: Values) => ({
  ...values,
  printerId: idOf(printerId),
  backupPrinterId: idOf(backupPrinterId),
});

export const StationDialog = ({ station, isFirst, onClose }: StationDialogProps) => {
  const printers = useReply(listPrinters, {}).data ?? [];
  const printer = { rows: printers, none: 'None', empty: null };
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addStation | typeof updateStation, Values>(
    station ? updateStation : addStation,
    {
      title: station?.title ?? '',
      ackSeconds: station?.ackSeconds ?? 10,
      isFallback: station?.isFallback ?? isFirst,
      printerId: choiceOf(station?.printerId),
      backupPrinterId: choiceOf(station?.backupPrinterId),
    },
    bodyOf,
    readChoices({ printerId: printer, backupPrinterId: printer }),
  );
  const printerChoices = printers.map(({ id, title }) => ({ value: String(id), label: title }));
  const another = useAnother(form, onClose);
  const options = { refreshes: [listStations], onFailed: showErrors };
  const add = useAction(addStation, { ...options, onDone: another.onDone });
  const update = useAction(updateStation, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={station ? 'Update Station' : 'Add Station'}
      label={station ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((values) => {
        const body = bodyOf(values);
        return station ? update.run({ params: { id: String(station.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body });
      })}
      onClose={onClose}
      ask={station ? undefined : another.ask}
    >
      <TextInput label="Title" placeholder="Grill" data-autofocus {...form.getInputProps('title')} />
      <NumberInput
        label="Seconds until somebody must have seen a ticket"
        description="After these the tills are told, 5 to 600."
        inputMode="numeric"
        clampBehavior="none"
        hideControls
        {...form.getInputProps('ackSeconds')}
      />
      {printers.length > 0 && (
        <>
          <Select
            label="Printer"
            description="Each ticket is printed there."
            placeholder="None"
            data={printerChoices}
            clearable
            {...form.getInputProps('printerId')}
          />
          <Select
            label="Backup printer"
            description="A ticket that nobody has seen after 30 seconds is printed there."
            placeholder="None"
            data={printerChoices}
            clearable
            {...form.getInputProps('backupPrinterId')}
          />
        </>
      )}
      <SwitchRow
        label="Fallback"
        description="Makes what neither its item nor its category sends elsewhere. Exactly one station is the fallback."
        disabled={isFirst || station?.isFallback}
        {...form.getInputProps('isFallback', { type: 'checkbox' })}
      />
    </FormDialog>
  );
};
