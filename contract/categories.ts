import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, optionalId, pathId, title } from './fields.ts';
import { idsInOrder } from './menu-items.ts';

/** Where its dishes are made, unless they say otherwise; null: at the fallback station. */
const category = z.object({ id, title: z.string(), stationId: id.nullable().optional() });
export type Category = z.output<typeof category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/settings/categories',
  summary: 'The categories of the menu, in their order',
  access: ['SETTINGS'],
  reply: z.array(category),
});

export const addCategory = endpoint({
  method: 'POST',
  path: '/settings/categories/add',
  summary: 'Add a category at the end',
  access: ['SETTINGS'],
  body: z.object({ title: title('Please provide Category Title!'), stationId: optionalId }),
  reply: added.extend({ categoryId: id }),
});

export const updateCategory = endpoint({
  method: 'POST',
  path: '/settings/categories/:id/update',
  summary: 'Rename a category, or give it another station',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(z.object({ title: title('Please provide title!'), stationId: optionalId })),
  reply: done,
});

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/settings/categories/:id',
  summary: 'Delete a category and clear it on the items that use it',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});

export const saveCategoryOrder = endpoint({
  method: 'POST',
  path: '/settings/categories/reorder',
  summary: 'Put these categories into this order, in the places that they hold among all',
  access: ['SETTINGS'],
  body: z.object({ ids: idsInOrder }),
  reply: done,
});

export const addSampleMenu = endpoint({
  method: 'POST',
  path: '/settings/categories/sample-menu/add',
  summary: 'Put a small sample menu into a menu that is still empty',
  access: ['SETTINGS'],
  reply: done,
});

export const removeSampleMenu = endpoint({
  method: 'POST',
  path: '/settings/categories/sample-menu/remove',
  summary: 'Take the sample menu out again, but for what was sold or changed since',
  access: ['SETTINGS'],
  reply: done.extend({ removed: z.number() }),
});
