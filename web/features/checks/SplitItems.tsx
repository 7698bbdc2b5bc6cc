import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Check, type CheckItem, PARTS_MOST } from '#contract/checks.ts';
import { Money } from '#web/parts/Money.tsx';
import { LineText } from './Rounds.tsx';
import { leftOf, type Part, send, totalOf } from './split.ts';
import classes from './SplitItems.module.css';

interface SplitItemsProps {
  check: Check;
  /** What can go onto another bill. */
  items: readonly CheckItem[];
  parts: readonly Part[];
  onParts: (parts: readonly Part[]) => void;
}

/** Lines at the left, bills at the right: a touch sends one piece to the bill that is selected. */
export const SplitItems = ({ check: { currency }, items, parts, onParts }: SplitItemsProps) => {
  const [selected, setSelected] = useState(0);
  const here = parts[selected]!;
  const staying = totalOf(items, (item) => leftOf(parts, item), currency);
  const go = (place: number, item: CheckItem, count: number) => onParts(send(parts, place, item, count));
  return (
    <div className={classes.columns}>
      <div role="group" aria-label="Bills" className={classes.bills}>
        <p className={classes.stays}>
          Stays here <Money value={staying} currency={currency} />
        </p>
        {parts.map((part, place) => (
          <button
            // parts are only added at the end
            key={place}
            type="button"
            className={classes.bill}
            aria-pressed={place === selected}
            onClick={() => setSelected(place)}
          >
            <span className={classes.name}>{part.name || `Bill ${place + 2}`}</span>
            <Money value={totalOf(items, ({ id }) => part.pieces[id] ?? 0, currency)} currency={currency} />
          </button>
        ))}
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={parts.length === PARTS_MOST}
          onClick={() => {
            onParts([...parts, { name: `Bill ${parts.length + 2}`, pieces: {} }]);
            setSelected(parts.length);
          }}
        >
          Bill
        </Button>
        <TextInput
          label="Name on this screen"
          maxLength={40}
          autoComplete="off"
          className={classes.rename}
          value={here.name}
          onChange={(event) => {
            const name = event.currentTarget.value;
            onParts(parts.map((part, place) => (place === selected ? { ...part, name } : part)));
          }}
        />
      </div>
      <ul className={classes.lines} aria-label="Lines">
        {items.map((item) => {
          const left = leftOf(parts, item);
          const there = here.pieces[item.id] ?? 0;
          const name = item.item_title;
          return (
            <li key={item.id} className={classes.line}>
              <button type="button" className={classes.one} disabled={left === 0} onClick={() => go(selected, item, 1)}>
                <span className={`${classes.left} tabular`}>{left}×</span>
                <LineText item={item} />
                <Money value={item.price} currency={currency} className={classes.price} />
                <span className="only-heard">, one to {here.name}</span>
              </button>
              {left > 1 && (
                <Button
                  variant="default"
                  className={classes.all}
                  aria-label={`All ${left} ${name} to ${here.name}`}
                  onClick={() => go(selected, item, left)}
                >
                  All
                </Button>
              )}
              {there > 0 && (
                <span className={classes.there}>
                  <ActionIcon variant="default" size={44} aria-label={`One ${name} back`} onClick={() => go(selected, item, -1)}>
                    <IconArrowBackUp size={18} aria-hidden />
                  </ActionIcon>
                  <span className="tabular">{there}</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
