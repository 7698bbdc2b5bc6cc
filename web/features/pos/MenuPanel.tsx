import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { IconCategory, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { Suspense, type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import type { PosInit } from '#contract/pos.ts';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { categoryColor } from './ItemPicture.tsx';
import { type CategoryChoice, findItems } from './menu-search.ts';
import { MenuGrid } from './MenuGrid.tsx';
import classes from './MenuPanel.module.css';
import { useRoving } from './use-roving.ts';

interface MenuPanelProps {
  init: PosInit;
  /** Which one it is at this till: what was looked for is not for the next. */
  guest: number;
  onAdd: (item: MenuItem) => void;
  onSoldOut: ((item: MenuItem, isSoldOut: boolean) => void) | undefined;
}

/** Whether this device keeps the category from guest to guest: a bar's till sells drinks all evening. */
const useKeepsCategory = () => {
  const [storageKey] = useState(() => tenantKey('keeps-category'));
  const [keeps, setKeeps] = useState(() => readStored(storageKey, false));
  const change = (value: boolean) => {
    setKeeps(value);
    writeStored(storageKey, value);
  };
  return [keeps, change] as const;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** Whatever has the focus: the button that held it is switched off while a sale is on its way, and the cart must stay as it is sent. */
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** '/' leads to the search from everywhere but fields and dialogs. */
const useSlash = (focus: () => void): void => {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
};

/** What a guest's order is looked for by, and what it finds; the next guest's starts over. */
const useLookedFor = ({ menuItems, categories }: Pick<PosInit, 'menuItems' | 'categories'>, guest: number, keepsCategory: boolean) => {
  const [text, setText] = useState('');
  const [chosen, setCategory] = useState<CategoryChoice>();
  const [shownFor, setShownFor] = useState(guest);
  if (shownFor !== guest) {
    setShownFor(guest);
    setText('');
    if (!keepsCategory) setCategory(undefined);
  }
  // A category may vanish while it is chosen.
  const category = categories.some(({ id }) => id === chosen) ? chosen : undefined;
  const used = useMemo(() => {
    const ids = new Set(menuItems.map(({ category_id }) => category_id));
    return categories.filter(({ id }) => ids.has(id));
  }, [menuItems, categories]);
  // The field shows every keystroke at once; the cards follow when there is time.
  const shownText = useDeferredValue(text);
  const items = useMemo(() => findItems(menuItems, shownText, category), [menuItems, shownText, category]);
  return { text, setText, shownText, category, setCategory, used, items };
};

interface CategoryChipsProps {
  categories: PosInit['categories'];
  value: CategoryChoice;
  onChange: (category: CategoryChoice) => void;
  /** Shows all of them at once. */
  onMore: () => void;
}

const CategoryChips = ({ categories, value, onChange, onMore }: CategoryChipsProps) => {
  const chips = useRef<HTMLDivElement>(null);
  useRoving(chips, 'button');
  useEffect(() => {
    // also what the dialog of all categories chose, and All for the next guest
    chips.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <div className={classes.categories}>
      <ActionIcon variant="default" aria-label="Filter by category" aria-haspopup="dialog" onClick={onMore}>
        <IconCategory size={20} stroke={1.75} />
      </ActionIcon>
      <div ref={chips} className={classes.chips} role="group" aria-label="Category">
        <button type="button" className={classes.chip} aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
          All
        </button>
        {categories.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className={classes.chip}
            aria-pressed={value === id}
            onClick={() => onChange(value === id ? undefined : id)}
          >
            <span className={classes.dot} style={categoryColor(id)} />
            {title}
          </button>
        ))}
      </div>
    </div>
  );
};

const categoriesDialog = lazyDialog(async () => (await import('./CategoriesDialog.tsx')).CategoriesDialog);

/** Search, categories and the cards to touch. */
export const MenuPanel = memo(({ init: { menuItems, categories, storeSettings }, guest, onAdd, onSoldOut }: MenuPanelProps) => {
  categoriesDialog.useAhead();
  const [isChoosing, setChoosing] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const [keepsCategory, setKeepsCategory] = useKeepsCategory();
  const { text, setText, shownText, category, setCategory, used, items } = useLookedFor({ menuItems, categories }, guest, keepsCategory);
  const pick = useCallback(
    (item: MenuItem) => {
      onAdd(item);
      setText('');
    },
    [onAdd, setText],
  );
  useSlash(() => {
    search.current?.focus();
    search.current?.select();
  });

  const clear = () => {
    setText('');
    search.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setText('');
    if (event.key !== 'Enter' || text.trim() === '' || isDialogOpen()) return;
    // By what stands in the field, not by the cards that may be a keystroke behind.
    const first = findItems(menuItems, text, category).find((item) => !item.sold_out);
    if (!first) return;
    pick(first);
  };

  return (
    <section className={classes.panel} aria-label="Menu">
      <div className={classes.tools}>
        <TextInput
          ref={search}
          type="search"
          enterKeyHint="done"
          autoComplete="off"
          spellCheck={false}
          className={classes.search}
          aria-label="Search Item"
          aria-keyshortcuts="/"
          placeholder="Search Item"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          rightSection={text && <CloseButton size={44} aria-label="Clear search" onClick={clear} />}
          rightSectionWidth={44}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <CategoryChips categories={used} value={category} onChange={setCategory} onMore={() => setChoosing(true)} />
      </div>
      <span className="sr-only" role="status">
        {shownText && `${items.length} found`}
      </span>
      {items.length > 0 ? (
        <MenuGrid
          items={items}
          lookedFor={`${category} ${shownText}`}
          currency={storeSettings.currency}
          onAdd={pick}
          onSoldOut={onSoldOut}
        />
      ) : (
        <EmptyState
          icon={IconSearchOff}
          sentence="No result found!"
          action={
            <Button
              variant="default"
              onClick={() => {
                if (category === undefined) clear();
                else setCategory(undefined);
              }}
            >
              {category === undefined ? 'Clear search' : 'Search all categories'}
            </Button>
          }
        />
      )}
      {isChoosing && (
        <Suspense>
          <categoriesDialog.Dialog
            onClose={() => setChoosing(false)}
            categories={used}
            items={menuItems}
            value={category}
            keepsCategory={keepsCategory}
            onKeepsCategory={setKeepsCategory}
            onChange={(next) => {
              setCategory(next);
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </section>
  );
});
