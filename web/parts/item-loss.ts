import { useQueryClient } from '@tanstack/react-query';
import { listCharges } from '#contract/charges.ts';
import { listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { call } from '#web/platform/api.ts';

const sentenceOf = (count: number, one: string, many: string, what: string): string[] => {
  if (count === 0) return [];
  return [count === 1 ? `1 ${one} loses its ${what}.` : `${count} ${many} lose their ${what}.`];
};

/** Counts what loses its tax or category when that is deleted, and says so; nothing when nothing does, or it cannot be counted. */
export const useItemLoss = () => {
  const cache = useQueryClient();
  const countItems = async (hasIt: (item: MenuItem) => boolean): Promise<number> => {
    const queryFn = () => call(listMenuItems, {});
    const items = await cache.fetchQuery({ queryKey: [listMenuItems.path, {}], queryFn }).catch(() => []);
    return items.filter(hasIt).length;
  };
  const countCharges = async (taxId: string): Promise<number> => {
    const queryFn = () => call(listCharges, {});
    const charges = await cache.fetchQuery({ queryKey: [listCharges.path, {}], queryFn }).catch(() => []);
    return charges.filter((charge) => String(charge.taxId) === taxId).length;
  };
  const said = (sentences: string[]) => (sentences.length === 0 ? undefined : sentences.join(' '));
  return {
    ofCategory: async (id: string): Promise<string | undefined> =>
      said(sentenceOf(await countItems(({ category_id }) => String(category_id) === id), 'item', 'items', 'category')),
    ofTax: async (id: string): Promise<string | undefined> =>
      said([
        ...sentenceOf(await countItems(({ tax_id }) => String(tax_id) === id), 'item', 'items', 'tax'),
        ...sentenceOf(await countItems(({ taxIdTakeaway }) => String(taxIdTakeaway) === id), 'item', 'items', 'tax of take-away'),
        ...sentenceOf(await countCharges(id), 'charge', 'charges', 'tax'),
      ]),
  };
};
