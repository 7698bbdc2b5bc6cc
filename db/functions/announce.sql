-- Writes an announcement into the outbox with the tenant's next number. The last statement of a transaction: it locks the counters.
create or replace function announce(p_type text, p_payload jsonb, p_now timestamptz) returns bigint language sql as $$
  with counted as (update tenant_counters set event_seq = event_seq + 1 where tenant_id = (select current_tenant()) returning event_seq)
  insert into events (seq, type, payload, created_at) select event_seq, p_type, p_payload, p_now from counted returning seq
$$;
