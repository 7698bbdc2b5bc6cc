import { Card, NumberInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { getCurrencyPreview, getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { Money } from '#web/parts/Money.tsx';
import { moneyText } from '#contract/money-text.ts';
import { changedOf, useSavedForm } from '#web/parts/saved-form.ts';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { SelectOfMany } from '#web/parts/SelectOfMany.tsx';
import { currencyChoices, timeThere, timezoneChoices } from '#web/parts/store-choices.ts';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { useMember } from '#web/platform/session.tsx';
import { QrMenu } from './QrMenu.tsx';
import { TillFields } from './TillFields.tsx';
import classes from './StoreDetailsForm.module.css';

const CURRENCY_KEEPS =
  'Prices on the menu keep their numbers and are not converted. What is rounded is kept for the way back. Past orders and invoices stay as they are. All open orders must be closed first.';

export type StoreSetting = Reply<typeof getStoreSetting>;

/** Empty fields instead of null. */
const valuesOf = ({ uniqueQRCode: _, image: __, ...settings }: StoreSetting) => ({
  ...settings,
  address: settings.address ?? '',
  phone: settings.phone ?? '',
  email: settings.email ?? '',
  legalName: settings.legalName ?? '',
  taxNumber: settings.taxNumber ?? '',
  taxNumberLabel: settings.taxNumberLabel ?? '',
  completePaidAfter: settings.completePaidAfter ?? ('' as const),
  lockAfterMinutes: settings.lockAfterMinutes ?? ('' as const),
});

export const StoreDetailsForm = ({ settings }: { settings: StoreSetting }) => {
  const stored = valuesOf(settings);
  const { form, submit, showErrors, basedOn } = useContractForm<typeof saveStoreSetting, typeof stored>(saveStoreSetting, stored);
  const isChanged = useSavedForm(form, stored);
  const { currency, timezone, isQRMenuEnabled, isQROrderEnabled } = form.getValues();
  // of the menu as it stands now
  const samples = useReply(getCurrencyPreview, { query: { currency } }, { enabled: currency !== stored.currency });
  const { run, isPending } = useAction(saveStoreSetting, {
    refreshes: [getStoreSetting],
    onFailed: showErrors,
    confirm: ({ body }) =>
      // a new restaurant without a price has nothing to lose
      body.currency === undefined || body.currency === stored.currency || samples.data?.length === 0
        ? undefined
        : {
            verb: 'Change',
            thing: `the currency from ${stored.currency} to ${body.currency}`,
            sentence: CURRENCY_KEEPS,
            consequence: samples.data
              ?.map(({ title, before, after }) => `${title}: ${moneyText(before, stored.currency)} becomes ${moneyText(after, currency)}`)
              .join(' · '),
          },
  });
  const member = useMember();
  const timezones = useMemo(() => timezoneChoices(stored.timezone), [stored.timezone]);

  const save = async (values: typeof stored) => {
    if (await run({ body: { ...changedOf(form, values), basedOn: basedOn() } })) form.resetDirty(values);
  };

  return (
    <form noValidate onSubmit={submit(save)} className={classes.form}>
      <Card component="section" bg="var(--surface)" aria-labelledby="settings-store">
        <Title order={2} id="settings-store" mb="md">
          Store
        </Title>
        <div className={classes.fields}>
          <TextInput className={classes.wide} label="Store name" autoComplete="organization" {...form.getInputProps('storeName')} />
          <Textarea className={classes.wide} label="Address" autosize minRows={2} maxRows={6} {...form.getInputProps('address')} />
          <TextInput label="Email" type="email" {...form.getInputProps('email')} />
          <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
          <TextInput
            className={classes.wide}
            label="Legal name"
            autoComplete="off"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="Printed on receipts, where it differs from the store name."
            {...form.getInputProps('legalName')}
          />
          <TextInput label="Tax number" autoComplete="off" {...form.getInputProps('taxNumber')} />
          <TextInput
            label="What the number is called"
            placeholder="VAT, GSTIN, ABN …"
            autoComplete="off"
            {...form.getInputProps('taxNumberLabel')}
          />
        </div>
      </Card>

      <Card component="section" bg="var(--surface)" aria-labelledby="settings-region">
        <Title order={2} id="settings-region" mb="md">
          Currency and time
        </Title>
        <div className={classes.fields}>
          <SelectOfMany className={classes.wide} label="Currency" data={currencyChoices} {...form.getInputProps('currency')} />
          {currency !== stored.currency && (
            <Text size="sm" c="dimmed" className={classes.wide} role="status">
              {CURRENCY_KEEPS}
            </Text>
          )}
          {currency !== stored.currency && samples.data && samples.data.length > 0 && (
            <ul className={`${classes.wide} ${classes.samples}`} aria-label="Prices before and after">
              {samples.data.map(({ title, before, after }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- titles are not unique, and rows have no state
                <li key={index}>
                  <span className={classes.sample}>{title}</span>
                  <Money value={before} currency={stored.currency} />
                  <IconArrowRight size={16} role="img" aria-label="becomes" />
                  <Money value={after} currency={currency} />
                </li>
              ))}
            </ul>
          )}
          <NumberInput
            className={classes.wide}
            label="Smallest sum in cash"
            inputMode="decimal"
            allowNegative={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="The last payment of a bill, when it is cash, is rounded to it, and the receipt says so: with 0.05, 10.02 is paid as 10.00. 0: not rounded."
            {...form.getInputProps('cashRounding')}
          />
          <SelectOfMany
            label="Time zone"
            data={timezones}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={`It is ${timeThere(timezone)} there now.`}
            {...form.getInputProps('timezone')}
          />
          <TextInput
            label="Day starts at"
            type="time"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="Orders before this hour belong to the day before, in tokens and reports."
            {...form.getInputProps('dayStart')}
          />
        </div>
      </Card>

      <Card component="section" bg="var(--surface)" aria-labelledby="settings-kitchen">
        <Title order={2} id="settings-kitchen" mb="md">
          Kitchen and orders
        </Title>
        <div className={classes.fields}>
          <NumberInput
            label="Ticket is late after"
            suffix=" min"
            inputMode="numeric"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="The kitchen then shows it in yellow."
            {...form.getInputProps('kitchenWarnMinutes')}
          />
          <NumberInput
            label="Ticket is overdue after"
            suffix=" min"
            inputMode="numeric"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="The kitchen then shows it in red."
            {...form.getInputProps('kitchenLateMinutes')}
          />
          <NumberInput
            label="Paid orders leave the board after"
            suffix=" min"
            inputMode="numeric"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="Once everything is made; at once when all is delivered, and at the end of the day. Empty: never by themselves."
            {...form.getInputProps('completePaidAfter')}
          />
        </div>
        <SwitchRow
          label="A kitchen makes what is ordered"
          description="When this is off, items count as completed when they are sent, and the Kitchen stays empty."
          {...form.getInputProps('cooksHere', { type: 'checkbox' })}
        />
      </Card>

      <TillFields form={form} />

      <Card component="section" bg="var(--surface)" aria-labelledby="settings-qr">
        <Title order={2} id="settings-qr" mb="xs">
          QR menu
        </Title>
        <Stack gap="xs">
          <SwitchRow
            label="Enable QR Menu"
            description="Guests scan a code and see the menu on their phone."
            {...form.getInputProps('isQRMenuEnabled', { type: 'checkbox' })}
          />
          <SwitchRow
            label="Enable Order Via QR Menu"
            description={
              isQRMenuEnabled ? 'Guests may also order from it.' : 'Guests may also order from it, as soon as the QR menu is on.'
            }
            {...form.getInputProps('isQROrderEnabled', { type: 'checkbox' })}
          />
          {isQROrderEnabled && (
            <SwitchRow
              label="Send QR Orders Straight to the Kitchen"
              description="When this is off, what guests order waits at the POS until somebody accepts it."
              {...form.getInputProps('isQROrderToKitchen', { type: 'checkbox' })}
            />
          )}
          <QrMenu code={settings.uniqueQRCode} isWanted={isQRMenuEnabled} isEnabled={settings.isQRMenuEnabled} />
        </Stack>
      </Card>

      {member?.role === 'admin' && (
        <Card component="section" bg="var(--surface)" aria-labelledby="settings-letters">
          <Title order={2} id="settings-letters" mb="xs">
            Letters to the owner
          </Title>
          <SwitchRow
            label="Tell Me of New Devices"
            description="A letter when somebody signs in on a device that was not known. It comes once you have confirmed your address."
            {...form.getInputProps('newDeviceLetter', { type: 'checkbox' })}
          />
        </Card>
      )}

      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};
