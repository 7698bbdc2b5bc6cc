-- compatible-with: 0017_business_hours
-- When a till locks itself, and whether its cart waits for whoever takes it over. New stores keep the cart; those of today as they did.
alter table store_settings
  add column lock_after_minutes smallint check (lock_after_minutes between 1 and 240),
  add column lock_after_send boolean not null default false,
  add column cart_stays_with_till boolean not null default false;
