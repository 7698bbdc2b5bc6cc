import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { added, done, id, optionalId, optionalPrice, pathId, price, title } from './fields.ts';

const option = z.object({ id, item_id: id, title: z.string(), price: z.number() });

export const menuItem = z.object({
  id,
  title: z.string(),
  price: z.number(),
  net_price: z.number().nullable(),
  tax_id: id.nullable(),
  tax_title: z.string().nullable(),
  tax_rate: z.number().nullable(),
  tax_type: z.enum(['exclusive', 'inclusive']).nullable(),
  category_id: id.nullable(),
  category_title: z.string().nullable(),
  image: z.string().nullable(),
  addons: z.array(option),
  variants: z.array(option),
});
export type MenuItem = z.output<typeof menuItem>;

const access = ['SETTINGS'] as const;
const itemBody = z.object({
  title: title('Please enter title!'),
  price: price('Please provide valid price!'),
  netPrice: optionalPrice('Please provide valid price!'),
  categoryId: optionalId,
  taxId: optionalId,
});
const itemId = z.object({ id: pathId });

export const listMenuItems = endpoint({
  method: 'GET',
  path: '/menu-items',
  summary: 'The menu with variants and addons',
  access,
  reply: z.array(menuItem),
});

export const getMenuItem = endpoint({
  method: 'GET',
  path: '/menu-items/:id',
  summary: 'One menu item with variants and addons',
  access,
  params: itemId,
  reply: menuItem,
});

export const addMenuItem = endpoint({
  method: 'POST',
  path: '/menu-items/add',
  summary: 'Add a menu item',
  access,
  body: itemBody,
  reply: added.extend({ menuItemId: id }),
});

export const updateMenuItem = endpoint({
  method: 'POST',
  path: '/menu-items/update/:id',
  summary: 'Change a menu item; orders keep what they were priced with',
  access,
  params: itemId,
  body: itemBody,
  reply: done,
});

export const deleteMenuItem = endpoint({
  method: 'DELETE',
  path: '/menu-items/delete/:id',
  summary: 'Take a menu item off the menu; orders keep it',
  access,
  params: itemId,
  reply: done,
});

const variantBody = z.object({
  title: title('Please provide variant title!'),
  price: price('Please provide valid variant price!').default('0'),
});
const variantId = z.object({ itemId: pathId, variantId: pathId });

export const addVariant = endpoint({
  method: 'POST',
  path: '/menu-items/variants/:itemId/add',
  summary: 'Add a variant; its price replaces the base price',
  access,
  params: z.object({ itemId: pathId }),
  body: variantBody,
  reply: added.extend({ variantId: id }),
});

export const updateVariant = endpoint({
  method: 'POST',
  path: '/menu-items/variants/:itemId/update/:variantId',
  summary: 'Change a variant',
  access,
  params: variantId,
  body: variantBody,
  reply: done,
});

export const deleteVariant = endpoint({
  method: 'DELETE',
  path: '/menu-items/variants/:itemId/delete/:variantId',
  summary: 'Delete a variant; orders keep it',
  access,
  params: variantId,
  reply: done,
});

const addonBody = z.object({ title: title('Please provide addon title!'), price: price('Please provide valid addon price!').default('0') });
const addonId = z.object({ itemId: pathId, addonId: pathId });

export const addAddon = endpoint({
  method: 'POST',
  path: '/menu-items/addons/:itemId/add',
  summary: 'Add an addon; its price is added to the base or variant price',
  access,
  params: z.object({ itemId: pathId }),
  body: addonBody,
  reply: added.extend({ addonId: id }),
});

export const updateAddon = endpoint({
  method: 'POST',
  path: '/menu-items/addons/:itemId/update/:addonId',
  summary: 'Change an addon',
  access,
  params: addonId,
  body: addonBody,
  reply: done,
});

export const deleteAddon = endpoint({
  method: 'DELETE',
  path: '/menu-items/addons/:itemId/delete/:addonId',
  summary: 'Delete an addon; orders keep it',
  access,
  params: addonId,
  reply: done,
});
