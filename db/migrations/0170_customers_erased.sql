-- compatible-with: 0017_business_hours
-- Who was erased lately is looked for once an hour (db/functions/clear_erased_notes.sql), among all customers of all tenants.
-- Where there are many already, they are indexed after the start (db/back-fills/0170_customers_erased.sql).
do $$
begin
  if pg_relation_size('customers') < 32 * 1024 * 1024 then
    create index customers_erased on customers (erased_at) where erased_at is not null;
  end if;
end $$;
