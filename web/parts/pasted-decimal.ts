import type { ClipboardEvent } from 'react';

/**
 * A decimal as people copy it from a price list, written with a point: '12,50', '€ 1.250,00', '1,250.00'. Of two kinds of separators
 * the last is the decimal one; a kind that comes more than once groups. Undefined: it is no number.
 */
export const toPointed = (text: string): string | undefined => {
  const [found] = /-?\d[\d.,\s'’]*/.exec(text) ?? [];
  if (found === undefined) return undefined;
  const plain = found.replace(/[\s'’]|[.,]$/g, '');
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  if (last < 0) return plain;
  const [whole, decimals] = [plain.slice(0, last), plain.slice(last + 1)];
  const groups = whole.replace(/[.,]/g, '');
  return whole.includes(plain[last]!) ? groups + decimals : `${groups}.${decimals}`;
};

/** For a number's field, which on its own would take the comma of a pasted '12,50' for nothing and store 1250. */
export const pastesDecimal =
  (onChange: ((value: string | number) => void) | undefined) =>
  (event: ClipboardEvent<HTMLInputElement>): void => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pointed = toPointed(event.clipboardData.getData('text'));
    if (pointed === undefined || !onChange) return;
    event.preventDefault();
    onChange(value.slice(0, selectionStart ?? 0) + pointed + value.slice(selectionEnd ?? value.length));
  };
