import { type ReactNode, useState } from 'react';
import type { Currency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { lineOf, type NewLine } from './cart.ts';
import { DishFacts } from './DishFacts.tsx';
import { NotesField } from './NotesField.tsx';
import { Picture } from './Picture.tsx';
import { lineText, priceText } from './prices.ts';
import { Quantity } from './Quantity.tsx';
import { Sheet } from './Sheet.tsx';

interface ItemDialogProps {
  item: MenuItem;
  currency: Currency;
  mayOrder: boolean;
  onAdd: (line: NewLine) => void;
  onClose: () => void;
  /** Why it could not be added. */
  children?: ReactNode;
}

/** One dish with all that can be chosen of it. */
export const ItemDialog = ({ item, currency, mayOrder: takesOrders, onAdd, onClose, children }: ItemDialogProps) => {
  const mayOrder = takesOrders && !item.sold_out;
  // by id: the menu is loaded again while this is open, and may then have a dish without what was chosen of it
  const [variantId, setVariantId] = useState(item.variants[0]?.id);
  const [addonIds, setAddonIds] = useState<readonly number[]>([]);
  const variant = item.variants.find(({ id }) => id === variantId) ?? null;
  const addons = item.addons.filter(({ id }) => addonIds.includes(id));
  const [notes, setNotes] = useState('');
  const [quantity, setQuantity] = useState(1);
  const line = lineOf(item, { variant, addons, notes: notes.trim() || null, quantity }, currency);

  return (
    <Sheet title={<bdi>{item.title}</bdi>} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(line);
        }}
      >
        {item.image && <Picture item={item} isLarge />}
        {item.sold_out && <p className="sold-out">Sold out</p>}
        {item.variants.length === 0 && <p className="price big">{priceText(item.price, currency)}</p>}
        {item.description && (
          <p className="about" dir="auto">
            {item.description}
          </p>
        )}
        <DishFacts item={item} isWhole />
        {item.variants.length > 0 && (
          <fieldset className="choices">
            <legend>{mayOrder ? 'Choose one' : 'Sizes'}</legend>
            {item.variants.map((one) => (
              <label key={one.id}>
                {mayOrder && (
                  <input type="radio" name="variant" required checked={one.id === variant?.id} onChange={() => setVariantId(one.id)} />
                )}
                <bdi>{one.title}</bdi>
                <span className="price">{priceText(one.price, currency)}</span>
              </label>
            ))}
          </fieldset>
        )}
        {item.addons.length > 0 && (
          <fieldset className="choices">
            <legend>Extras</legend>
            {item.addons.map((one) => (
              <label key={one.id}>
                {mayOrder && (
                  <input
                    type="checkbox"
                    checked={addons.includes(one)}
                    onChange={({ target }) => setAddonIds(target.checked ? [...addonIds, one.id] : addonIds.filter((id) => id !== one.id))}
                  />
                )}
                <bdi>{one.title}</bdi>
                <span className="price">+{priceText(one.price, currency)}</span>
              </label>
            ))}
            {item.allergens && <p className="contains">Allergens of extras: ask the staff.</p>}
          </fieldset>
        )}
        {mayOrder && (
          <>
            <NotesField value={notes} onChange={setNotes} />
            {children}
            <div className="sheet-foot">
              <Quantity value={quantity} onChange={setQuantity} of={item.title} least={1} />
              <button type="submit" className="button">
                Add <span className="tabular">{lineText(line, currency)}</span>
              </button>
            </div>
          </>
        )}
      </form>
    </Sheet>
  );
};
