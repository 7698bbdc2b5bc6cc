import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, flag } from './fields.ts';

const access = ['SETTINGS'] as const;

/** The columns of a menu file: title and price must be there; a column that is left out leaves its values as they are. */
export const menuColumns = [
  'category',
  'title',
  'price',
  'net_price',
  'tax',
  'variants',
  'addons',
  'description',
  'allergens',
  'diets',
] as const;
export type MenuColumn = (typeof menuColumns)[number];

/** Bytes, and no less characters, of a menu file: all 5,000 dishes of a tenant, each with all that is said of it. */
export const MENU_FILE_MAX = 5_000_000;
export const MENU_FILE_TOO_LARGE = 'A menu file has at most 5 MB! It may leave out the column "description".';

export const getMenuFile = endpoint({
  method: 'GET',
  path: '/menu-items/export',
  summary:
    'The menu as a CSV file (text/csv), one item a line; variants and addons as Small=4.50|Large=6.00, allergens and diets as milk; eggs',
  access,
  reply: z.string(),
});

const importedItem = z.object({ line: z.number(), title: z.string(), category: z.string().nullable() });

export const saveMenuFile = endpoint({
  method: 'POST',
  path: '/menu-items/import',
  summary: 'Add and update items from a CSV file, all or nothing; a dry run says what would happen and names every faulty line',
  access,
  body: z.object({
    csv: z.string('Please choose a CSV file!').min(1, 'Please choose a CSV file!').max(MENU_FILE_MAX, MENU_FILE_TOO_LARGE),
    dryRun: flag.default(false),
  }),
  reply: done.extend({
    /** Line of the file, from 1; of which dish, column and cell, where it is one. The message says all of it. */
    faults: z.array(
      z.object({
        line: z.number(),
        title: z.string().nullable(),
        column: z.enum(menuColumns).nullable(),
        value: z.string().nullable(),
        message: z.string(),
      }),
    ),
    added: z.array(importedItem),
    updated: z.array(importedItem.extend({ changes: z.array(z.enum(menuColumns)) })),
    unchanged: z.number(),
    newCategories: z.array(z.string()),
  }),
});
