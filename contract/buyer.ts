import * as z from 'zod';

/** For whom an invoice is, as it is printed (wire-2.md §2). */
export const buyer = z.object({ name: z.string(), tax_number: z.string().nullable(), address: z.string().nullable() });
