-- compatible-with: 0017_business_hours
-- The statement that stores a closing counts it (insertClosing in closings.queries.ts), so no trigger has to: the release before closes no days.
drop trigger count_closing on closings;
drop function count_closing();
