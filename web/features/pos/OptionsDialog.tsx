import { Button, Checkbox, Radio } from '@mantine/core';
import { IconDiscount } from '@tabler/icons-react';
import { type FormEvent, Suspense, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { toDecimal } from '#contract/pricing.ts';
import { currencyOf } from '#contract/money-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { useDiscard } from '#web/parts/use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import { type CartLine, MAX_QUANTITY } from './cart.ts';
import { menuPriceOf } from './cart-prices.ts';
import { DishFacts } from './DishFacts.tsx';
import { keepNotes } from './known-notes.ts';
import { NotesField } from './NotesField.tsx';
import classes from './OptionsDialog.module.css';
import { QuantityStepper } from './QuantityStepper.tsx';

const KnownNotes = lazyPart(async () => (await import('./KnownNotes.tsx')).KnownNotes);

interface OptionsDialogProps {
  item: MenuItem;
  currency: string;
  /** The line of the cart that is changed; without one, one is added. */
  line?: CartLine | undefined;
  onAdd: (line: CartLine) => void;
  onRemove?: () => void;
  /** Takes money off the line. */
  onDiscount?: () => void;
  onClose: () => void;
}

/** So many choices are not made once more without a word. */
const MANY = 3;
/** Whether somebody has typed or chosen what is not to be thrown away by a slip. */
const isMuch = (before: ReturnType<typeof chosenBefore>, notes: string, ids: readonly number[]): boolean => {
  const both = [...ids, ...before.addonIds];
  return notes.trim() !== before.notes || both.filter((id) => !ids.includes(id) || !before.addonIds.includes(id)).length >= MANY;
};

const named = ({ id, title }: { id: number; title: string }) => ({ id, title });

/** What is chosen before anybody chose: what the line has, or the first variant of one piece. */
const chosenBefore = (item: MenuItem, line: CartLine | undefined) => ({
  variantId: line ? (line.variant?.id ?? null) : (item.variants[0]?.id ?? null),
  addonIds: line?.addons.map(({ id }) => id) ?? [],
  quantity: line?.quantity ?? 1,
  notes: line?.notes ?? '',
  isDiscounted: (line?.discounts?.length ?? 0) > 0,
});

/** Which variant, which addons, how many, and what the kitchen should know. */
export const OptionsDialog = ({ item, currency, line, onAdd, onRemove, onDiscount, onClose }: OptionsDialogProps) => {
  const [before] = useState(() => chosenBefore(item, line));
  const [variantId, setVariantId] = useState(before.variantId);
  const [addonIds, setAddonIds] = useState<readonly number[]>(before.addonIds);
  const [quantity, setQuantity] = useState(before.quantity);
  const [notes, setNotes] = useState(before.notes);
  const [isDiscounted, setDiscounted] = useState(before.isDiscounted);
  const money = currencyOf(currency);
  const unitPrice = menuPriceOf(item, variantId, addonIds, money) ?? 0n;
  const toggle = (id: number) => setAddonIds((ids) => (ids.includes(id) ? ids.filter((known) => known !== id) : [...ids, id]));
  const { leave, isAsking } = useDiscard(isMuch(before, notes, addonIds), onClose);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (notes.trim() !== before.notes) keepNotes(item.id, notes);
    onAdd({
      ...named(item),
      variant: item.variants.filter(({ id }) => id === variantId).map(named)[0] ?? null,
      addons: item.addons.filter(({ id }) => addonIds.includes(id)).map(named),
      notes: notes.trim(),
      quantity,
      ...(isDiscounted && line?.discounts && { discounts: line.discounts }),
    });
  };

  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title={item.title}
      onSubmit={add}
      footer={
        <div className={classes.footer}>
          <QuantityStepper
            title={item.title}
            value={quantity}
            onLower={() => setQuantity(Math.max(1, quantity - 1))}
            onRaise={() => setQuantity(Math.min(MAX_QUANTITY, quantity + 1))}
            onType={setQuantity}
          />
          {onRemove && (
            <Button variant="default" size="md" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button type="submit" size="md" className={classes.add} data-autofocus>
            {line ? 'Save ' : 'Add '}
            <Money value={toDecimal(unitPrice * BigInt(quantity), money.decimals)} currency={currency} className={classes.sum} />
          </Button>
        </div>
      }
    >
      <div className={classes.content}>
        <DishFacts item={item} />
        {item.variants.length > 0 && (
          <fieldset className={classes.group}>
            <legend className={classes.legend}>Variant</legend>
            {item.variants.map(({ id, title, price }) => (
              <label key={id} className={classes.choice}>
                <Radio name="variant" size="md" checked={variantId === id} onChange={() => setVariantId(id)} />
                <span className={classes.title}>{title}</span>
                <Money value={price} currency={currency} />
              </label>
            ))}
          </fieldset>
        )}
        {item.addons.length > 0 && (
          <fieldset className={classes.group}>
            <legend className={classes.legend}>Addons</legend>
            {item.addons.map(({ id, title, price }) => (
              <label key={id} className={classes.choice}>
                <Checkbox checked={addonIds.includes(id)} onChange={() => toggle(id)} />
                <span className={classes.title}>{title}</span>
                <span>
                  +<Money value={price} currency={currency} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <NotesField value={notes} onChange={setNotes} />
        <Suspense>
          <KnownNotes itemId={item.id} notes={notes} onChange={setNotes} />
        </Suspense>
        {onDiscount && (
          <Button
            variant="default"
            size="md"
            mt="md"
            leftSection={<IconDiscount size={18} aria-hidden />}
            onClick={() => (isDiscounted ? setDiscounted(false) : onDiscount())}
          >
            {isDiscounted ? 'Take discount back' : 'Discount'}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
