-- compatible-with: 0017_business_hours
-- Orders of diners that wait go with the bill of their table when it is moved or merged, so that they do not open another bill where nobody sits:
-- their ids, for the undo; null: none. Beside `detail`, which a release before writes back to the bill as it is.
alter table check_changes add column qr_orders jsonb;
