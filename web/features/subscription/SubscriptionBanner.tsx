import { IconClock } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { getSubscription, type Subscription } from '#contract/subscription.ts';
import { useDayText } from '#web/parts/day-text.ts';
import { againEvery, useReply } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import classes from './SubscriptionBanner.module.css';

const DAY = 24 * 60 * 60 * 1000; // ms
const PROFILE = '/dashboard/profile';
const LAST_DAYS = 3;
const ASK_EVERY = 60 * 60 * 1000; // ms

const leftUntil = (end: string): string => {
  const days = Math.ceil((new Date(end).getTime() - serverNow()) / DAY);
  return days <= 1 ? 'within a day' : `in ${days} days`;
};

const sentenceOf = (
  { phase, subscription_id, subscription_end, access_end, was_paid }: Subscription,
  dayText: (instant: string) => string,
): string | undefined => {
  const over = was_paid ? 'Your subscription is over.' : 'Your trial is over.';
  if (phase === 'grace' && access_end)
    return `${subscription_id === null ? over : 'Your payment is due.'} Access ends on ${dayText(access_end)}.`;
  if (phase !== 'trial' || !subscription_end) return undefined;
  const isNear = new Date(subscription_end).getTime() - serverNow() <= LAST_DAYS * DAY;
  return isNear ? `${was_paid ? 'What you paid for' : 'Your trial'} ends ${leftUntil(subscription_end)}.` : undefined;
};

/** Reminds the owner, and nobody else, in the last days of a trial and in the days of grace. */
export const SubscriptionBanner = () => {
  const isOwner = useMay(getSubscription);
  const { data } = useReply(getSubscription, {}, { enabled: isOwner, staleTime: ASK_EVERY, refetchInterval: againEvery(ASK_EVERY) });
  const dayText = useDayText();
  const sentence = isOwner && data ? sentenceOf(data, dayText) : undefined;
  const { pathname } = useLocation();
  // there the subscription itself is told
  if (!sentence || pathname === PROFILE) return null;
  return (
    <aside className={classes.banner} aria-label="Subscription">
      <IconClock size={18} stroke={2} aria-hidden />
      <span className={classes.sentence}>{sentence}</span>
      <Link to={`${PROFILE}#subscription`} className={classes.way}>
        Subscribe
      </Link>
    </aside>
  );
};
