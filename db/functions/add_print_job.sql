-- Named so that it is there before the functions that call it.
-- Puts a job into the queue, in the transaction of what it prints; answers its number. Two at once of one document are counted one after
-- the other, so that the second paper says that it is a copy. When it is tried next is told by the database's clock, which all nodes share.
create or replace function add_print_job(p_printer bigint, p_kind text, p_subject bigint, p_content jsonb, p_heading text, p_member bigint, p_now timestamptz)
returns bigint language plpgsql as $$
declare
  v_tenant bigint := (select public.current_tenant());
  v_copy integer := 1;
  v_repeat boolean := false;
  v_id bigint;
begin
  if p_subject is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'print', v_tenant, p_kind, p_subject), 0));
    select coalesce(max(copy_no), 0) + 1 into v_copy from public.print_jobs where tenant_id = v_tenant and kind = p_kind and subject_id = p_subject;
    -- a bill counts its prints before each of them, the browser's too
    if p_kind = 'bill' then
      v_copy := greatest(v_copy, (select prints from public.checks where tenant_id = v_tenant and id = p_subject));
    end if;
  end if;
  -- whether it is a repeat is decided when it is printed, for then a job that waits may have come out; a release before this one reads it here
  if p_kind = 'ticket' then
    v_repeat := exists (
      select from public.print_jobs where tenant_id = v_tenant and kind = 'ticket' and subject_id = p_subject
        and (sent_at is not null or state in ('printed', 'unsure') or is_repeat));
  end if;
  insert into public.print_jobs (tenant_id, printer_id, kind, subject_id, content, heading, copy_no, is_repeat, created_at, due_at, tried_from, member_id)
  values (v_tenant, p_printer, p_kind, p_subject, p_content, p_heading, v_copy, v_repeat, p_now, now(), now(), p_member)
  returning id into v_id;
  return v_id;
end $$;
