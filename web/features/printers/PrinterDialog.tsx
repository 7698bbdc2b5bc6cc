import { NativeSelect, TextInput } from '@mantine/core';
import { addPrinter, type CodePage, codePages, listPrinters, type Printer, updatePrinter } from '#contract/printers.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface PrinterDialogProps {
  /** Without one a new one is added. */
  printer: Printer | undefined;
  onClose: () => void;
  /** A new one that polls was given this token. */
  onToken: (kind: Printer['kind'], token: string) => void;
}

interface PrinterValues extends Record<string, unknown> {
  title: string;
  kind: Printer['kind'];
  address: string;
  width: '80' | '57';
  codePage: CodePage;
}

const pageNames: Partial<Record<CodePage, string>> = {
  windows1252: 'Western Europe (Windows-1252)',
  windows1250: 'Central Europe (Windows-1250)',
  windows1251: 'Cyrillic (Windows-1251)',
  picture: 'None: draw every line',
};

/** A printer of the network listens at 9100, unless somebody set it up otherwise. */
const withPort = (address: string): string => {
  const bare = address.trim();
  if (/^[\d.]+$/.test(bare) || /^\[.*\]$/.test(bare)) return `${bare}:9100`;
  return /^[\da-f]*:[\da-f]*:[\da-f:]*$/i.test(bare) ? `[${bare}]:9100` : bare;
};

export const PrinterDialog = ({ printer, onClose, onToken }: PrinterDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addPrinter | typeof updatePrinter, PrinterValues>(
    printer ? updatePrinter : addPrinter,
    {
      title: printer?.title ?? '',
      kind: printer?.kind ?? 'network',
      address: printer?.address ?? '',
      width: printer?.width === 57 ? '57' : '80',
      codePage: printer?.codePage ?? 'windows1252',
    },
  );
  const options = { refreshes: [listPrinters], onFailed: showErrors };
  const add = useAction(addPrinter, {
    ...options,
    onDone: ({ pollToken }, { body: { kind } }) => {
      onClose();
      if (pollToken) onToken(kind, pollToken);
    },
  });
  const update = useAction(updatePrinter, { ...options, onDone: onClose });
  const save = (values: PrinterValues) => {
    const body = { ...values, address: values.kind === 'network' ? withPort(values.address) : null };
    return printer ? update.run({ params: { id: String(printer.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body });
  };

  return (
    <FormDialog
      title={printer ? 'Update Printer' : 'Add Printer'}
      label={printer ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextInput label="Title" placeholder="Bar" data-autofocus {...form.getInputProps('title')} />
      <NativeSelect
        label="Kind"
        disabled={printer !== undefined}
        data={[
          { value: 'network', label: 'Network printer (ESC/POS)' },
          { value: 'cloudprnt', label: 'Star CloudPRNT: the printer asks' },
          { value: 'epson', label: 'Epson Server Direct Print: the printer asks' },
        ]}
        {...form.getInputProps('kind')}
      />
      {form.getValues().kind === 'network' && (
        <TextInput
          label="Address"
          description="IP address in your own network, and port if it is not 9100"
          placeholder="192.168.1.50:9100"
          inputMode="url"
          autoComplete="off"
          {...form.getInputProps('address')}
        />
      )}
      <NativeSelect
        label="Paper"
        data={[
          { value: '80', label: '80 mm' },
          { value: '57', label: '57 mm' },
        ]}
        {...form.getInputProps('width')}
      />
      <NativeSelect
        label="Letters that the printer knows"
        description="Lines with other letters are drawn as pictures."
        data={codePages.map((page) => ({ value: page, label: pageNames[page] ?? page.toUpperCase() }))}
        {...form.getInputProps('codePage')}
      />
    </FormDialog>
  );
};
