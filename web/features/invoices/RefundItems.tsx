import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { OpenedInvoice } from '#contract/invoices.ts';
import classes from './InvoiceDialog.module.css';

interface RefundItemsProps {
  items: OpenedInvoice['items'];
  /** How many of each line are taken back. */
  pieces: Readonly<Record<number, number>>;
  onPieces: (pieces: Readonly<Record<number, number>>) => void;
}

/** The lines of an invoice with how many pieces of each are taken back: one by one, or all that are left. */
export const RefundItems = ({ items, pieces, onPieces }: RefundItemsProps) => (
  <ul aria-label="Items">
    {items.map(({ id, item_title: title, variant_title: variant, refundable }) => {
      const taken = pieces[id] ?? 0;
      const take = (count: number) => onPieces({ ...pieces, [id]: count });
      return (
        <li key={id} className={`${classes.row} ${classes.centred}`}>
          <span className={classes.what}>
            {title}
            {variant && ` – ${variant}`}
            <span className={classes.quiet}>{refundable} can be refunded</span>
          </span>
          <span role="group" aria-label={`Pieces of ${title} to refund`} className={classes.pieces}>
            {refundable > 1 && (
              <Button variant="default" h={44} px={12} disabled={taken === refundable} onClick={() => take(refundable)}>
                All {refundable}
              </Button>
            )}
            <ActionIcon variant="default" size={44} aria-label={`One ${title} less`} disabled={taken === 0} onClick={() => take(taken - 1)}>
              <IconMinus size={18} aria-hidden />
            </ActionIcon>
            <span className={classes.taken} aria-live="polite">
              {taken}
            </span>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={`One ${title} more`}
              disabled={taken >= refundable}
              onClick={() => take(taken + 1)}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </span>
        </li>
      );
    })}
  </ul>
);
