import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { done, INVALID, oneOrZero, optionalFlag, optionalText } from './fields.ts';

const pageFormat = z
  .union([z.literal('80'), z.literal('57'), z.literal(80), z.literal(57)], INVALID)
  .transform((value) => String(value) as '80' | '57');

export const getPrintSetting = endpoint({
  method: 'GET',
  path: '/settings/print-setting',
  summary: 'How receipts and tokens are printed',
  access: ['SETTINGS'],
  reply: z.object({
    pageFormat: z.enum(['80', '57']),
    header: z.string().nullable(),
    footer: z.string().nullable(),
    showNotes: oneOrZero,
    isEnablePrint: oneOrZero,
    showStoreDetails: oneOrZero,
    showCustomerDetails: oneOrZero,
    printToken: oneOrZero,
  }),
});

export const savePrintSetting = endpoint({
  method: 'POST',
  path: '/settings/print-setting',
  summary: 'Change how receipts and tokens are printed; a field left out keeps its value',
  access: ['SETTINGS'],
  body: edited(
    z.object({
      pageFormat: z
        .union([pageFormat, z.null(), z.literal('')], INVALID)
        .optional()
        .transform((value) => (value === undefined ? undefined : value || '80')),
      header: optionalText(1000),
      footer: optionalText(1000),
      showNotes: optionalFlag,
      isEnablePrint: optionalFlag,
      showStoreDetails: optionalFlag,
      showCustomerDetails: optionalFlag,
      printToken: optionalFlag,
    }),
  ),
  reply: done,
});
