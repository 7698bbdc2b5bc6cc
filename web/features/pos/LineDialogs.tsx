import { type Dispatch, Suspense } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { type CartLine, keyOf, type Sale, type SaleAction } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { Coming } from './Coming.tsx';

const optionsDialog = lazyDialog(async () => (await import('./OptionsDialog.tsx')).OptionsDialog, {
  Instead: ({ item, onClose }) => <Coming title={item.title} onClose={onClose} />,
});
const discountDialog = lazyDialog(async () => (await import('./CartDiscountDialog.tsx')).CartDiscountDialog);

interface LineDialogsProps {
  menu: ReadonlyMap<number, MenuItem>;
  sale: Sale;
  cart: ShownCart;
  currency: string;
  /** An item whose variant and addons are chosen. */
  choosing: MenuItem | undefined;
  /** The key of the line that is changed. */
  changing: string | undefined;
  /** The key of the line that gets a discount; null: the whole cart does. */
  discounted: string | null | undefined;
  dispatch: Dispatch<SaleAction>;
  /** With nothing where nothing was chosen. */
  onAdd: (line?: CartLine) => void;
  onRemove: (key: string) => void;
  onChanging: (key: string | undefined) => void;
  onDiscounted: (key: string | null | undefined) => void;
}

/** What a touch on an item or a line opens: its choices, its change, its discount. */
export const LineDialogs = (props: LineDialogsProps) => {
  optionsDialog.useAhead();
  discountDialog.useAhead();
  const { menu, sale, cart, currency, choosing, changing, discounted, dispatch, onAdd, onRemove, onChanging, onDiscounted } = props;
  const line = sale.lines.find((one) => keyOf(one) === changing);
  const item = line && menu.get(line.id);
  return (
    <>
      {choosing && (
        <Suspense fallback={<Coming title={choosing.title} onClose={() => onAdd()} />}>
          <optionsDialog.Dialog
            // Another version of the menu may have other variants.
            key={choosing.id}
            item={menu.get(choosing.id) ?? choosing}
            currency={currency}
            onAdd={onAdd}
            onClose={() => onAdd()}
          />
        </Suspense>
      )}
      {line && item && (
        <Suspense fallback={<Coming title={item.title} onClose={() => onChanging(undefined)} />}>
          <optionsDialog.Dialog
            key={changing}
            item={item}
            currency={currency}
            line={line}
            onAdd={(changed) => {
              dispatch({ type: 'change', key: keyOf(line), line: changed });
              onChanging(undefined);
            }}
            onRemove={() => {
              onRemove(keyOf(line));
              onChanging(undefined);
            }}
            onDiscount={() => {
              onDiscounted(keyOf(line));
              onChanging(undefined);
            }}
            onClose={() => onChanging(undefined)}
          />
        </Suspense>
      )}
      {discounted !== undefined && (
        <Suspense>
          <discountDialog.Dialog
            sale={sale}
            cart={cart}
            lineKey={discounted}
            currency={currency}
            dispatch={dispatch}
            onClose={() => onDiscounted(undefined)}
          />
        </Suspense>
      )}
    </>
  );
};
