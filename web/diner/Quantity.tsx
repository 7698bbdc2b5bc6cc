import { QUANTITY_MAX } from './cart.ts';
import { Icon } from './Icon.tsx';

interface QuantityProps {
  value: number;
  onChange: (value: number) => void;
  /** What there is so much of, for who cannot see the line that it stands in. */
  of: string;
  least?: number;
}

/** Plus and minus, with a finger's width each. */
export const Quantity = ({ value, onChange, of, least = 0 }: QuantityProps) => (
  <div className="quantity" role="group" aria-label={`Quantity of ${of}`}>
    <button type="button" aria-label={`One ${of} less`} disabled={value <= least} onClick={() => onChange(value - 1)}>
      <Icon name="minus" />
    </button>
    <output aria-live="off">{value}</output>
    <button type="button" aria-label={`One ${of} more`} disabled={value >= QUANTITY_MAX} onClick={() => onChange(value + 1)}>
      <Icon name="plus" />
    </button>
  </div>
);
