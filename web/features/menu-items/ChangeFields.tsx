import { Group, Input, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { currencyOf } from '#contract/money-text.ts';
import { unclearSum } from '#web/parts/money-text.ts';
import { isReadable, type ManyEdit, type PriceChange } from './many-items.ts';

export interface Choice {
  value: string;
  label: string;
}
export type Choices = Record<'tax' | 'category', readonly Choice[]>;

/** What is to be changed, and to what. */
export interface Chosen {
  what: ManyEdit['what'];
  price: PriceChange;
  /** ids; null: nothing chosen yet */
  tax: string | null;
  category: string | null;
  soldOut: 'true' | 'false' | null;
}

interface ChangeFieldsProps {
  chosen: Chosen;
  onChoose: (next: Partial<Chosen>) => void;
  choices: Choices;
  currency: string;
}

const PriceFields = ({ price, currency, onChoose }: { price: PriceChange; currency: string; onChoose: (price: PriceChange) => void }) => {
  const { symbol, decimals } = currencyOf(currency);
  const isWrong = price.amount !== '' && !isReadable(price, decimals);
  const isPercent = price.by === 'percent';
  const wrongSentence = isPercent
    ? 'Please enter a percentage above 0, at most 1000!'
    : (unclearSum(price.amount, decimals) ?? 'Please provide valid price!');
  return (
    <Stack gap="xs">
      <Group gap="sm" grow>
        <SegmentedControl
          aria-label="Up or down"
          data={[
            { value: 'up', label: 'Raise' },
            { value: 'down', label: 'Lower' },
          ]}
          value={price.way}
          onChange={(way) => onChoose({ ...price, way: way as PriceChange['way'] })}
        />
        <SegmentedControl
          aria-label="Percent or sum"
          data={[
            { value: 'percent', label: 'Percent' },
            { value: 'sum', label: 'Sum' },
          ]}
          value={price.by}
          onChange={(by) => onChoose({ ...price, by: by as PriceChange['by'] })}
        />
      </Group>
      <TextInput
        label={isPercent ? 'By how many percent' : 'By how much'}
        description="Variants with a price change with it, addons do not. What is free stays free."
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        leftSection={<span aria-hidden>{isPercent ? '%' : symbol}</span>}
        value={price.amount}
        error={isWrong && wrongSentence}
        onChange={(event) => onChoose({ ...price, amount: event.currentTarget.value.trim() })}
      />
    </Stack>
  );
};

/** The fields of what is to be changed. */
export const ChangeFields = ({ chosen, onChoose, choices, currency }: ChangeFieldsProps) => {
  if (chosen.what === 'price') return <PriceFields price={chosen.price} currency={currency} onChoose={(price) => onChoose({ price })} />;
  if (chosen.what === 'tax')
    return (
      <Select
        label="New tax"
        placeholder="Choose a tax"
        data={choices.tax}
        allowDeselect={false}
        value={chosen.tax}
        onChange={(tax) => onChoose({ tax })}
      />
    );
  if (chosen.what === 'category')
    return (
      <Select
        label="New category"
        placeholder="Choose a category"
        data={choices.category}
        searchable={choices.category.length > 8}
        selectFirstOptionOnChange
        allowDeselect={false}
        value={chosen.category}
        onChange={(category) => onChoose({ category })}
      />
    );
  return (
    <Input.Wrapper labelElement="div" label="These items are" description="Sold out ends with the business day.">
      <SegmentedControl
        aria-label="Sold out or available"
        fullWidth
        data={[
          { value: 'true', label: 'Sold out' },
          { value: 'false', label: 'Available' },
        ]}
        value={chosen.soldOut ?? ''}
        onChange={(soldOut) => onChoose({ soldOut: soldOut as 'true' | 'false' })}
      />
    </Input.Wrapper>
  );
};
