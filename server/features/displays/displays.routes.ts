import {
  addDisplay,
  deleteDisplay,
  type DisplayKind,
  getDisplay,
  listDisplays,
  listOrderStatus,
  sendToDisplay,
  takeDisplay,
} from '#contract/displays.ts';
import { AppError } from '#contract/errors.ts';
import { may, type Member } from '#contract/permissions.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findOrderStatus } from './displays.queries.ts';
import {
  CODE_SECONDS,
  deleteDisplayRow,
  findPairedDisplays,
  forgetOldDisplays,
  getDisplayRow,
  insertCode,
  pairByCode,
  saveShown,
} from './pairing.queries.ts';

const entity = 'displays';
const showing = { customer: ['CUSTOMER_DISPLAY', 'POS'], orders: ['ORDER_STATUS_DISPLAY', 'ORDERS', 'POS'] } as const;

const assertMayShow = (member: Member, kind: DisplayKind): void => {
  if (!may(member, showing[kind])) throw new AppError('not_allowed', 'You do not have access to this!');
};

export const displaysRoutes = ({ limits }: { limits: Limits }) => {
  const wrongCodes = limits.open('display-code');
  return [
    handle(listOrderStatus, (_, { db, now }) => findOrderStatus(db, now)),

    handle(addDisplay, async ({ body: { kind, displayId = null } }, { db, now, random, session }) => {
      assertMayShow(session, kind);
      await forgetOldDisplays(db, now);
      const { id, code } = await insertCode(db, { kind, displayId, random, now });
      return { message: 'Enter the code at the till.', displayId: id, code, codeSeconds: CODE_SECONDS };
    }),

    handle(takeDisplay, async ({ body: { code } }, context) => {
      const { db, now, session } = context;
      const display = await countGuesses([[wrongCodes, String(session.memberId)]], 'not_found', async () => {
        const found = await pairByCode(db, code.replaceAll(/\D/g, ''), session.memberId, now);
        if (!found) throw new AppError('not_found', 'No display shows this code! A code is valid for ten minutes.');
        return found;
      });
      const kind = display.kind as DisplayKind;
      await insertAudit(context, { action: 'pair', entity, entityId: display.id, after: { kind } });
      await insertEvent(db, now, 'display_update', { displayId: display.id });
      return { message: 'The display is paired with this till.', displayId: display.id, kind };
    }),

    handle(sendToDisplay, async ({ params: { id }, body: { shown, from, order } }, { db, now }) => {
      const isNewest = await saveShown(db, id, { shown, from: from ?? null, order: order ?? null }, now);
      await forgetOldDisplays(db, now);
      if (isNewest) await insertEvent(db, now, 'display_update', { displayId: id });
      return { message: 'Shown.' };
    }),

    handle(getDisplay, async ({ params: { id } }, { db, now, session }) => {
      const { kind, is_paired: isPaired, paired_by: pairedBy, shown, ...store } = await getDisplayRow(db, id, now);
      assertMayShow(session, kind);
      return { isPaired, pairedBy, shown, store };
    }),

    handle(listDisplays, async (_, { db }) =>
      (await findPairedDisplays(db)).map(({ id, kind, paired_by, paired_at }) => ({
        displayId: id,
        kind: kind as DisplayKind,
        pairedBy: paired_by,
        pairedAt: paired_at!.toISOString(),
      })),
    ),

    handle(deleteDisplay, async ({ params: { id } }, context) => {
      const { db, now, session } = context;
      const { kind } = await getDisplayRow(db, id, now);
      assertMayShow(session, kind);
      await deleteDisplayRow(db, id);
      await insertAudit(context, { action: 'unpair', entity, entityId: id, before: { kind } });
      await insertEvent(db, now, 'display_update', { displayId: id });
      return { message: 'The display is unpaired.' };
    }),
  ];
};
