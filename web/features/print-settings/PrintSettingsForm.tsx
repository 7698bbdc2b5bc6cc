import { Button, Card, NativeSelect, Stack, Textarea, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { Reply } from '#contract/endpoint.ts';
import { completeFirstStep, getFirstSteps } from '#contract/first-steps.ts';
import { getPrintSetting, savePrintSetting } from '#contract/print-settings.ts';
import type { getStoreSetting } from '#contract/store-settings.ts';
import { Receipt } from '#web/parts/Receipt.tsx';
import { changedOf, useSavedForm } from '#web/parts/saved-form.ts';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import classes from './PrintSettingsForm.module.css';
import { type PrintSetting, type PrintValues, valuesOf } from './print-values.ts';
import { sampleReceipt } from './sample-receipt.ts';

interface PrintSettingsFormProps {
  settings: PrintSetting;
  /** For the preview; without it a made-up one. */
  store: Reply<typeof getStoreSetting> | undefined;
}

export const PrintSettingsForm = ({ settings, store }: PrintSettingsFormProps) => {
  const stored = valuesOf(settings);
  const { form, submit, showErrors, basedOn } = useContractForm<typeof savePrintSetting, PrintValues>(savePrintSetting, stored);
  const isChanged = useSavedForm(form, stored);
  const { run, isPending } = useAction(savePrintSetting, { refreshes: [getPrintSetting], onFailed: showErrors });
  const values = form.getValues();
  const onOff = (name: keyof PrintValues) => form.getInputProps(name, { type: 'checkbox' });

  const save = async (values: PrintValues) => {
    if (await run({ body: { ...changedOf(form, values), basedOn: basedOn() } })) form.resetDirty(values);
  };

  const tried = useAction(completeFirstStep, { refreshes: [getFirstSteps], quiet: true });
  const test = () => {
    if (printReceipt(openPrintWindow(), sampleReceipt(values, store))) void tried.run({ body: { step: 'print' } });
  };

  return (
    <form noValidate onSubmit={submit(save)} className={classes.form}>
      <div className={classes.columns}>
        <Card bg="var(--surface)">
          <Stack gap="md">
            <SwitchRow
              label="Enable Print"
              description="After an order is sent, a receipt is printed instead of showing its token."
              {...onOff('isEnablePrint')}
            />
            <SwitchRow label="Show Store Details" {...onOff('showStoreDetails')} />
            <SwitchRow label="Show Customer Details" {...onOff('showCustomerDetails')} />
            <SwitchRow label="Show Notes" {...onOff('showNotes')} />
            <SwitchRow label="Print Token" description="Token numbering resets automatically every day." {...onOff('printToken')} />
            <NativeSelect
              label="Page Size"
              data={[
                { value: '80', label: '80mm' },
                { value: '57', label: '57mm' },
              ]}
              {...form.getInputProps('pageFormat')}
            />
            <Textarea label="Header" autosize minRows={2} maxRows={8} {...form.getInputProps('header')} />
            <Textarea label="Footer" autosize minRows={2} maxRows={8} {...form.getInputProps('footer')} />
          </Stack>
        </Card>
        <section aria-labelledby="receipt-preview" className={classes.preview}>
          <Title order={2} id="receipt-preview">
            Preview
          </Title>
          <div className={classes.desk}>
            <Receipt receipt={sampleReceipt(values, store)} />
          </div>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={test}>
            Print a test
          </Button>
          <p className={classes.note}>
            {values.isEnablePrint ? 'A made-up order, as it will be printed.' : 'Printing is off: orders show their token instead.'}
          </p>
        </section>
      </div>
      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};
