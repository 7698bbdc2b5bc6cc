-- compatible-with: 0017_business_hours
-- The smallest sum that is paid in cash, in minor units; 0: cash is paid to the cent (wire-2.md §3).
alter table store_settings add column cash_rounding bigint not null default 0 check (cash_rounding >= 0);
-- What was paid in cash above the total of an invoice, or below 0 less: payments add up to total + rounding.
alter table invoices add column rounding bigint not null default 0;
