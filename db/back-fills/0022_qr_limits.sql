-- concurrently: statements of their own, outside a transaction
alter table public.qr_orders validate constraint qr_orders_guest;
