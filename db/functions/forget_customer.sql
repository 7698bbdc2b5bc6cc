-- Deletes a customer whom nothing refers to. What refers to one (an order, an invoice, a reservation) does so by a foreign key,
-- and then only the person goes: the row stays, empty, and history keeps its numbers. Answers 'deleted' or 'erased'.
create or replace function forget_customer(p_id bigint, p_now timestamptz) returns text language plpgsql as $$
begin
  delete from customers where id = p_id;
  return 'deleted';
exception when foreign_key_violation then
  update customers set phone = null, name = null, email = null, birth_date = null, gender = null, updated_at = p_now, erased_at = p_now
  where id = p_id;
  -- what was noted of a guest may tell who it was
  update reservations set notes = null, updated_at = p_now where customer_id = p_id and notes is not null;
  return 'erased';
end $$;
