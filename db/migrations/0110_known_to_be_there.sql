-- compatible-with: 0017_business_hours
-- What a paid sale costs: look-ups of what the same call has just written, as of lines in 0039. That the invoice exists: its payments, hash and
-- charges are written by the call that writes it, or by one that has just read it, and nobody may remove an invoice. That the tenant exists:
-- the same call updates the tenant's counters. Nothing relied on the cascade: purge_tenant finds a table's rows by their tenant_id.
do $$
declare
  k record;
begin
  for k in
    select conrelid::regclass as keeper, conname from pg_constraint
    where contype = 'f' and conrelid in ('payments'::regclass, 'invoice_hashes'::regclass, 'invoice_charges'::regclass, 'invoice_days'::regclass)
      and confrelid in ('invoices'::regclass, 'tenants'::regclass)
  loop
    execute format('alter table %s drop constraint %I', k.keeper, k.conname);
  end loop;
end $$;
