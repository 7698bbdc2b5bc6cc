-- Names of guests do not stay in a queue: of a job that was made before `p_before` only the row is left, and what was still to be printed
-- has expired. What is at the printer is not taken away. At most `p_rows` at once; answers how many there were. A function, for the worker
-- may not read what is printed.
create or replace function public.clear_print_jobs(p_before timestamptz, p_rows integer) returns integer
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with old as (
    select tenant_id, id from public.print_jobs where content is not null and created_at < p_before and state <> 'sending'
    order by created_at limit p_rows for no key update skip locked
  ),
  cleared as (
    update public.print_jobs j set content = null, due_at = null,
      state = case when j.due_at is null then j.state else 'expired' end,
      error = case when j.state = 'queued' then 'No printer took it for a day.' else j.error end
    from old where j.tenant_id = old.tenant_id and j.id = old.id returning 1
  )
  select count(*)::integer from cleared
$$;
revoke all on function public.clear_print_jobs from public;
grant execute on function public.clear_print_jobs to comanda_worker;
