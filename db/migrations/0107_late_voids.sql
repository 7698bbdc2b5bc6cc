-- compatible-with: 0017_business_hours
-- What is cancelled after the closing of its order's day is in the next closing (docs/decisions/0037-the-day.md): the last one when the day was
-- closed. Null: closed by a release before, when it is told by the time.
alter table closings add column last_void bigint;
