import type { Phase } from '#contract/subscription.ts';

/** What we hold of a tenant's subscription. */
export interface SubscriptionState {
  subscriptionId: string | null;
  startedAt: Date | null;
  /** end of the trial or of what is paid; null: never begun, or cancelled */
  activeUntil: Date | null;
}

/** What the provider says of one subscription. */
interface ReportedSubscription {
  id: string;
  state: 'waiting' | 'paid' | 'unpaid' | 'ended';
  isForWantOfPayment: boolean;
  keepsTime: boolean;
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | undefined;
}

/** A row of the history. */
export interface Period {
  status: 'created' | 'renewed' | 'cancelled';
  startsOn: Date;
  expiresOn: Date;
}

export interface Change {
  next: SubscriptionState;
  period: Period | undefined;
}

const DAY = 24 * 60 * 60 * 1000; // ms

/** When the doors close unless something is paid. */
export const accessEnd = (activeUntil: Date, graceDays: number): Date => new Date(activeUntil.getTime() + graceDays * DAY);

export const phaseOf = (
  held: SubscriptionState & { isSwitchedOn: boolean },
  { now, graceDays }: { now: Date; graceDays: number },
): Phase => {
  if (!held.isSwitchedOn) return 'suspended';
  const { activeUntil } = held;
  if (activeUntil === null || accessEnd(activeUntil, graceDays) <= now) return 'inactive';
  if (activeUntil <= now) return 'grace';
  return held.subscriptionId === null ? 'trial' : 'subscribed';
};

/**
 * Of two subscriptions that are both paid for, the one to end, so that nobody pays for two: the older one, whichever of them was
 * reported first. Undefined while there is only one.
 */
export const surplusOf = (held: SubscriptionState, reported: ReportedSubscription): string | undefined => {
  if (reported.state !== 'paid' || held.subscriptionId === null || held.subscriptionId === reported.id) return undefined;
  return held.startedAt !== null && reported.createdAt < held.startedAt ? reported.id : held.subscriptionId;
};

/** What is left when the period that runs is not paid for: all before it. An end that the provider never named was given by hand, and stays. */
const withoutRunning = ({ activeUntil }: SubscriptionState, { periodStart, periodEnd }: ReportedSubscription): Date =>
  activeUntil === null || activeUntil.getTime() === periodEnd.getTime() ? periodStart : activeUntil;

/** What follows from the provider's answer; undefined: nothing. It depends on what the provider says now and on nothing that it said before. */
export const follow = (held: SubscriptionState, reported: ReportedSubscription): Change | undefined => {
  const isOwn = held.subscriptionId === reported.id;
  switch (reported.state) {
    case 'waiting':
      return undefined;
    case 'paid': {
      const next = { subscriptionId: reported.id, startedAt: reported.createdAt, activeUntil: reported.periodEnd };
      const reach = { startsOn: reported.periodStart, expiresOn: reported.periodEnd };
      if (!isOwn) return { next, period: { status: 'created', ...reach } };
      if (held.activeUntil?.getTime() === reported.periodEnd.getTime()) return undefined;
      const isLonger = held.activeUntil === null || held.activeUntil < reported.periodEnd;
      return { next, period: isLonger ? { status: 'renewed', ...reach } : undefined };
    }
    case 'unpaid': {
      // the period that was not paid for has begun all the same: what is paid ended with the one before
      const activeUntil = withoutRunning(held, reported);
      if (!isOwn || held.activeUntil?.getTime() === activeUntil.getTime()) return undefined;
      return { next: { ...held, activeUntil }, period: undefined };
    }
    case 'ended': {
      if (!isOwn) return undefined;
      const endedAt = reported.endedAt ?? reported.periodEnd;
      const kept = reported.keepsTime ? held.activeUntil : null;
      return {
        // a cancellation is immediate; who could not pay keeps the days of grace (wire.md §2)
        next: { subscriptionId: null, startedAt: null, activeUntil: reported.isForWantOfPayment ? withoutRunning(held, reported) : kept },
        period: { status: 'cancelled', startsOn: held.startedAt ?? reported.createdAt, expiresOn: endedAt },
      };
    }
  }
};
