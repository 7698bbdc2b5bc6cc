import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** The table at which a bill or a card of Orders adds a round; its number leaves the address, so that a reload asks for it no more, once the till can go there. */
export const useWantedTable = (isFree: boolean, goTo: (tableId: number) => Promise<void>): void => {
  const [params, setParams] = useSearchParams();
  const tableId = Number(params.get('table'));
  const go = useEffectEvent(() => {
    setParams({}, { replace: true });
    void goTo(tableId);
  });
  useEffect(() => {
    if (tableId > 0 && isFree) go();
  }, [tableId, isFree]);
};
