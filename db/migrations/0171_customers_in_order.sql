-- compatible-with: 0017_business_hours
-- Customers by name stand as people read: 'Ångström' beside 'Angus', 'émile' beside 'Emil'. By plain_letters in the order of their code points, which
-- is the same on every PostgreSQL; an ICU collation may be missing, and changes with its version. Where there are many already, they are indexed
-- after the start (db/back-fills/0171_customers_in_order.sql). customers_name goes with a later release: one beside this reads by it.
do $$
begin
  if pg_relation_size('customers') < 32 * 1024 * 1024 then
    create index customers_in_order on customers (tenant_id, plain_letters(name) collate "C", id) where erased_at is null;
  end if;
end $$;
