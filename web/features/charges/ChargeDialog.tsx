import { Chip, Group, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useId } from 'react';
import { addCharge, type Charge, type ChargeKind, listCharges, updateCharge } from '#contract/charges.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { readChoices } from '#web/parts/choice-reading.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { GroupError } from '#web/parts/GroupError.tsx';
import { PriceInput } from '#web/parts/PriceInput.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

type Option = Charge['deliveryTypes'][number];

const kindTitles: Record<ChargeKind, string> = { percent: 'Percent of what is left of the lines', amount: 'A sum for each bill' };

interface Values extends Record<string, unknown> {
  title: string;
  kind: ChargeKind;
  value: number | string;
  taxId: string;
  deliveryTypes: Option[];
  minCovers: number | string;
  isActive: boolean;
}

const valuesOf = (charge: Charge | undefined): Values => ({
  title: charge?.title ?? '',
  kind: charge?.kind ?? 'percent',
  value: charge?.value ?? '',
  taxId: charge?.taxId == null ? '' : String(charge.taxId),
  deliveryTypes: charge?.deliveryTypes ?? [],
  minCovers: charge?.minCovers ?? 0,
  isActive: charge?.isActive ?? true,
});

interface ChargeDialogProps {
  /** Without one a new one is added. */
  charge: Charge | undefined;
  onClose: () => void;
}

export const ChargeDialog = ({ charge, onClose }: ChargeDialogProps) => {
  const taxes = useReply(listTaxes, {}).data ?? [];
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const choices = readChoices({ taxId: { rows: taxes, none: 'None', empty: '' } });
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addCharge | typeof updateCharge, Values>(
    charge ? updateCharge : addCharge,
    valuesOf(charge),
    (values) => values,
    {
      take: choices.take,
      text: (field, value) => {
        if (field === 'deliveryTypes') return (value as Option[]).map((type) => deliveryTitles[type]).join(', ') || 'all of them';
        return field === 'kind' ? kindTitles[value as ChargeKind] : choices.text(field, value);
      },
    },
  );
  const another = useAnother(form, onClose, ['kind', 'taxId']);
  const options = { refreshes: [listCharges], onFailed: showErrors };
  const add = useAction(addCharge, { ...options, onDone: another.onDone });
  const update = useAction(updateCharge, { ...options, onDone: onClose });
  const whereId = useId();
  const isPercent = form.getValues().kind === 'percent';

  return (
    <FormDialog
      title={charge ? 'Update Charge' : 'Add Charge'}
      label={charge ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        charge ? update.run({ params: { id: String(charge.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={charge ? undefined : another.ask}
    >
      <TextInput label="Title" placeholder="Service" data-autofocus {...form.getInputProps('title')} />
      <NativeSelect
        label="Kind"
        data={Object.entries(kindTitles).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
      <PriceInput label={isPercent ? 'Percent' : 'Sum'} currency={isPercent ? null : currency} {...form.getInputProps('value')} />
      <NativeSelect
        label="Tax"
        description="A charge is a sum without tax on top, as a dish is."
        data={[{ value: '', label: 'None' }, ...taxes.map(({ id, title }) => ({ value: String(id), label: title }))]}
        {...form.getInputProps('taxId')}
      />
      <Input.Wrapper label="Dining options" description="None chosen: all of them." labelElement="div" labelProps={{ id: whereId }}>
        <Chip.Group multiple {...form.getInputProps('deliveryTypes')}>
          <Group gap="xs" mt={4} role="group" aria-labelledby={whereId}>
            {Object.entries(deliveryTitles).map(([value, label]) => (
              <Chip key={value} value={value} size="md" styles={{ label: { height: 44 } }}>
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <GroupError>{form.errors['deliveryTypes']}</GroupError>
      </Input.Wrapper>
      <NumberInput
        label="From how many guests"
        description="0: of any number. It applies once the guests of a bill were counted."
        min={0}
        max={999}
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        {...form.getInputProps('minCovers')}
      />
      <SwitchRow label="On" description="Off, no bill is charged any more." {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </FormDialog>
  );
};
