import { AppError } from '#contract/errors.ts';
import { getQrMenu } from '#contract/qr-menu.ts';
import { handleOpen } from '#server/platform/routes.ts';
import type { QrMenus } from './qr-menus.queries.ts';

/** One answer for an unknown code, one that was replaced, and an inactive restaurant (reliability.md N8). */
const brokenLink = () => new AppError('not_found', 'Broken Link!');

export const qrMenuRoutes = ({ qrMenus }: { qrMenus: QrMenus }) => [
  handleOpen(getQrMenu, async ({ params, query }) => {
    const found = await qrMenus.findPublicMenu(params.qrcode, query.tableId);
    if (!found) throw brokenLink();
    return found.answer();
  }),
];
