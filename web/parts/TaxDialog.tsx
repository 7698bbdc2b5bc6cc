import { ActionIcon, Button, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { costOf, splitParts, spread } from '#contract/adjustments.ts';
import { toDecimal, toPercent, toRate } from '#contract/pricing.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { addTax, changeOn, listTaxes, repeatedIn, type Tax, TWICE, updateTax } from '#contract/taxes.ts';
import { FormDialog } from './FormDialog.tsx';
import { GroupError } from './GroupError.tsx';
import { Money } from './Money.tsx';
import { currencyOf } from '#contract/money-text.ts';
import classes from './TaxDialog.module.css';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { businessDayOf } from '#web/platform/store-clock.ts';
import { useAnother } from './use-another.ts';
import { ownDirection } from '#web/ui/own-direction.ts';

interface PartValue extends Record<string, unknown> {
  title: string;
  rate: number | string;
}
interface ChangeValue extends Record<string, unknown> {
  /** YYYY-MM-DD */
  from: string;
  rate: number | string;
  parts?: readonly PartValue[];
}
interface TaxValues extends Record<string, unknown> {
  title: string;
  rate: number | string;
  type: 'exclusive' | 'inclusive' | '';
  parts: PartValue[];
  schedule: ChangeValue[];
}

/** 'CGST 9 %, SGST 9 %', 'from 2027-01-01 19 %': what somebody else made of the rows meanwhile. */
const rowsText = (field: string, value: unknown): string | undefined => {
  if (field === 'parts') return (value as PartValue[]).map(({ title, rate }) => `${title} ${rate} %`).join(', ') || 'no parts';
  if (field !== 'schedule') return undefined;
  return (value as ChangeValue[]).map(({ from, rate }) => `from ${from} ${rate} %`).join(', ') || 'no changes';
};

const rateProps = { suffix: ' %', inputMode: 'decimal', min: 0, clampBehavior: 'none', hideControls: true } as const;

const RemoveRow = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="default" size={44} aria-label={label} onClick={onClick}>
    <IconTrash size={18} />
  </ActionIcon>
);

const AddRow = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
);

/** The parts of a tax, such as CGST and SGST; they add up to it. */
const TaxPartRows = ({ form }: { form: UseFormReturnType<TaxValues> }) => {
  const { parts, rate } = form.getValues();
  const sum = parts.reduce((all, part) => all + (toRate(part.rate) ?? 0), 0);
  const whole = toRate(rate);
  // what is still being typed is no mistake yet
  const isTyped = parts.length > 0 && parts.every((part) => String(part.rate) !== '');
  return (
    <div role="group" aria-label="Parts">
      {parts.map((_, place) => (
        <Group key={place} gap="xs" wrap="nowrap" align="flex-end" mb="xs">
          <TextInput
            className={classes.grow}
            label={`Part ${place + 1}`}
            placeholder="CGST"
            {...form.getInputProps(`parts.${place}.title`)}
          />
          <NumberInput w={110} label="Rate" {...rateProps} {...form.getInputProps(`parts.${place}.rate`)} />
          <RemoveRow label={`Remove part ${place + 1}`} onClick={() => form.removeListItem('parts', place)} />
        </Group>
      ))}
      {isTyped && whole !== undefined && sum !== whole && (
        <Text size="sm" c="red" role="alert">
          The parts come to {toPercent(sum)} %, the tax is {toPercent(whole)} %.
        </Text>
      )}
      <GroupError>{form.errors['parts']}</GroupError>
      <AddRow onClick={() => form.insertListItem('parts', { title: '', rate: '' })}>Add a part of the tax</AddRow>
    </div>
  );
};

/** The same parts for another rate, in proportion. */
const partsAt = (parts: readonly PartValue[], rate: number | string): PartValue[] => {
  const whole = toRate(rate);
  if (whole === undefined) return parts.map(({ title }) => ({ title, rate: '' }));
  const shares = spread(
    BigInt(whole),
    parts.map((part) => BigInt(toRate(part.rate) ?? 0)),
  );
  return parts.map(({ title }, place) => ({ title, rate: toPercent(Number(shares[place])) }));
};

/** What a change makes of the parts of a tax. */
const ChangePartRows = ({ form, place }: { form: UseFormReturnType<TaxValues>; place: number }) => {
  const { parts, schedule } = form.getValues();
  const { from, rate, parts: changed = [] } = schedule[place]!;
  const whole = toRate(rate);
  const sum = changed.reduce((all, part) => all + (toRate(part.rate) ?? 0), 0);
  if (changed.length === 0)
    return parts.length === 0 ? null : (
      <AddRow onClick={() => form.setFieldValue(`schedule.${place}.parts`, partsAt(parts, rate))}>The same parts from {from}</AddRow>
    );
  return (
    <div role="group" aria-label={`Parts from ${from}`} className={classes.parts}>
      {changed.map(({ title }, part) => (
        <NumberInput key={part} label={title} {...rateProps} {...form.getInputProps(`schedule.${place}.parts.${part}.rate`)} />
      ))}
      {whole !== undefined && sum !== whole && (
        <Text size="sm" c="red" role="alert" className={classes.whole}>
          The parts from {from} come to {toPercent(sum)} %, the tax is {toPercent(whole)} %.
        </Text>
      )}
    </div>
  );
};

/** What the tax will be from a business day on. */
const TaxChangeRows = ({ form, today }: { form: UseFormReturnType<TaxValues>; today: string }) => {
  const { schedule, rate, parts } = form.getValues();
  const [last, before] = [...schedule].sort((a, b) => (a.from > b.from ? -1 : 1));
  const wrong = (place: number) => repeatedIn(schedule).includes(place) && { error: TWICE };
  const fromProps = (place: number) => ({ ...form.getInputProps(`schedule.${place}.from`), ...wrong(place) });
  const isLower = last !== undefined && last.from !== '' && last.rate !== '' && Number(last.rate) < Number(before?.rate ?? rate);
  return (
    <div role="group" aria-label="Changes">
      {schedule.map((change, place) => (
        <Fragment key={place}>
          <Group gap="xs" wrap="nowrap" align="flex-end" mb="xs">
            <TextInput className={classes.grow} type="date" label="From" {...fromProps(place)} />
            <NumberInput
              w={110}
              label="Rate"
              {...rateProps}
              {...form.getInputProps(`schedule.${place}.rate`)}
              onChange={(typed) => form.setFieldValue(`schedule.${place}`, { ...change, rate: typed, parts: partsAt(parts, typed) })}
            />
            <RemoveRow label={`Remove the change from ${change.from}`} onClick={() => form.removeListItem('schedule', place)} />
          </Group>
          <ChangePartRows form={form} place={place} />
        </Fragment>
      ))}
      {isLower && (
        <Text size="sm" c="dimmed">
          The lower rate from {last.from} has no end: add a change for the day on which it ends, if it does.
        </Text>
      )}
      <GroupError>{form.errors['schedule']}</GroupError>
      <AddRow onClick={() => form.insertListItem('schedule', { from: today, rate: '', parts: partsAt(parts, '') })}>
        Change the rate on a day
      </AddRow>
    </div>
  );
};

/** A dish for 10.00 as a receipt of today would show it with this tax. */
const TaxPreview = ({ values, currency, today }: { values: TaxValues; currency: string; today: string }) => {
  const { title, type, schedule } = values;
  const typed = schedule.filter((change) => change.rate !== '');
  const { rate, parts = [] } = changeOn(typed, today) ?? values;
  const read = toRate(rate);
  if (read === undefined || type === '' || title.trim() === '') return null;
  const { decimals } = currencyOf(currency);
  const unitPrice = 10n * 10n ** BigInt(decimals);
  const { totals } = costOf({ lines: [{ unitPrice, quantity: 1, tax: { id: 0, title, rate: read, type } }] });
  const money = (minor: bigint) => <Money value={toDecimal(minor, decimals)} currency={currency} />;
  const shares = splitParts(
    totals.tax,
    parts.map((part) => ({ title: part.title, rate: toRate(part.rate) ?? 0 })),
  );
  return (
    <dl className={classes.preview} aria-label="On a receipt">
      <dt>A dish</dt>
      <dd>{money(unitPrice)}</dd>
      <dt>Net</dt>
      <dd>{money(totals.net)}</dd>
      <dt>
        {ownDirection(title)} {rate}%
      </dt>
      <dd>{money(totals.tax)}</dd>
      {shares.flatMap((part, place) => [
        <dt key={`title ${place}`} className={classes.part}>
          {part.title} {toPercent(part.rate)}%
        </dt>,
        <dd key={`sum ${place}`} className={classes.part}>
          {money(part.tax)}
        </dd>,
      ])}
      <dt className={classes.paid}>The guest pays</dt>
      <dd className={classes.paid}>{money(totals.total)}</dd>
    </dl>
  );
};

interface TaxDialogProps {
  /** Without one a new one is added. */
  tax: Tax | undefined;
  onClose: () => void;
  /** Where it is added beside something else, which then takes it: no other one follows. */
  onAdded?: (id: number) => void;
}

export const TaxDialog = ({ tax, onClose, onAdded }: TaxDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addTax | typeof updateTax, TaxValues>(
    tax ? updateTax : addTax,
    {
      title: tax?.title ?? '',
      rate: tax?.rate ?? '',
      type: tax?.type ?? '',
      parts: tax?.parts ?? [],
      schedule: tax?.schedule ?? [],
    },
    (values) => values,
    { text: rowsText },
  );
  const store = useReply(getStoreSetting, {}).data;
  const today = store ? businessDayOf(serverNow(), store) : new Date(serverNow()).toISOString().slice(0, 10);
  const another = useAnother(form, onClose, ['type']);
  const options = { refreshes: [listTaxes], onFailed: showErrors };
  const add = useAction(addTax, {
    ...options,
    onDone: ({ id }) => {
      onAdded?.(id);
      another.onDone();
    },
  });
  const update = useAction(updateTax, { ...options, onDone: onClose });

  const save = ({ title, rate, type, parts, schedule }: TaxValues) => {
    // The contract has refused the empty type.
    const plain = (rows: readonly PartValue[] = []) => rows.map((part) => ({ title: part.title, rate: part.rate }));
    const body = {
      title,
      rate,
      type: type as Tax['type'],
      ...((parts.length > 0 || tax?.parts?.length) && { parts: plain(parts) }),
      ...((schedule.length > 0 || tax?.schedule?.length) && {
        schedule: schedule.map((change) => ({ from: change.from, rate: change.rate, parts: plain(change.parts) })),
      }),
    };
    return tax ? update.run({ params: { id: String(tax.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body });
  };

  return (
    <FormDialog
      title={tax ? 'Update Tax' : 'Add Tax'}
      label={tax ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
      ask={tax || onAdded ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      {/* Nothing is clamped: what is wrong gets its sentence instead of being changed silently. */}
      <NumberInput
        label="Rate"
        description="0 to 100"
        suffix=" %"
        inputMode="decimal"
        min={0}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('rate')}
      />
      <NativeSelect
        label="Type"
        data={[
          { value: '', label: 'Please select' },
          { value: 'exclusive', label: 'Exclusive: added on top of the price' },
          { value: 'inclusive', label: 'Inclusive: contained in the price' },
        ]}
        {...form.getInputProps('type')}
      />
      <TaxPartRows form={form} />
      <TaxChangeRows form={form} today={today} />
      {store && <TaxPreview values={form.getValues()} currency={store.currency} today={today} />}
    </FormDialog>
  );
};
