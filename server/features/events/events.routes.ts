import { listEvents } from '#contract/events.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findEventsAfter, findLastSeq } from './events.queries.ts';

const AT_MOST = 500; // events; whoever missed more reloads

export const eventsRoutes = [
  handle(listEvents, async ({ query: { after } }, { db }) => {
    const seq = await findLastSeq(db);
    const events = await findEventsAfter(db, after, AT_MOST + 1);
    // The first one missing is gone, or there are too many, or the number comes from before a restore.
    const reload = after > seq || events.length > AT_MOST || (after < seq && events[0]?.seq !== after + 1);
    if (reload) return { events: [], seq, reload };
    const known = events.map((event) => ({ ...event, payload: event.payload as Record<string, unknown> }));
    return { events: known, seq: known.at(-1)?.seq ?? seq, reload };
  }),
];
