import { ActionIcon, Button } from '@mantine/core';
import { IconBookmarks, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { PosInit } from '#contract/pos.ts';
import { currencyOf } from '#contract/money-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { dateAndTime } from '#web/platform/dates.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { priceCart } from './cart-prices.ts';
import type { Draft } from './drafts.ts';
import classes from './DraftsDialog.module.css';

interface DraftsDialogProps {
  drafts: readonly Draft[];
  /** Not known yet: the till's first answer is on its way. */
  init: PosInit | undefined;
  onOpen: (draft: Draft) => void;
  onDelete: (draft: Draft) => void;
  onClear: () => void;
  onClose: () => void;
}

/** Of one that nobody has named, its table and its customer. */
const titleOf = ({ nameRef, tableId, customer }: Draft, init: PosInit | undefined): string => {
  const table = init?.storeTables.find(({ id }) => id === tableId)?.table_title;
  return nameRef || [table, customer?.name].filter(Boolean).join(' · ') || 'Draft';
};

/** By the store's clock. */
const dateOf = ({ at, date }: Draft, init: PosInit | undefined): string =>
  at && init ? dateAndTime(at, init.storeSettings.timezone) : date;

const whatIsIn = ({ cart }: Draft): string => cart.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ');

export const DraftsDialog = ({ drafts, init, onOpen, onDelete, onClear, onClose }: DraftsDialogProps) => {
  const menu = useMemo(() => new Map(init?.menuItems.map((item) => [item.id, item])), [init]);
  const currency = init?.storeSettings.currency;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Drafts List"
      footer={
        drafts.length > 0 && (
          <Button variant="subtle" color="red" onClick={onClear}>
            Clear all
          </Button>
        )
      }
    >
      {drafts.length === 0 ? (
        <EmptyState icon={IconBookmarks} sentence="No drafts. Put a cart aside with Save Draft; it waits here." />
      ) : (
        <ul className={classes.drafts}>
          {drafts.map((draft) => {
            const name = titleOf(draft, init);
            const date = dateOf(draft, init);
            return (
              <li key={draft.key} className={classes.draft}>
                <button type="button" className={classes.open} onClick={() => onOpen(draft)}>
                  <span className="sr-only">Open</span>{' '}
                  <span className={classes.head}>
                    <span className={classes.name}>{name}</span> <span className={classes.date}>{date}</span>{' '}
                    {currency && (
                      <Money
                        value={priceCart(draft.cart, menu, currencyOf(currency), { ...draft, charges: init?.charges }).total}
                        currency={currency}
                        className={classes.sum}
                      />
                    )}
                  </span>
                  <span className={classes.content}>{whatIsIn(draft)}</span>
                </button>
                <ActionIcon aria-label={`Delete ${name}, ${date}`} onClick={() => onDelete(draft)}>
                  <IconTrash size={18} stroke={1.75} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
};
