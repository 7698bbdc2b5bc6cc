-- What was noted of a guest who was erased while the kitchen made it (forget_customer.sql) goes once it is made or cancelled, and from the
-- tickets with the order.
create or replace function forget_notes_of_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders o join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where o.tenant_id = new.tenant_id and o.id = new.order_id and c.erased_at is not null)
  then
    new.notes = null;
  end if;
  return new;
end $$;
create or replace trigger forget_notes_of_line before update of status on order_lines for each row
  when (new.notes is not null and old.status in ('created', 'preparing') and new.status not in ('created', 'preparing'))
  execute function forget_notes_of_line();

create or replace function forget_notes_of_tickets() returns trigger language plpgsql as $$
begin
  if exists (select from customers where tenant_id = new.tenant_id and id = new.customer_id and erased_at is not null) then
    update tickets set lines = (
      select jsonb_agg(x || '{"notes": null}' order by n) from jsonb_array_elements(lines) with ordinality as y (x, n))
    where tenant_id = new.tenant_id and order_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger forget_notes_of_tickets after update of status on orders for each row
  when (new.customer_id is not null and old.status = 'created' and new.status <> 'created')
  execute function forget_notes_of_tickets();
