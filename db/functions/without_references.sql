-- How something was paid, for the audit log, which shows no number of a voucher or a slip.
create or replace function without_references(p_payments jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(payment - 'reference' order by place), '[]'::jsonb)
  from jsonb_array_elements(p_payments) with ordinality as payments (payment, place)
$$;
