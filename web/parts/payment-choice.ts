import { useState } from 'react';

interface PaymentType {
  id: number;
}

/**
 * How a bill is paid: undefined until somebody has chosen, unless the last sale's type is offered. A store without types has nothing to
 * choose.
 */
export const usePaymentChoice = (types: readonly PaymentType[], last?: number | null) => {
  const [picked, setPicked] = useState(last);
  const [isMissing, setMissing] = useState(false);
  // the type may have been switched off meanwhile
  const isThere = picked === null || types.some(({ id }) => id === picked);
  const chosen = types.length === 0 ? null : isThere ? picked : undefined;
  return {
    picker: { value: chosen, last, isMissing: isMissing && chosen === undefined, onChange: setPicked },
    /** The choice, or undefined and a sentence that asks for it. */
    choose: (): number | null | undefined => {
      setMissing(chosen === undefined);
      return chosen;
    },
  };
};
