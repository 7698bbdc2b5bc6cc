import type { Reply } from '#contract/endpoint.ts';
import { moneyText } from '#contract/money-text.ts';
import type { getCurrencyPreview } from '#contract/store-settings.ts';

export const CURRENCY_KEEPS =
  'Prices on the menu keep their numbers and are not converted. What is rounded is kept for the way back. Past orders and invoices stay as they are. All open orders must be closed first.';

export type PriceSample = Reply<typeof getCurrencyPreview>[number];

/** What a change of the currency means for the menu, with a few prices as they are and as they become. */
export const currencyLoss = (from: string, to: string, samples: readonly PriceSample[] | undefined) => ({
  sentence: CURRENCY_KEEPS,
  consequence: samples
    ?.map(({ title, before, after }) => `${title}: ${moneyText(before, from)} becomes ${moneyText(after, to)}`)
    .join(' · '),
});
