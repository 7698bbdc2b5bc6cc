import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { type Check, getCheck, mergeCheck, moveCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { billName, pageOf } from '#web/parts/bill-text.ts';
import { type Part, toSplit } from './split.ts';
import { useLost } from './use-lost.ts';

const refreshes = [getCheck];
/** So long a message offers to undo what it tells. */
export const UNDO_MS = 20_000;

/** How to hide the messages that offer to undo a change, of whichever bill's page: that of a merge goes along to the other bill's. */
const offers = new Map<number, () => void>();

/** What was undone, or is in the way of that by now, is offered no more. */
const useStaleOffers = ({ changes }: Check): void => {
  useEffect(() => {
    for (const { change_id: id, can_undo: canUndo } of changes) {
      if (canUndo) continue;
      offers.get(id)?.();
      offers.delete(id);
    }
  }, [changes]);
};

/** Takes a change back, and shows the bill that it leads to. */
export const useUndoChange = (checkId: number) => {
  const navigate = useNavigate();
  const goTo = (id: number) => {
    if (id !== checkId) void navigate(pageOf(id));
  };
  const { run, isPending } = useAction(undoCheckChange, { refreshes, onDone: ({ checkId: id }) => goTo(id) });
  return { goTo, isPending, undo: (id: number, changeId: number) => void run({ params: { id: String(id) }, body: { changeId } }) };
};

/** The changes of a bill, each of which leaves a message with an Undo. */
export const useChanges = (check: Check, isAsking: boolean, onDone: () => void, onTaken: (openCheckId: number) => void) => {
  const { check_id: checkId } = check;
  const params = { id: String(checkId) };
  const bill = billName(check);
  useStaleOffers(check);
  const { goTo, undo } = useUndoChange(checkId);
  const tell = (message: string, id: number, changeId: number) => {
    onDone();
    offers.set(
      changeId,
      notify.undoable(message, () => undo(id, changeId), UNDO_MS),
    );
  };
  const { keyOf, settling } = useLost(check, {
    isAsking,
    onSeen: ({ kind, text, change_id: changeId }) => {
      if (kind !== 'charge') return tell(`${text}.`, checkId, changeId);
      onDone();
      return notify.success(`${text}.`);
    },
  });

  const moved = settling('move');
  const moving = useAction(moveCheck, {
    ...moved,
    quiet: true,
    refreshes,
    act: () => `Move ${bill}`,
    expects: 'conflict',
    onFailed: (failure: CallFailed, input) => {
      moved.onFailed(failure, input);
      const { code, body, message } = failure;
      if (typeof body['openCheckId'] === 'number') onTaken(body['openCheckId']);
      else if (code === 'conflict') notify.error(message);
    },
  });
  const merging = useAction(mergeCheck, { ...settling('merge'), quiet: true, refreshes, act: () => `Merge ${bill} with another bill` });
  const splitting = useAction(splitCheck, { ...settling('split'), quiet: true, refreshes, act: () => `Split ${bill}` });
  // the history has the number of guests among what may change charges
  const covering = useAction(setCovers, { ...settling('charge'), quiet: true, refreshes });

  return {
    isPending: [moving, merging, splitting, covering].some(({ isPending }) => isPending),
    move: async (tableId: number | null, title: string | undefined) => {
      const input = { params, body: { tableId } };
      const reply = await moving.run(input, keyOf(input));
      if (reply) tell(title === undefined ? 'Taken off its table.' : `Moved to ${title}.`, reply.checkId, reply.changeId);
    },
    /** Another bill comes onto this one. */
    merge: async (other: number, name: string) => {
      const input = { params, body: { checkId: other } };
      const reply = await merging.run(input, keyOf(input));
      if (reply) tell(`${name} is on this bill now.`, reply.checkId, reply.changeId);
    },
    /** This bill goes onto another one, whose page is shown then. */
    mergeInto: async (other: number, name: string) => {
      const input = { params: { id: String(other) }, body: { checkId } };
      const reply = await merging.run(input, keyOf(input));
      if (!reply) return;
      tell(`Merged into ${name}.`, reply.checkId, reply.changeId);
      goTo(reply.checkId);
    },
    split: async (parts: readonly Part[]) => {
      const input = { params, body: { parts: toSplit(parts) } };
      const reply = await splitting.run(input, keyOf(input));
      if (reply) tell(`Split into ${reply.checkIds.length + 1} bills.`, checkId, reply.changeId);
    },
    cover: async (covers: number, before: number | null) => {
      const reply = await covering.run({ params, body: { covers } });
      if (!reply) return;
      onDone();
      // 0 stands for a number that nobody said, too
      notify.undoable(reply.message, () => void covering.run({ params, body: { covers: before ?? 0 } }), UNDO_MS);
    },
  };
};
