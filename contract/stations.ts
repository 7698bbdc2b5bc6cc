import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, flag, id, INVALID, optional, optionalId, pathId, title } from './fields.ts';

const WRONG_SECONDS = 'Please give 5 to 600 seconds!';

const station = z.object({
  id,
  title: z.string(),
  position: z.number(),
  isFallback: z.boolean(),
  ackSeconds: z.number(),
  printerId: id.nullable(),
  backupPrinterId: id.nullable(),
  /** A visible screen of it asked within the last seconds. */
  isWatched: z.boolean(),
  /** One that did fell silent without saying that it was closed, though others may look. */
  isLost: z.boolean(),
});
export type Station = z.output<typeof station>;

/** A number, that a form may send as a text. */
const whole = (sentence: string, min: number, max: number) =>
  z
    .union([z.number(sentence), z.string(sentence).regex(/^\d{1,9}$/, sentence)], sentence)
    .transform(Number)
    .pipe(z.int(sentence).min(min, sentence).max(max, sentence));

const stationBody = z.object({
  title: title('Please provide title!'),
  position: optional(whole(INVALID, 0, 10_000)),
  isFallback: optional(flag),
  ackSeconds: optional(whole(WRONG_SECONDS, 5, 600)),
  printerId: optionalId,
  backupPrinterId: optionalId,
});

export const listStations = endpoint({
  method: 'GET',
  path: '/settings/stations',
  summary: 'The stations of the kitchen in their order, and whether somebody looks at them; none: one kitchen',
  access: ['SETTINGS', 'KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS'],
  reply: z.array(station),
});

export const addStation = endpoint({
  method: 'POST',
  path: '/settings/stations/add',
  summary: 'Add a station; the first one is the fallback',
  access: ['SETTINGS'],
  body: stationBody,
  reply: added.extend({ stationId: id }),
});

export const updateStation = endpoint({
  method: 'POST',
  path: '/settings/stations/:id/update',
  summary: 'Change a station; what is left out stays',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(stationBody),
  reply: done,
});

export const deleteStation = endpoint({
  method: 'DELETE',
  path: '/settings/stations/:id',
  summary: 'Delete a station; its dishes go to the fallback, and what is on its screen stays there to the end',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});
