import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { OrderGroup } from '#contract/orders.ts';
import { cardKey } from '#web/parts/bill.ts';
import { type Filter, floorNamesOf, tablesOf } from './order-filter.ts';
import classes from './OrderFilter.module.css';

interface OrderFilterProps {
  cards: readonly OrderGroup[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** So many cards are in sight together. */
const FEW = 6;

/** Where is table 4? A search, and the tables with a bill, each one touch away. */
export const OrderFilter = ({ cards, filter, onFilter }: OrderFilterProps) => {
  const floors = floorNamesOf(cards);
  const tables = tablesOf(cards).filter(({ floor }) => filter.floor === undefined || floor === filter.floor);
  const chip = (key: string, title: string, isOn: boolean, next: Partial<Filter>) => (
    <button
      key={key}
      type="button"
      className={`${classes.chip} tabular`}
      aria-pressed={isOn}
      onClick={() => onFilter({ ...filter, ...next })}
    >
      {title}
    </button>
  );
  return (
    <div className={classes.filter}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label="Search orders"
        placeholder="Table, token, customer"
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          filter.text && (
            <ActionIcon size="lg" aria-label="Clear search" onClick={() => onFilter({ ...filter, text: '' })}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )
        }
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value, table: undefined })}
      />
      {cards.length > FEW && (
        <div role="group" aria-label="Tables" className={classes.chips}>
          {floors.length > 1 &&
            floors.map((floor) =>
              chip(`floor ${floor}`, floor, filter.floor === floor, {
                floor: filter.floor === floor ? undefined : floor,
                table: undefined,
              }),
            )}
          {floors.length > 1 && <span className={classes.gap} />}
          {tables.map((card) => {
            const key = cardKey(card);
            return chip(key, card.table_title ?? '', filter.table === key, { table: filter.table === key ? undefined : key, text: '' });
          })}
        </div>
      )}
    </div>
  );
};
