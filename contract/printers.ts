import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, instant, INVALID, optional, optionalText, pathId, title } from './fields.ts';

export const printerKinds = ['network', 'cloudprnt', 'epson'] as const;
export type PrinterKind = (typeof printerKinds)[number];

/** What a printer is told to print letters with; `picture`: every line is drawn. Lines with other signs are drawn anyway. */
export const codePages = ['cp437', 'cp850', 'cp852', 'cp858', 'cp866', 'windows1250', 'windows1251', 'windows1252', 'picture'] as const;
export type CodePage = (typeof codePages)[number];

export const printerStates = ['ok', 'offline', 'paper_out', 'unknown'] as const;

export const printer = z.object({
  id,
  title: z.string(),
  kind: z.enum(printerKinds),
  address: z.string().nullable(),
  width: z.union([z.literal(80), z.literal(57)]),
  codePage: z.enum(codePages),
  state: z.enum(printerStates),
  lastSeenAt: instant.nullable(),
});
export type Printer = z.output<typeof printer>;

export const WRONG_ADDRESS = 'Please provide an IP address of your own network with a port, such as 192.168.1.50:9100!';

const fields = {
  title: title('Please provide title!'),
  kind: z.enum(printerKinds, 'Please select the kind of printer!'),
  /** Read and checked by the server: it is where the server connects to. */
  address: optionalText(60),
  width: optional(z.literal([80, 57, '80', '57'], INVALID).transform((value) => Number(value) as 80 | 57)),
  codePage: optional(z.enum(codePages, INVALID)),
};

export const listPrinters = endpoint({
  method: 'GET',
  path: '/settings/printers',
  summary: 'The printers of the house, with what they last said of themselves',
  access: ['SETTINGS', 'KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS'],
  reply: z.array(printer),
});

export const addPrinter = endpoint({
  method: 'POST',
  path: '/settings/printers/add',
  summary: 'Add a printer; one that polls is given its token once',
  access: ['SETTINGS'],
  body: z.object(fields),
  reply: added.extend({ pollToken: z.string().nullable() }),
});

export const updatePrinter = endpoint({
  method: 'POST',
  path: '/settings/printers/:id/update',
  summary: 'Change a printer; its kind stays',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ ...fields, title: fields.title.optional(), kind: optional(fields.kind) })),
  reply: done,
});

export const deletePrinter = endpoint({
  method: 'DELETE',
  path: '/settings/printers/:id',
  summary: 'Delete a printer; what still waits for it expires',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});

export const sendTestPage = endpoint({
  method: 'POST',
  path: '/settings/printers/:id/test',
  summary: 'Print a test page',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done.extend({ jobId: id }),
});
