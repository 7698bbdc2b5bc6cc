-- The number that a price shows, in minor units of other decimals, rounded half up; prices are never below 0.
create or replace function rescaled(p_price bigint, p_from integer, p_to integer) returns bigint language sql immutable as $$
  select case when p_to >= p_from then p_price * (10 ^ (p_to - p_from))::bigint
    else (p_price + (10 ^ (p_from - p_to))::bigint / 2) / (10 ^ (p_from - p_to))::bigint end
$$;

-- Gives the whole menu the decimals of another currency. What is rounded is kept as it was, for the way back.
create or replace function change_prices(p_from integer, p_to integer) returns void language plpgsql as $$
declare
  v record;
begin
  for v in
    select * from (values
      ('price', 'menu_items', 'price'), ('net_price', 'menu_items', 'net_price'),
      ('variant', 'menu_item_variants', 'price'), ('addon', 'menu_item_addons', 'price')) as prices (kind, target, col)
  loop
    -- somebody has set another price since
    execute format(
      'delete from exact_prices e where e.kind = %1$L and not exists (
         select from %2$I t where t.id = e.id and t.%3$I = e.rounded and e.rounded_decimals = $1)',
      v.kind, v.target, v.col) using p_from;
    execute format(
      'insert into exact_prices (kind, id, price, decimals, rounded, rounded_decimals)
       select %1$L, t.id, t.%3$I, $1, 0, $2 from %2$I t
       where rescaled(rescaled(t.%3$I, $1, $2), $2, $1) <> t.%3$I
       on conflict do nothing',
      v.kind, v.target, v.col) using p_from, p_to;
    update exact_prices set rounded = rescaled(price, decimals, p_to), rounded_decimals = p_to where kind = v.kind;
    execute format(
      'update %2$I t set %3$I = coalesce(
         (select e.rounded from exact_prices e where e.kind = %1$L and e.id = t.id), rescaled(t.%3$I, $1, $2))',
      v.kind, v.target, v.col) using p_from, p_to;
  end loop;
  -- on the menu again as they were
  delete from exact_prices where decimals <= p_to;
end $$;
