-- compatible-with: 0017_business_hours
-- A bill's history tells of its number of guests, too. Such a line has no detail: nothing is undone by it, and it stands in no undo's way.
alter table check_changes drop constraint check_changes_kind_check;
alter table check_changes add constraint check_changes_kind_check
  check (kind in ('move', 'merge', 'split', 'undo', 'payment', 'reverse', 'discount', 'charge', 'covers')) not valid;
