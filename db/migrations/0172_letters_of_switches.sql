-- compatible-with: 0017_business_hours
-- A letter when the provider switches a restaurant off, and letters that the provider's own acts make due. A node of the release before that
-- takes one of the new kind notes it as sent: as every letter to a restaurant that is off.
alter table tenant_letters drop constraint tenant_letters_kind_check;
-- not valid: what is there fits, and is not read again under a lock
alter table tenant_letters add constraint tenant_letters_kind_check
  check (kind in ('welcome', 'trial end', 'payment failed', 'cancelled', 'switched off')) not valid;
call open_to_platform('tenant_letters', 'select (tenant_id, kind, about), insert');
