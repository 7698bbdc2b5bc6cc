import { Card, Title } from '@mantine/core';
import type { Reply } from '#contract/endpoint.ts';
import { getCurrencyPreview, getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { changedOf, useSavedForm } from '#web/parts/saved-form.ts';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { SENDS_MAIL } from '#web/platform/page-facts.ts';
import { useMember } from '#web/platform/session.tsx';
import { currencyLoss } from './currency-change.ts';
import { KitchenFields } from './KitchenFields.tsx';
import { QrFields } from './QrFields.tsx';
import { RegionFields } from './RegionFields.tsx';
import { StoreFields } from './StoreFields.tsx';
import { TillFields } from './TillFields.tsx';
import classes from './StoreDetailsForm.module.css';

type StoreSetting = Reply<typeof getStoreSetting>;

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

const NEW_DEVICES = 'An e-mail when somebody signs in on a device that was not known. It comes once you have confirmed your address.';

export const StoreDetailsForm = ({ settings }: { settings: StoreSetting }) => {
  const stored = valuesOf(settings);
  const { form, submit, showErrors, basedOn } = useContractForm<typeof saveStoreSetting, typeof stored>(saveStoreSetting, stored);
  const isChanged = useSavedForm(form, stored);
  const { currency } = form.getValues();
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
            ...currencyLoss(stored.currency, body.currency, samples.data),
          },
  });
  const member = useMember();

  const save = async (values: typeof stored) => {
    if (await run({ body: { ...changedOf(form, values), basedOn: basedOn() } })) form.resetDirty(values);
  };

  return (
    <form noValidate onSubmit={submit(save)} className={classes.form}>
      <StoreFields form={form} />
      <RegionFields form={form} stored={stored} samples={samples.data} />
      <KitchenFields form={form} />
      <TillFields form={form} />
      <QrFields form={form} settings={settings} />

      {member?.role === 'admin' && (
        <Card component="section" bg="var(--surface)" aria-labelledby="settings-emails">
          <Title order={2} id="settings-emails" mb="xs">
            E-mails to the owner
          </Title>
          <SwitchRow
            label="Tell Me of New Devices"
            description={SENDS_MAIL ? NEW_DEVICES : `${NEW_DEVICES} This server sends no e-mail.`}
            {...form.getInputProps('newDeviceLetter', { type: 'checkbox' })}
          />
        </Card>
      )}

      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};
