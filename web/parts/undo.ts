import { type Restorable, restoreDeleted } from '#contract/deleted.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useAction } from '#web/platform/api.ts';

/** For a deletion that the server takes back: the 'Undo' of its message. */
export const useUndo = (kind: Restorable, refreshes: Endpoint[]) => {
  const { run } = useAction(restoreDeleted, { refreshes });
  return (id: string) => void run({ body: { kind, id: Number(id) } });
};
