-- Keeps drawers open until the commit, while cash goes into them or out of them (wire-2.md §4): a count waits for all who hold them, and whoever
-- comes later finds them closed. Before customers and counters. Answers 'open', or what one of them is instead: 'unknown', 'closed'.
create or replace function share_drawers(p_tenant bigint, p_ids jsonb) returns text language plpgsql as $$
declare
  v_ids constant bigint[] := array(select distinct jsonb_array_elements_text(p_ids)::bigint);
  v_found integer;
  v_open integer;
begin
  with shared as (
    select closed_at from public.drawers where tenant_id = p_tenant and id = any(v_ids) order by id for share
  )
  select count(*), count(*) filter (where closed_at is null) into v_found, v_open from shared;
  return case when v_found < cardinality(v_ids) then 'unknown' when v_open < v_found then 'closed' else 'open' end;
end $$;
