-- A ticket came out of a printer: its station has it, unless somebody saw it before. Answers whether nobody had.
create or replace function mark_ticket_printed(p_ticket bigint, p_now timestamptz) returns boolean language sql as $$
  with marked as (
    update tickets set state = 'printed', printed_at = p_now, check_at = null, backup_due_at = null
    where id = p_ticket and state in ('queued', 'unseen') returning id
  )
  select count(*) > 0 from marked
$$;
