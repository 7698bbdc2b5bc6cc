import { ActionIcon, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { searchCustomers } from '#contract/customers.ts';
import { useReply } from '#web/platform/api.ts';
import { useRerender } from '#web/ui/use-rerender.ts';
import classes from './CustomerSearch.module.css';

export interface PickedCustomer {
  phone: string;
  name: string;
}

interface CustomerSearchProps {
  value: PickedCustomer | null;
  onChange: (customer: PickedCustomer | null) => void;
  /** Offers to add a customer; gets what was typed. Leave it out for whoever may not. */
  onAdd?: ((typed: string) => void) | undefined;
  /** Shown above the field; without one 'Customer' is only heard. */
  label?: string;
  placeholder?: string;
  error?: ReactNode;
  autoFocus?: boolean;
  /** What was half typed when the field was taken away, as `onTyped` told. */
  typedBefore?: string;
  /** Told when the field is taken away, so that it can come back as it was. */
  onTyped?: (typed: string) => void;
}

const TYPING_MS = 250;
/** The sentence below the field moves what is under the finger that leaves it: a touch is over by then. */
const AFTER_TOUCH_MS = 300;
/** A field holds plain text alone: the name keeps its own direction, and the phone that follows it its place. */
const [FROM, TO] = ['\u2068', '\u2069'];
const ADD = ':add'; // no phone holds a colon

/** What is typed, and whom it finds; it starts over when another customer is picked. */
const useTypedSearch = ({ value, typedBefore = '', onTyped }: Pick<CustomerSearchProps, 'value' | 'typedBefore' | 'onTyped'>) => {
  const [typed, setTyped] = useState(typedBefore);
  const [known, setKnown] = useState(value?.phone);
  if (known !== value?.phone) {
    setKnown(value?.phone);
    setTyped('');
  }
  const tellTyped = useRef(() => {});
  useLayoutEffect(() => {
    tellTyped.current = () => onTyped?.(value ? '' : typed);
  });
  useEffect(() => () => tellTyped.current(), []);
  const [late] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useReply(searchCustomers, { query: { q: late } }, { enabled: late !== '' });
  const wanted = typed.trim();
  return {
    typed,
    setTyped,
    wanted,
    isWaiting: wanted !== '' && (wanted !== late || found.isFetching),
    hasFailed: found.isError && wanted === late,
    rows: wanted !== '' && wanted === late ? (found.data ?? []) : [],
  };
};

/** What the list says above its rows. */
const sentenceOf = ({ wanted, hasFailed, isWaiting, rows }: ReturnType<typeof useTypedSearch>, mayAdd: boolean): string | undefined => {
  if (wanted === '') return mayAdd ? undefined : 'Type a phone or a name.';
  if (hasFailed) return 'Something went wrong! Try later!';
  if (isWaiting) return rows.length === 0 ? 'Please wait...' : undefined;
  return rows.length === 0 ? 'No result found!' : undefined;
};

interface CustomersFoundProps {
  rows: readonly PickedCustomer[];
  said: string | undefined;
  mayAdd: boolean;
}

const CustomersFound = ({ rows, said, mayAdd }: CustomersFoundProps) => (
  <Combobox.Dropdown hidden={said === undefined && rows.length === 0 && !mayAdd}>
    {said && (
      // beside the list: a list of options may hold nothing else
      <Combobox.Empty role="status">{said}</Combobox.Empty>
    )}
    <Combobox.Options mah={280} className={classes.options} aria-label="Customers">
      {rows.map((row) => (
        <Combobox.Option key={row.phone} value={row.phone} className={classes.option}>
          <span className={classes.name}>{row.name}</span>
          <span className={classes.phone}>{row.phone}</span>
        </Combobox.Option>
      ))}
      {mayAdd && (
        <Combobox.Option value={ADD} className={classes.add}>
          <IconUserPlus size={18} aria-hidden />
          Add customer
        </Combobox.Option>
      )}
    </Combobox.Options>
  </Combobox.Dropdown>
);

/** The focus, which counts as there until the touch that leaves the field is over. */
const useFocusForAWhile = () => {
  const [hasFocus, setHasFocus] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    hasFocus,
    onFocus: () => {
      clearTimeout(leaving.current);
      setHasFocus(true);
    },
    onBlur: () => {
      leaving.current = setTimeout(() => setHasFocus(false), AFTER_TOUCH_MS);
    },
  };
};

/**
 * Picks a customer by phone or name. Arrow keys, Enter and Escape work; the picked one can be cleared. What was typed and not
 * picked stays when the field is left, and is said to be nobody yet.
 */
export const CustomerSearch = ({
  value,
  onChange,
  onAdd,
  label,
  placeholder = 'Phone or name',
  error,
  autoFocus,
  typedBefore,
  onTyped,
}: CustomerSearchProps) => {
  const search = useTypedSearch({ value, typedBefore, onTyped });
  const { typed, setTyped, wanted, isWaiting, rows } = search;
  const { hasFocus, onFocus, onBlur } = useFocusForAWhile();
  const rerender = useRerender();
  const combobox = useCombobox({
    onDropdownOpen: rerender,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

  const pick = (phone: string) => {
    combobox.closeDropdown();
    if (phone === ADD) return onAdd?.(wanted);
    const customer = rows.find((row) => row.phone === phone);
    if (customer) onChange(customer);
    setTyped('');
  };

  /** Enter picks the only one; otherwise it would send the form around. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || (!combobox.dropdownOpened && wanted === '')) return;
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    if (!combobox.dropdownOpened) combobox.openDropdown();
    else if (rows.length === 1 && !isWaiting) pick(rows[0]!.phone);
  };

  const clear = () => {
    setTyped('');
    onChange(null);
  };

  return (
    // In place, so that it stays within a dialog and its landmark; mounted when it opens, so that no closed list is laid out.
    <Combobox keepMounted={false} store={combobox} onOptionSubmit={pick} withinPortal={false} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...(label ? { label } : { 'aria-label': 'Customer' })}
          placeholder={placeholder}
          error={error ?? (!hasFocus && !value && wanted !== '' && 'No customer chosen yet.')}
          // in a dialog it is the dialog that moves the focus
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus ?? false}
          autoComplete="off"
          maxLength={100}
          value={value && typed === '' && !combobox.dropdownOpened ? `${FROM}${value.name}${TO} · ${value.phone}` : typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => {
            onBlur();
            combobox.closeDropdown();
            // The field shows who is picked, and that still holds.
            if (value) setTyped('');
          }}
          rightSection={
            isWaiting ? (
              <Loader size="xs" aria-hidden />
            ) : value || typed ? (
              // the focus stays in the field
              <ActionIcon size={44} aria-label="Clear customer" onMouseDown={(event) => event.preventDefault()} onClick={clear}>
                <IconX size={18} aria-hidden />
              </ActionIcon>
            ) : undefined
          }
          rightSectionWidth={44}
        />
      </Combobox.Target>

      <CustomersFound rows={rows} said={sentenceOf(search, onAdd !== undefined)} mayAdd={onAdd !== undefined} />
    </Combobox>
  );
};
