-- compatible-with: 0017_business_hours
-- The place of a variant in its item's order; null until somebody puts them into one, and of what comes later: those stand last, oldest first.
-- The release before shows the order of ids, and leaves this as it is.
alter table menu_item_variants add column position integer;
