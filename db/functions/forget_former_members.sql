-- Whoever was archived before `p_before` keeps the name alone, which orders, payments and the audit log show: address, e-mail, phone,
-- picture, password, second factor and known browsers go, and what the audit log says of them. Nobody of a deleted restaurant that can be
-- restored. One after the other, and each gets the name of who is forgotten last: who has more entries than are left of `p_rows` goes on
-- with the next call. Answers how many rows were written. A function, for the worker may not change these columns.
-- Rows of the log are named by their place, without a join (forget_security.sql), in a statement before: one that somebody has just changed
-- lies elsewhere, where only a later statement looks, and nobody comes again for a member who was forgotten.
create or replace function public.forget_former_members(p_before timestamptz, p_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_former record;
  v_left integer := p_rows;
  v_rows integer;
  v_places tid[];
  v_keys constant text[] := array['username', 'email', 'phone', 'photo'];
begin
  loop
    select tenant_id, id into v_former from public.members
    where archived_at < p_before and archived_at is not null and not archived_with_tenant and username <> 'former-' || id::text
    order by archived_at limit 1 for update skip locked;
    exit when not found;
    -- what was changed about the account: Activity keeps that it was, and its name
    v_places := array(
      select ctid from public.audit_log
      where tenant_id = v_former.tenant_id and entity = 'members' and entity_id = v_former.id
        and (jsonb_typeof(before) = 'object' and before ?| v_keys or jsonb_typeof(after) = 'object' and after ?| v_keys)
      limit v_left for no key update);
    update public.audit_log set
      before = case jsonb_typeof(before) when 'object' then before - v_keys else before end,
      after = case jsonb_typeof(after) when 'object' then after - v_keys else after end
    where ctid = any(v_places);
    get diagnostics v_rows = row_count;
    v_left := v_left - v_rows;
    -- and from where they signed in
    v_places := array(
      select ctid from public.audit_log
      where tenant_id = v_former.tenant_id and member_id = v_former.id and entity in ('sessions', 'security')
        and jsonb_typeof(after) = 'object' and after ?| array['address', 'device']
      limit v_left for no key update);
    update public.audit_log set after = after - array['address', 'device'] where ctid = any(v_places);
    get diagnostics v_rows = row_count;
    v_left := v_left - v_rows;
    exit when v_left = 0;
    delete from public.second_factors where tenant_id = v_former.tenant_id and member_id = v_former.id;
    delete from public.known_browsers where tenant_id = v_former.tenant_id and member_id = v_former.id;
    update public.members
      set username = 'former-' || id, email = null, phone = null, photo = null, password_hash = '', confirmed_at = null, invited_at = null
      where tenant_id = v_former.tenant_id and id = v_former.id;
    v_left := v_left - 1;
    exit when v_left = 0;
  end loop;
  return p_rows - v_left;
end $$;
revoke all on function public.forget_former_members from public;
grant execute on function public.forget_former_members to comanda_worker;
