-- compatible-with: 0017_business_hours
-- Nothing told of a restaurant's last closing but the activity, so who deleted both was not seen. The counters keep its number, whichever
-- release closes, and an invoice holds the hash of the last closing before it (db/functions/chain_invoice.sql). Null: none was counted yet;
-- those of before are counted by db/back-fills/0133_closing_counters.sql.
alter table tenant_counters add column closing_no bigint;

create function count_closing() returns trigger language plpgsql as $$
begin
  update public.tenant_counters set closing_no = new.closing_no where tenant_id = new.tenant_id;
  return null;
end $$;
-- the counters are locked by whoever closes
create trigger count_closing after insert on closings for each row execute function count_closing();
