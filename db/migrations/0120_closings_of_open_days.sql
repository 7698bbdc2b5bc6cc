-- compatible-with: 0017_business_hours
-- A day without sales needs no closing, but a correction or a void may be dated to it: the closing of a later day has those, too
-- (docs/decisions/0037-the-day.md). False: closed by a release before, which left them out.
alter table closings add column has_open_days boolean not null default false;
