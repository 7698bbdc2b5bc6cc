import type { Tenant, TenantState } from '#contract/tenants.ts';

export const tenantColumns = ['Name', 'Email', 'Status', 'Subscription_Start_Date', 'Subscription_End_Date', 'Plan'] as const;

const dayOf = (instant: string | null) => instant?.slice(0, 10) ?? '';

/** A restaurant as cells of the export (part-2 §9). */
export const toTenantCells = (tenant: Tenant): Record<(typeof tenantColumns)[number], string | null> => ({
  Name: tenant.name,
  Email: tenant.email,
  Status: tenant.is_active ? 'Active' : 'Inactive',
  Subscription_Start_Date: dayOf(tenant.subscription_start),
  Subscription_End_Date: dayOf(tenant.subscription_end),
  Plan: tenant.plan,
});

const words: Record<TenantState, string> = { all: 'All', active: 'Active', inactive: 'Inactive' };

/** Status, 'Tenants Data', date (part-2 §9). */
export const csvName = (status: TenantState, now: Date): string => `${words[status]} Tenants Data ${now.toISOString().slice(0, 10)}.csv`;
