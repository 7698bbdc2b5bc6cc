import { useState } from 'react';
import { changeOf, receivedOf } from './cash.ts';
import { lastPaymentType } from './last-payment-type.ts';

interface PaymentType {
  id: number;
  title: string;
  gives_change: boolean;
}

/** How somebody pays; given and change are decimals, for cash that was counted. */
export interface Payment {
  paymentTypeId: number | null;
  /** Its title. */
  paymentType: string;
  given?: number | undefined;
  change?: number | undefined;
}

/**
 * How a bill is paid: undefined until somebody has chosen, unless the last sale's type is offered or there is only one. A store
 * without types has nothing to choose.
 */
export const usePayment = (types: readonly PaymentType[], due: number, currency: string) => {
  const [last] = useState(lastPaymentType);
  const [picked, setPicked] = useState(last);
  const [given, setGiven] = useState('');
  const [isAsked, setAsked] = useState(false);
  // the type may have been switched off meanwhile
  const isThere = picked === null || types.some(({ id }) => id === picked);
  const only = types.length === 1 ? types[0]!.id : undefined;
  const chosen = types.length === 0 ? null : isThere ? picked : only;
  const type = types.find(({ id }) => id === chosen);
  const isCounted = type?.gives_change === true;
  const change = changeOf(given, due, currency);
  const isWrong = isCounted && given.trim() !== '' && (change === undefined || change < 0);
  return {
    picker: { types, value: chosen, last, isMissing: isAsked && chosen === undefined, onChange: setPicked },
    cash: isCounted ? { due, currency, given, change, isWrong: isAsked && isWrong, onGiven: setGiven } : undefined,
    /** The choice, or undefined and a sentence that asks for what is missing. */
    choose: (): Payment | undefined => {
      setAsked(true);
      if (chosen === undefined || isWrong) return undefined;
      const counted = isCounted && change !== undefined ? { given: receivedOf(given, currency), change } : {};
      return { paymentTypeId: chosen, paymentType: type?.title ?? 'Paid', ...counted };
    },
  };
};
