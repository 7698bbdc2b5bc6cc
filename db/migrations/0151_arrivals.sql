-- compatible-with: 0017_business_hours
-- What became of a booking at the door; both null while the guests are expected. The release before leaves them as they are.
alter table reservations
  add column arrived_at timestamptz,
  add column no_show_at timestamptz;
-- not valid: what is there holds nulls, and is not read again under a lock
alter table reservations add constraint reservations_door check (arrived_at is null or no_show_at is null) not valid;
