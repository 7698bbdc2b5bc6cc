-- compatible-with: 0017_business_hours
-- A closing, the X report and the count of a drawer read the payments of a day (wire-2.md §4). Where there are many already, they are
-- indexed after the start, without a lock that writers wait for (db/back-fills/0106_payments_day.sql).
do $$
begin
  if pg_relation_size('payments') < 32 * 1024 * 1024 then
    create index payments_day on payments (tenant_id, business_date, id);
  end if;
end $$;
