-- compatible-with: 0017_business_hours
-- What an order costs: two thirds of its time went into looking up what was known to be there.
--
-- That a row's tenant exists: whoever writes an order, a payment or an announcement updates the tenant's counters in the same transaction,
-- and row-level security lets nobody write another tenant's rows. The check locked the row of the tenant for every row, so that
-- all who sold at once in one restaurant wrote each other's names down there. Nothing relied on the cascade: purge_tenant finds
-- a table's rows by their tenant_id.
alter table checks drop constraint checks_tenant_id_fkey;
alter table orders drop constraint orders_tenant_id_fkey;
alter table order_lines drop constraint order_lines_tenant_id_fkey;
alter table invoices drop constraint invoices_tenant_id_fkey;
alter table payments drop constraint payments_tenant_id_fkey;
alter table audit_log drop constraint audit_log_tenant_id_fkey;
alter table events drop constraint events_tenant_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_tenant_id_fkey;
alter table report_deltas drop constraint report_deltas_tenant_id_fkey;
-- A line is a snapshot: title, price and tax of its item stand on it. The item was in the menu that the order was priced from, at that
-- version, and is archived and never removed.
alter table order_lines drop constraint order_lines_item;
-- That a line's order exists: they are written by one statement, and nobody may remove an order.
alter table order_lines drop constraint order_lines_order;
revoke delete on orders, order_lines from comanda_app;
