import { findCurrency } from '#contract/currencies.ts';
import { type DateRange, rangeOf } from '#contract/periods.ts';
import { getProviderDashboard, getProviderReport } from '#contract/provider-reports.ts';
import { toDecimal } from '#contract/pricing.ts';
import type { Plan } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { handleProvider } from '#server/platform/endpoints/routes.ts';
import { findProviderBestSellers, findProviderCustomers, findProviderFigures, findWorkingTenants } from './provider-reports.queries.ts';
import { volumeOf } from './volume.rules.ts';

interface Config {
  graceDays: number;
  plan: Plan;
  usdRates: Readonly<Record<string, number>>;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** What the platform shows of all restaurants together. Days are UTC days (wire.md §1). */
export const providerReportsRoutes = ({ config: { graceDays, plan, usdRates } }: { config: Config }) => {
  const decimals = findCurrency(plan.currency)?.decimals ?? 2;
  const priceOf = (months: number) => toDecimal(BigInt(plan.minorPrice) * BigInt(months), decimals);
  const figuresOf = async (db: Db, now: Date) => {
    const { active, subscribed } = await findWorkingTenants(db, { now, graceDays });
    const today = volumeOf(await findProviderFigures(db, { from: dayOf(now), to: dayOf(now) }), usdRates);
    const revenue = { mrr: priceOf(subscribed), arr: priceOf(12 * subscribed), planCurrency: plan.currency };
    return {
      figures: { activeTenants: active, ...revenue, ordersProcessedToday: today.orders, salesVolumeToday: today.usd },
      unconverted: today.unconverted,
    };
  };
  const periodOf = async (db: Db, range: DateRange) => {
    const volume = volumeOf(await findProviderFigures(db, range), usdRates);
    return { volume, topSellingItems: await findProviderBestSellers(db, range), totalCustomers: await findProviderCustomers(db) };
  };

  return [
    handleProvider(getProviderDashboard, async (_, { openFigures, now }) => {
      const { asProvider, asOf } = await openFigures();
      const { figures, unconverted } = await asProvider((db) => figuresOf(db, now));
      return { asOf: asOf?.toISOString(), ...figures, unconverted };
    }),

    handleProvider(getProviderReport, async ({ query: { type, from, to } }, { openFigures, now }) => {
      const { asProvider, asOf } = await openFigures();
      return asProvider(async (db) => {
        const { figures } = await figuresOf(db, now);
        const { volume, ...rest } = await periodOf(db, rangeOf(type, dayOf(now), { from, to }));
        return {
          asOf: asOf?.toISOString(),
          ...figures,
          ...rest,
          ordersProcessed: volume.orders,
          salesVolume: volume.usd,
          unconverted: volume.unconverted,
        };
      });
    }),
  ];
};
