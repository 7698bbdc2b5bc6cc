-- How many lines a bill has, whatever their state: those of its orders that were not split off, and those that came from other bills. In SQL, so
-- that it is planned with the statement of its caller.
create or replace function lines_of_bill(p_tenant bigint, p_check bigint) returns integer language sql stable as $$
  select ((select count(*) from public.orders o join public.order_lines l on l.tenant_id = p_tenant and l.order_id = o.id and l.check_id is null
      where o.tenant_id = p_tenant and o.check_id = p_check)
    + (select count(*) from public.order_lines l where l.tenant_id = p_tenant and l.check_id = p_check))::integer
$$;
