import { Card, Text, TextInput, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Money } from '#web/parts/Money.tsx';
import { PriceInput } from '#web/parts/PriceInput.tsx';
import { SelectOfMany } from '#web/parts/SelectOfMany.tsx';
import { currencyChoices, timeThere, timezoneChoices } from '#web/parts/store-choices.ts';
import { CURRENCY_KEEPS, type PriceSample } from './currency-change.ts';
import classes from './StoreDetailsForm.module.css';

interface RegionFieldsProps {
  form: {
    getInputProps: (field: 'currency' | 'cashRounding' | 'timezone' | 'dayStart') => GetInputPropsReturnType;
    getValues: () => { currency: string; timezone: string };
  };
  stored: { currency: string; timezone: string };
  /** Prices in the chosen currency, where it is another one. */
  samples: readonly PriceSample[] | undefined;
}

/** In what the store is paid, and when its day begins. */
export const RegionFields = ({ form, stored, samples }: RegionFieldsProps) => {
  const { currency, timezone } = form.getValues();
  const from = stored.currency;
  const timezones = useMemo(() => timezoneChoices(stored.timezone), [stored.timezone]);
  return (
    <Card component="section" bg="var(--surface)" aria-labelledby="settings-region">
      <Title order={2} id="settings-region" mb="md">
        Currency and time
      </Title>
      <div className={classes.fields}>
        <SelectOfMany className={classes.wide} label="Currency" data={currencyChoices} {...form.getInputProps('currency')} />
        {currency !== from && (
          <Text size="sm" c="dimmed" className={classes.wide} role="status">
            {CURRENCY_KEEPS}
          </Text>
        )}
        {currency !== from && samples && samples.length > 0 && (
          <ul className={`${classes.wide} ${classes.samples}`} aria-label="Prices before and after">
            {samples.map(({ title, before, after }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- titles are not unique, and rows have no state
              <li key={index}>
                <span className={classes.sample}>{title}</span>
                <Money value={before} currency={from} />
                <IconArrowRight size={16} role="img" aria-label="becomes" />
                <Money value={after} currency={currency} />
              </li>
            ))}
          </ul>
        )}
        <PriceInput
          className={classes.wide}
          label="Smallest sum in cash"
          currency={currency || undefined}
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
  );
};
