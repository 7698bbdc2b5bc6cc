-- What was counted until now stays in the currency of before, whatever the store's will be.
create or replace function keep_drawers_currency(p_currency text) returns void language sql as $$
  update public.drawers set currency = p_currency where tenant_id = current_tenant() and currency is null
$$;
