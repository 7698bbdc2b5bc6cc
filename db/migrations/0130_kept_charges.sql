-- compatible-with: 0017_business_hours
-- A bill that is partly paid keeps the charges that the store had when its first payment was taken: what is switched off meanwhile would leave
-- less on it than is paid (wire-2.md §3). As rules, [{id, title, kind, value, tax, deliveryTypes, minCovers}]; null: those of now.
alter table checks add column charge_rules jsonb;
