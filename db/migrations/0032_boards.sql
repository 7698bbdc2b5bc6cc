-- compatible-with: 0017_business_hours
-- After how many minutes an order that is paid and made leaves the board by itself; null: never.
alter table store_settings add column complete_paid_after smallint default 15 check (complete_paid_after between 0 and 1440);

-- When it was made, whoever said so; null while it is not. (cooked_at is a cook's, and ends with whatever happens next.)
alter table order_lines add column completed_at timestamptz;

-- When somebody last took it back onto the board.
alter table orders add column reopened_at timestamptz;

-- The worker finds whose orders may leave; what they are, and who ordered them, it does not see.
create policy all_tenants on orders for select to comanda_worker using (true);
grant select (tenant_id, id, status, invoice_id, business_date, created_at, reopened_at) on orders to comanda_worker;
create policy all_tenants on order_lines for select to comanda_worker using (true);
grant select (tenant_id, order_id, status, cooked_at, completed_at) on order_lines to comanda_worker;
