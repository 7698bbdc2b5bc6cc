-- The customers of this tenant of whom each word stands in one of these fields; at most p_limit, whichever come first. `found` is the name
-- from the first word on, else the phone. Behind row-level security PostgreSQL uses an index for leakproof operators only, which containment
-- is not: so this runs as the owner, has the wall within itself, and answers no more than what is joined to customers behind both walls.
create or replace function find_customer_texts(p_words text[], p_fields text[], p_limit integer)
  returns table (customer_id bigint, found text)
  language plpgsql stable security definer set search_path = public, pg_catalog, pg_temp
  -- To work out the numbers of a row takes longer than to find it: nothing but their index is to be used, and its answer not to be rounded
  -- to pages for want of memory, which would have all their rows worked out again.
  set enable_seqscan = off set work_mem = '64MB' as $$
declare
  v_tenant constant bigint := current_tenant();
  v_words constant text[] := array(
    select word from (select plain_letters(typed) as word, place from unnest(p_words) with ordinality typed (typed, place)) plain
    where trim(word) <> '' order by place);
  v_fit text;
begin
  -- what the index answers stands by itself, so that nobody works out the numbers of a row once more
  select string_agg(format('(%s) and (%s)', indexed, holds), ' and ') into v_fit
  from unnest(v_words) word
  cross join lateral (
    select
      string_agg(format('customer_numbers(tenant_id, name, phone, email) @> %L', searched_numbers(word, longest, v_tenant * 4 + place)), ' or ') as indexed,
      string_agg(format('strpos(%I, %L) > 0', field, word), ' or ') as holds
    from (values ('name', 3, 0), ('phone', 4, 1), ('email', 3, 2)) fields (field, longest, place)
    where field = any(p_fields)
  ) fits;
  if v_fit is null then return; end if;
  -- + 0: not by the key
  return query execute format(
    'select customer_id, case when strpos(name, $2) > 0 then substr(name, strpos(name, $2)) else phone end from customer_texts
     where tenant_id + 0 = $1 and %s limit $3', v_fit) using v_tenant, v_words[1], p_limit;
end $$;
revoke all on function find_customer_texts from public;
grant execute on function find_customer_texts to comanda_app;
