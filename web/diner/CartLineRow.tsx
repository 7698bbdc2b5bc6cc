import { useState } from 'react';
import type { Currency } from '#contract/currencies.ts';
import type { ShownLine } from './cart.ts';
import { Icon } from './Icon.tsx';
import { NotesField } from './NotesField.tsx';
import { lineText, priceText } from './prices.ts';
import { Quantity } from './Quantity.tsx';

interface CartLineRowProps {
  line: ShownLine;
  currency: Currency;
  onQuantity: (line: ShownLine, quantity: number) => void;
  onNotes: (line: ShownLine, notes: string | null) => void;
}

/** One line of the cart. Its notes are kept with every letter: a phone that is put away leaves no field. */
export const CartLineRow = ({ line, currency, onQuantity, onNotes }: CartLineRowProps) => {
  const [notes, setNotes] = useState(line.notes ?? '');
  const [isWriting, setWriting] = useState(line.notes !== null);
  const { title, variant, addons } = line;
  return (
    <li className={line.isGone ? 'line gone' : 'line'}>
      <div className="line-text">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {(variant || addons.length > 0) && (
          <p className="options">
            {[...(variant ? [variant] : []), ...addons].map((one, index) => (
              <span key={`${index} ${one.id}`}>
                <bdi>{one.title}</bdi>
              </span>
            ))}
          </p>
        )}
        {line.isGone && <p className="warning">No longer available. Please remove it.</p>}
        {line.oldPrice !== null && (
          <p className="warning">
            Now {priceText(line.price, currency)}, it was {priceText(line.oldPrice, currency)}.
          </p>
        )}
      </div>
      <p className="price">{lineText(line, currency)}</p>
      {!line.isGone && isWriting && (
        <div
          className="line-notes"
          onBlur={() => {
            if (!notes.trim()) setWriting(false);
          }}
        >
          <NotesField
            value={notes}
            onChange={(written) => {
              setNotes(written);
              onNotes(line, written.trim() || null);
            }}
            of={title}
          />
        </div>
      )}
      <div className="line-foot">
        <button type="button" className="text-button" aria-label={`Remove ${title}`} onClick={() => onQuantity(line, 0)}>
          <Icon name="remove" /> Remove
        </button>
        {!line.isGone && !isWriting && (
          <button type="button" className="text-button" aria-label={`Add notes for ${title}`} onClick={() => setWriting(true)}>
            Add Notes
          </button>
        )}
        {!line.isGone && <Quantity value={line.quantity} of={title} onChange={(quantity) => onQuantity(line, quantity)} />}
      </div>
    </li>
  );
};
