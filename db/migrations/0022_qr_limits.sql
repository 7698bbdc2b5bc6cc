-- compatible-with: 0017_business_hours
-- A diner whose phone the store does not know is no customer before staff accept the order: until then phone and name stand here, and
-- they go when the order is cancelled.
alter table qr_orders add column guest_phone text, add column guest_name text;
-- It binds what is written from now on; that it holds for the orders of before is read after the start, beside those who write
-- (db/back-fills/0022_qr_limits.sql).
alter table qr_orders add constraint qr_orders_guest check (status = 'created' or (guest_phone is null and guest_name is null)) not valid;
do $$
begin
  if pg_relation_size('qr_orders') < 32 * 1024 * 1024 then
    alter table qr_orders validate constraint qr_orders_guest;
  end if;
end $$;

-- Ordering by QR code is off until then. The public menu and what prices an order are made anew when it changes.
alter table store_settings add column qr_paused_until timestamptz;

-- When a restaurant's limit of diners' orders last refused one; the tills say so.
create table qr_limits (
  tenant_id bigint primary key default current_tenant() references tenants on delete cascade,
  reached_at timestamptz not null
);
call protect('qr_limits');

-- Two spellings of the same digits are one phone, as customers.phone_key has it.
create function phone_key_of(phone text) returns text language sql immutable parallel safe
  as $$ select coalesce(nullif(regexp_replace(phone, '[^0-9]', '', 'g'), ''), phone) $$;
