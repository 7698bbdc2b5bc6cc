import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, instant, INVALID, optional, optionalId, optionalText, pathId, text } from './fields.ts';

export const displayKinds = ['customer', 'orders'] as const;
export type DisplayKind = (typeof displayKinds)[number];

/** Whoever stands at a display, and at a till. Which kind a member may show, the server says. */
const atDisplay = ['CUSTOMER_DISPLAY', 'ORDER_STATUS_DISPLAY', 'ORDERS', 'POS'] as const;
const params = z.object({ id: pathId });

export const listOrderStatus = endpoint({
  method: 'GET',
  path: '/displays/orders',
  summary: 'The tokens that are being made, and those that are ready, for guests to see',
  access: ['ORDER_STATUS_DISPLAY', 'ORDERS'],
  reply: z.object({ preparing: z.array(z.number()), ready: z.array(z.number()) }),
});

const sum = z.number(INVALID).min(-1e12, INVALID).max(1e12, INVALID);

/** What a till rings up, as its guest reads it. Only shown, never believed. */
export const shownCart = z.object({
  lines: z
    .array(z.object({ title: text(300), quantity: z.int(INVALID).min(1, INVALID).max(9999, INVALID), total: sum }), INVALID)
    .max(200, 'At most 200 lines, please!'),
  total: sum,
  /** After payment; null before it. Given and change are null where it was not paid in cash. */
  paid: z.object({ given: sum.nullable(), change: sum.nullable(), tokenNo: z.int(INVALID).min(0, INVALID) }).nullable(),
});
export type ShownCart = z.output<typeof shownCart>;

export const addDisplay = endpoint({
  method: 'POST',
  path: '/displays/add',
  summary: 'Ask for a code of ten minutes by which a till is paired with this display; a known one that has no till yet gets a new code',
  access: atDisplay,
  body: z.object({ kind: z.enum(displayKinds, INVALID), displayId: optionalId }),
  /** codeSeconds: how long it holds, so that no page needs the right time */
  reply: done.extend({ displayId: id, code: z.string(), codeSeconds: z.number() }),
});

export const takeDisplay = endpoint({
  method: 'POST',
  path: '/displays/pair',
  summary: 'Pair the till with the display that shows this code',
  access: ['POS'],
  body: z.object({ code: text(20, 'Please enter the six digits that the display shows!') }),
  reply: done.extend({ displayId: id, kind: z.enum(displayKinds) }),
});

export const sendToDisplay = endpoint({
  method: 'POST',
  path: '/displays/:id/show',
  summary: 'Show what the till rings up; null: nothing. What a page says later counts, whichever arrives last',
  access: ['POS'],
  params,
  /** from: a random text of the page; order: a number that grows with each of its calls. Both or none */
  body: z.object({
    shown: shownCart.nullable(),
    from: optionalText(36),
    order: optional(z.int(INVALID).min(0, INVALID)),
  }),
  reply: done,
});

export const getDisplay = endpoint({
  method: 'GET',
  path: '/displays/:id',
  summary: 'What a display shows, and the store whose it is',
  access: atDisplay,
  params,
  reply: z.object({
    isPaired: z.boolean(),
    pairedBy: z.string().nullable(),
    shown: shownCart.nullable(),
    store: z.object({ name: z.string(), image: z.string().nullable(), currency: z.string() }),
  }),
});

export const listDisplays = endpoint({
  method: 'GET',
  path: '/displays',
  summary: 'The displays that are paired with a till, in their order',
  access: ['POS'],
  reply: z.array(z.object({ displayId: id, kind: z.enum(displayKinds), pairedBy: z.string().nullable(), pairedAt: instant })),
});

export const deleteDisplay = endpoint({
  method: 'DELETE',
  path: '/displays/:id',
  summary: 'Unpair a display; it asks for a code again',
  access: atDisplay,
  params,
  reply: done,
});
