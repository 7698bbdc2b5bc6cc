-- compatible-with: 0017_business_hours
-- Which bills a change touched is looked for at each void of a whole bill with a sum charge; the key leads with the bill.
-- Where there are many already, they are indexed after the start (db/back-fills/0169_changed_checks_change.sql).
do $$
begin
  if pg_relation_size('changed_checks') < 32 * 1024 * 1024 then
    create index changed_checks_change on changed_checks (tenant_id, change_id);
  end if;
end $$;
