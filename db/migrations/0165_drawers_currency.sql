-- compatible-with: 0017_business_hours
-- The currency of a drawer's money, where it is no longer the store's; null: the store's. It does not change while a drawer is open, so a change
-- writes the currency of before to those that were counted in it, whichever release makes it. What was counted before this migration is taken to
-- be in the store's currency.
alter table drawers add column currency text;
create function keep_drawers_currency() returns trigger language plpgsql as $$
begin
  update public.drawers set currency = old.currency where tenant_id = old.tenant_id and currency is null;
  return null;
end $$;
create trigger keep_drawers_currency after update of currency on store_settings for each row
  when (old.currency is distinct from new.currency) execute function keep_drawers_currency();
