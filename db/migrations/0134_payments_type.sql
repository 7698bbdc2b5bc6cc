-- compatible-with: 0017_business_hours
-- What a till offers no more may still be counted where it was paid by since the last closing (wire-2.md §4): one look for each such type.
-- Where there are many payments already, they are indexed after the start (db/back-fills/0134_payments_type.sql).
do $$
begin
  if pg_relation_size('payments') < 32 * 1024 * 1024 then
    create index payments_type on payments (tenant_id, payment_type_id, business_date, id);
  end if;
end $$;
