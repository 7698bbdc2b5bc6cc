import { toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { tenantKey, updateStored, useStored } from '#web/platform/storage.ts';
import { notify } from '#web/platform/toast.ts';

interface Marked {
  id: number;
  title: string;
  /** When, in ms. */
  at: number;
}
const NONE: Marked[] = [];
/** The server ends the mark with the business day; here it is forgotten a little later at most. */
const DAY_MS = 24 * 3_600_000;

/** What this display said is sold out, and how it says so; no `mark` for who may not. */
export const useSoldOut = () => {
  const isAllowed = useMay(toggleSoldOut);
  const key = tenantKey('kitchen-sold-out');
  const [all] = useStored<Marked[]>(key, NONE);
  const marked = all.filter(({ at }) => serverNow() - at < DAY_MS);
  const { run } = useAction(toggleSoldOut, { quiet: true });
  const mark = async ({ id, title }: { id: number; title: string }, isSoldOut: boolean): Promise<void> => {
    const reply = await run({ params: { id: String(id) }, body: { isSoldOut } });
    if (!reply) return;
    updateStored<Marked[]>(key, NONE, (known) => {
      const others = known.filter((item) => item.id !== id);
      return isSoldOut ? [...others, { id, title, at: serverNow() }] : others;
    });
    notify.undoable(reply.message, () => void mark({ id, title }, !isSoldOut));
  };
  return { mark: isAllowed ? (item: { id: number; title: string }, isSoldOut: boolean) => void mark(item, isSoldOut) : undefined, marked };
};
