import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { OrderGroup } from '#contract/orders.ts';
import { cardKey } from '#web/parts/bill.ts';
import { Chip, Chips } from '#web/parts/Chips.tsx';
import { type Filter, floorNamesOf, tablesOf } from './order-filter.ts';
import classes from './OrderFilter.module.css';

interface OrderFilterProps {
  cards: readonly OrderGroup[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** On a phone the search alone is seen, and the rest behind a button. */
  isFolded: boolean;
  /** What else stands behind it. */
  children: ReactNode;
}

/** So many cards are in sight together. */
const FEW = 6;

/** Where is table 4? A search, and the tables with a bill, each one touch away. */
export const OrderFilter = ({ cards, filter, onFilter, isFolded, children }: OrderFilterProps) => {
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const set = [filter.floor, filter.table].filter((chosen) => chosen !== undefined).length;
  const hasChips = cards.length > FEW || set > 0;
  const floors = floorNamesOf(cards);
  const tables = tablesOf(cards).filter(({ floor }) => filter.floor === undefined || floor === filter.floor);
  const chip = (key: string, title: string, isOn: boolean, next: Partial<Filter>) => (
    <Chip
      key={key}
      isOn={isOn}
      onClick={() => {
        onFilter({ ...filter, ...next });
        // what was looked for is in sight
        if (!isFolded || next.table === undefined) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <bdi>{title}</bdi>
    </Chip>
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
            <ActionIcon aria-label="Clear search" onClick={() => onFilter({ ...filter, text: '' })}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )
        }
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value, table: undefined })}
      />
      {isFolded && (children || hasChips) && (
        <Button
          ref={button}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          Filter{set > 0 && ` (${set})`}
        </Button>
      )}
      <div id={panelId} className={classes.panel} hidden={isFolded && !isOpen}>
        {children}
        {hasChips && (
          <Chips label="Tables">
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
          </Chips>
        )}
      </div>
    </div>
  );
};
