-- Whoever was archived before `p_before` keeps the name alone, which orders, payments and the audit log show: address, e-mail, phone,
-- picture, password, second factor and known browsers go, and what the audit log says of them. Nobody of a deleted restaurant that can be restored. At most `p_rows` at once;
-- answers how many there were. A function, for the worker may not change these columns.
create or replace function public.forget_former_members(p_before timestamptz, p_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_former record;
  v_rows integer := 0;
begin
  for v_former in
    select tenant_id, id from public.members
    where archived_at < p_before and archived_at is not null and not archived_with_tenant and username not like 'former-%'
    order by archived_at limit p_rows for update skip locked
  loop
    update public.members
      set username = 'former-' || id, email = null, phone = null, photo = null, password_hash = '', confirmed_at = null, invited_at = null
      where tenant_id = v_former.tenant_id and id = v_former.id;
    -- what was changed about the account: Activity keeps that it was, and its name
    update public.audit_log set
      before = case jsonb_typeof(before) when 'object' then before - array['username', 'email', 'phone', 'photo'] else before end,
      after = case jsonb_typeof(after) when 'object' then after - array['username', 'email', 'phone', 'photo'] else after end
    where tenant_id = v_former.tenant_id and entity = 'members' and entity_id = v_former.id
      and (jsonb_typeof(before) = 'object' or jsonb_typeof(after) = 'object');
    -- and from where they signed in
    update public.audit_log set after = after - array['address', 'device']
    where tenant_id = v_former.tenant_id and member_id = v_former.id and entity in ('sessions', 'security') and jsonb_typeof(after) = 'object' and after ?| array['address', 'device'];
    delete from public.second_factors where tenant_id = v_former.tenant_id and member_id = v_former.id;
    delete from public.known_browsers where tenant_id = v_former.tenant_id and member_id = v_former.id;
    v_rows := v_rows + 1;
  end loop;
  return v_rows;
end $$;
revoke all on function public.forget_former_members from public;
grant execute on function public.forget_former_members to comanda_worker;
