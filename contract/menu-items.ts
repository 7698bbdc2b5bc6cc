import * as z from 'zod';
import { allergens, diets, someOf } from './allergens.ts';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, flag, id, INVALID, optionalId, optionalPrice, optionalText, pathId, price, title } from './fields.ts';

/** A tax as a dish is sold with it. */
export const shownTax = z.object({ id, title: z.string(), rate: z.number(), type: z.enum(['exclusive', 'inclusive']) });

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
  /** What is taken away or delivered is taxed by it; null: by the same tax (wire-2.md §3). */
  takeaway_tax: shownTax.nullable().optional(),
  taxIdTakeaway: id.nullable().optional(),
  category_id: id.nullable(),
  category_title: z.string().nullable(),
  image: z.string().nullable(),
  /** Until the store's next business day. */
  sold_out: z.boolean(),
  /** Where it is made; null: where its category says. */
  stationId: id.nullable().optional(),
  /** What guests read of it; each of the three is left out where nobody entered any. */
  description: z.string().optional(),
  allergens: z.array(z.enum(allergens)).optional(),
  diets: z.array(z.enum(diets)).optional(),
  addons: z.array(option),
  variants: z.array(option),
});
export type MenuItem = z.output<typeof menuItem>;

export const DESCRIPTION_MAX = 500; // characters

const access = ['SETTINGS'] as const;
const itemBody = z.object({
  title: title('Please enter title!'),
  price: price('Please provide valid price!'),
  netPrice: optionalPrice('Please provide valid price!'),
  categoryId: optionalId,
  taxId: optionalId,
  /** For takeaway and delivery; null: the same. */
  taxIdTakeaway: optionalId,
  stationId: optionalId,
  description: optionalText(DESCRIPTION_MAX),
  allergens: someOf(allergens),
  diets: someOf(diets),
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
  body: edited(itemBody),
  reply: done,
});

const TOO_MANY_ITEMS = 'At most 1,000 items at once, please!';
/** As many as a menu has (tenant-limits.ts): an item that has them all is changed with the others. */
const VARIANTS_MOST = 20_000;
const priceInMany = z.object({ price: price('Please provide valid price!').optional() });
const itemInMany = edited(priceInMany.extend({ categoryId: optionalId, taxId: optionalId, isSoldOut: flag.optional() })).extend({
  id,
  variants: z
    .array(edited(priceInMany).extend({ id }), INVALID)
    .max(VARIANTS_MOST, INVALID)
    .refine((variants) => new Set(variants.map((variant) => variant.id)).size === variants.length, 'Please name each variant once!')
    .default([]),
});

export const updateMenuItems = endpoint({
  method: 'POST',
  path: '/menu-items/update-many',
  summary: 'Change price, category, tax and what is sold out of many items at once, all or nothing; what is left out stays',
  access,
  body: z.object({
    items: z
      .array(itemInMany, INVALID)
      .min(1, 'Please choose at least one item!')
      .max(1000, TOO_MANY_ITEMS)
      .refine((items) => new Set(items.map((item) => item.id)).size === items.length, 'Please name each item once!'),
  }),
  reply: done,
});
export type ItemInMany = z.output<typeof itemInMany>;

export const deleteMenuItem = endpoint({
  method: 'DELETE',
  path: '/menu-items/delete/:id',
  summary: 'Take a menu item off the menu; orders keep it',
  access,
  params: itemId,
  reply: done,
});

/** Ids in their new order, each once. */
export const idsInOrder = z
  .array(id, INVALID)
  .min(1, INVALID)
  .max(10_000, INVALID)
  .refine((ids) => new Set(ids).size === ids.length, INVALID);

export const saveItemOrder = endpoint({
  method: 'POST',
  path: '/menu-items/reorder',
  summary: 'Put these items into this order, in the places that they hold among all; categories keep theirs',
  access,
  body: z.object({ ids: idsInOrder }),
  reply: done,
});

export const toggleSoldOut = endpoint({
  method: 'POST',
  path: '/menu-items/update/:id/sold-out',
  summary: 'Mark an item as sold out for the rest of the business day, or as back',
  access: ['SETTINGS', 'POS', 'KITCHEN'],
  params: itemId,
  body: z.object({ isSoldOut: flag }),
  reply: done,
});

/** The multipart field that carries a photo. */
export const PHOTO_FIELD = 'image';

export const saveItemPhoto = endpoint({
  method: 'POST',
  path: '/menu-items/update/:id/upload-photo',
  summary: 'Give an item the photo in the multipart field image: JPEG, PNG, WebP, AVIF or GIF of at most 5 MB and 40 megapixels',
  access,
  params: itemId,
  reply: done.extend({ imageURL: z.string() }),
});

export const deleteItemPhoto = endpoint({
  method: 'POST',
  path: '/menu-items/update/:id/remove-photo',
  summary: 'Take the photo off an item',
  access,
  params: itemId,
  reply: done,
});

const variantBody = z.object({
  title: title('Please provide variant title!'),
  price: optionalPrice('Please provide valid variant price!').transform((value) => value ?? '0'),
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
  body: edited(
    variantBody.extend({
      price: optionalPrice('Please provide valid variant price!').transform((value) => (value === null ? '0' : value)),
    }),
  ),
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

export const saveVariantOrder = endpoint({
  method: 'POST',
  path: '/menu-items/variants/:itemId/reorder',
  summary: 'Put these variants of an item into this order, in the places that they hold among all; later ones come last',
  access,
  params: z.object({ itemId: pathId }),
  body: z.object({ ids: idsInOrder }),
  reply: done,
});

const addonBody = z.object({
  title: title('Please provide addon title!'),
  price: optionalPrice('Please provide valid addon price!').transform((value) => value ?? '0'),
});
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
  body: edited(
    addonBody.extend({
      price: optionalPrice('Please provide valid addon price!').transform((value) => (value === null ? '0' : value)),
    }),
  ),
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
