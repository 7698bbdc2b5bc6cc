import { listOrderStatus } from '#contract/displays.ts';
import { handle } from '#server/platform/routes.ts';
import { findOrderStatus } from './displays.queries.ts';

export const displaysRoutes = [handle(listOrderStatus, (_, { db, now }) => findOrderStatus(db, now))];
