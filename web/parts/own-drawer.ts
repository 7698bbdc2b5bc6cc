import { listDrawers } from '#contract/drawers.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PaymentInput } from '#contract/payment-types.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { readStored, useStored, writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';

const NONE = 0;

/** The drawer of cash that stands at this device, whoever has signed in; 0: none. */
export const useOwnDrawer = () => useStored<number>(displayKey('drawer'), NONE);

/** The open drawers that somebody at this device may choose from, where it has none. */
export const useDrawersToChoose = (isAsked: boolean): Reply<typeof listDrawers> => {
  const [own] = useOwnDrawer();
  const enabled = useMay(listDrawers) && isAsked && own === NONE;
  const { data } = useReply(listDrawers, {}, { enabled });
  return enabled && data ? data.filter(({ closed_at: closed }) => closed === null) : [];
};

/** Payments of a call that is made now, or the one payment of the whole, with the drawer that they go into. */
export const intoDrawer = (payments?: readonly PaymentInput[]): { payments?: PaymentInput[]; drawerId?: number } => {
  const drawerId = readStored<number>(displayKey('drawer'), NONE);
  if (drawerId === NONE) return payments ? { payments: [...payments] } : {};
  return payments ? { payments: payments.map((payment) => ({ ...payment, drawerId })) } : { drawerId };
};

interface IntoDrawer {
  payments?: readonly Pick<PaymentInput, 'drawerId'>[] | null | undefined;
  drawerId?: PaymentInput['drawerId'];
}

/**
 * A drawer that somebody counted elsewhere takes no more: the next payment goes without it. What was not answered may be sent again when
 * another drawer stands here already, and that one stays.
 */
export const forgetCounted = ({ message }: { message: string }, { payments, drawerId }: IntoDrawer): void => {
  const own = readStored<number>(displayKey('drawer'), NONE);
  const isOwn = [drawerId, ...(payments ?? []).map((payment) => payment.drawerId)].some((id) => Number(id) === own);
  if (isOwn && message.startsWith('This drawer ')) writeStored(displayKey('drawer'), NONE);
};
