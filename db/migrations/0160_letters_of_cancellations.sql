-- compatible-with: 0017_business_hours
-- A letter when a subscription was cancelled. A node of the release before that takes one fails; it is tried again after an hour,
-- five times, by then by a node that can write it.
alter table tenant_letters drop constraint tenant_letters_kind_check;
-- not valid: what is there fits, and is not read again under a lock
alter table tenant_letters add constraint tenant_letters_kind_check
  check (kind in ('welcome', 'trial end', 'payment failed', 'cancelled')) not valid;
