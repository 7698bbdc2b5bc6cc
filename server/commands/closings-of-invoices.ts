import type pg from 'pg';
import { parse } from './chain-parts.ts';
import type { HashedRow } from './invoice-chain.ts';

interface Closed {
  closing_no: number;
  last_invoice: number;
  hash: string;
}

/**
 * An invoice holds the hash of the last closing before it, so a closing that was deleted or made again is found, also the last one. Asked for
 * invoices in their order; of those that stand behind one closing only the first that does not fit is told.
 */
export const followClosings = (client: pg.ClientBase) => {
  let tenant: number | undefined;
  let closings: Closed[] = [];
  let place = 0;
  let isTold = false;
  return async ({ tenant_id, invoice_id, hashed }: Pick<HashedRow, 'tenant_id' | 'invoice_id' | 'hashed'>): Promise<string[]> => {
    if (tenant !== tenant_id) {
      const { rows } = await client.query<Closed>(
        'select closing_no::integer, last_invoice::integer, hash from public.closings where tenant_id = $1 order by closing_no',
        [tenant_id],
      );
      [tenant, closings, place, isTold] = [tenant_id, rows, 0, false];
    }
    for (; closings[place] && closings[place]!.last_invoice < invoice_id; place++) isTold = false;
    const last = closings[place - 1];
    const held = parse<{ closing_hash?: string | null }>(hashed)?.closing_hash;
    // a release before wrote it, which holds none
    if (held === undefined || held === (last?.hash ?? null) || isTold) return [];
    isTold = true;
    return [
      last
        ? `it does not hold the hash of closing ${last.closing_no}, the last one before it`
        : 'it holds the hash of a closing that is gone',
    ];
  };
};
