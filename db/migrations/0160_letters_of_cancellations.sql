-- compatible-with: 0017_business_hours
-- A letter when a subscription was cancelled. The release before cannot write one, and leaves it to a node that can.
alter table tenant_letters drop constraint tenant_letters_kind_check;
-- not valid: what is there fits, and is not read again under a lock
alter table tenant_letters add constraint tenant_letters_kind_check
  check (kind in ('welcome', 'trial end', 'payment failed', 'cancelled')) not valid;
