-- compatible-with: 0017_business_hours
-- Prices that a change of currency has rounded, as somebody once set them: 4.50 is 5 in a currency without decimals, and 4.50 again in one
-- that has them. A row counts only as long as the price on the menu is still what it was rounded to; db/functions/change_prices.sql tells.
create table exact_prices (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  kind text not null check (kind in ('price', 'net_price', 'variant', 'addon')),
  -- of the item, the variant or the addon
  id bigint not null,
  price bigint not null,
  decimals smallint not null,
  rounded bigint not null,
  rounded_decimals smallint not null,
  primary key (tenant_id, kind, id)
);
call protect('exact_prices');
