-- compatible-with: 0017_business_hours
-- The currency of a drawer's money, where it is no longer the store's; null: the store's. It does not change while a drawer is open, so whoever
-- changes it writes the one of before to those that were counted in it. What was counted before this migration, or before an older release beside
-- this one changes the currency, is taken to be in the store's.
alter table drawers add column currency text;
