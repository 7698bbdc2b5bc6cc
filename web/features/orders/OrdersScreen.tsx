import { Suspense, useState } from 'react';
import { initOrders, listOpenChecks, listOrders, type OrderGroup } from '#contract/orders.ts';
import { cardKey, ofSameGuests, roundsOf, withWholeCheck } from '#web/parts/bill.ts';
import { billOf, useBills } from '#web/parts/bills.ts';
import { Pager } from '#web/parts/Pager.tsx';
import { PayDialog } from '#web/parts/PayDialog.tsx';
import { RefreshButton, SoundButton } from '#web/parts/HeadButtons.tsx';
import { UnseenStrip } from '#web/parts/UnseenStrip.tsx';
import { useReply } from '#web/platform/api.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { useBell } from '#web/platform/sound.ts';
import { Page } from '#web/ui/Page.tsx';
import { BillsButton } from './BillsButton.tsx';
import { BoardBar, BoardView, planSkeleton } from './BoardView.tsx';
import { useLiveBoard } from './live-board.ts';
import { dueOf } from './order-filter.ts';
import { withMovedParts } from './moved-parts.ts';
import { OrderCard } from './OrderCard.tsx';
import type { Question } from './OrderDialogs.tsx';
import { OrderQuestions } from './OrderQuestions.tsx';
import { ShelfCards } from './ShelfCards.tsx';
import { useBoardView } from './use-board-view.ts';
import { useOrderActions } from './use-order-actions.ts';
import { PER_PAGE, useShelf } from './use-shelf.ts';

const TICK_MS = 20_000;

/** A table's other rounds, which it pays together with the one that is paid. */
const useRounds = (question: Question | undefined): OrderGroup[] | undefined => {
  const table = question?.kind === 'pay' ? question.group.table_id : null;
  return useReply(listOrders, roundsOf(table ?? 0), { enabled: table !== null }).data;
};

/** The card as it is now; one that has left the shelf meanwhile, as it was: the server then says why nothing is done. */
const asItIs = (opened: OrderGroup, cards: readonly OrderGroup[] | undefined): OrderGroup =>
  ofSameGuests(
    opened,
    cards?.find((card) => cardKey(card) === cardKey(opened)),
  ) ?? opened;

export const OrdersScreen = () => {
  const shown = useShelf();
  const { shelf, isOpen, page, setPage, total, open, orders } = shown;
  const [question, setQuestion] = useState<Question>();
  const now = useServerNow(TICK_MS);
  const bell = useBell();
  useAnnouncements(bell.ring);
  const live = useLiveBoard();

  const rounds = useRounds(isOpen ? question : undefined);
  const otherShelf = isOpen ? rounds : open.data;
  const { data: settings, refetch: askSettings, isError: isUnset } = useReply(initOrders, {});
  const mayPay = useMay(listOpenChecks);
  const { data: checks } = useReply(listOpenChecks, {}, { enabled: mayPay && shelf !== 'done', refetchOnMount: 'always' });
  const bills = useBills(mayPay);
  const board = { ...live, settings, bills };
  const actions = useOrderActions({
    ...board,
    isOpen,
    openOrders: open.data,
    askOpenOrders: open.refetch,
    askSettings,
    onQuestion: setQuestion,
  });

  const opened = question && 'group' in question ? question.group : undefined;
  const isOfCard = ({ orders: rounds }: OrderGroup) =>
    question?.kind === 'cancelItem' && rounds.some(({ id }) => id === question.item.order_id);
  const cards = withMovedParts(orders.data, bills);
  const view = useBoardView(shown, cards, settings?.storeTables.length ?? (isUnset ? 0 : undefined));
  const group = opened ? asItIs(opened, orders.data) : orders.data?.find(isOfCard);

  return (
    <Page
      title="Orders"
      actions={
        <>
          <SoundButton bell={bell} />
          <BillsButton bills={bills} />
          <RefreshButton orders={orders} />
        </>
      }
    >
      <UnseenStrip />
      <BoardBar shown={shown} view={view} bills={bills} following={live.following} onQuestion={setQuestion} />
      {/* nothing is shown below that the plan would push down when it comes */}
      <Suspense fallback={planSkeleton}>
        <BoardView
          view={view}
          cards={cards}
          shown={shown}
          settings={settings}
          checks={checks}
          bills={bills}
          now={now}
          onBill={actions.onBill}
        />
        {(settings || !view.isPlan) && (
          <ShelfCards shown={shown} cards={view.cards} isBesidePlan={view.isPlan}>
            {(card) => (
              <OrderCard
                group={card}
                shelf={shelf}
                now={now}
                store={settings?.storeSettings}
                billId={billOf(bills, card.table_id, card.check_id ?? card.orders[0]?.check_id)?.check_id}
                due={settings && dueOf(card, { checks, bills }, settings.storeSettings.currency)}
                {...actions}
              />
            )}
          </ShelfCards>
        )}
      </Suspense>
      {total > 0 && <Pager noun={['card', 'cards']} page={page} perPage={PER_PAGE} total={total} onChange={setPage} />}

      {question?.kind === 'pay' && opened && group && settings && (
        <PayDialog
          group={withWholeCheck(group, otherShelf ?? [])}
          opened={opened}
          bills={bills}
          settings={settings}
          following={live.following}
          onClose={() => setQuestion(undefined)}
        />
      )}
      <OrderQuestions
        {...board}
        question={question}
        group={group}
        onPrintBill={actions.onPrintBill}
        onClose={(asked) => setQuestion((shown) => (shown === asked ? undefined : shown))}
      />
    </Page>
  );
};
