-- compatible-with: 0017_business_hours
-- What a line comes to, in minor units: price × quantity less the money off it, without tax on top (wire-2.md §3). Reports add it up and
-- multiply nothing. Null: written before; db/back-fills/0111_line_totals.sql fills it.
alter table order_lines add column total bigint;

-- Holds whoever writes a line: a split or a void changes its quantity, a discount what is off it, and the release before knows no total.
create function total_line() returns trigger language plpgsql as $$
begin
  new.total := new.unit_price * new.quantity - new.discount;
  return new;
end $$;
create trigger total_line before insert or update of total, unit_price, quantity, discount on order_lines for each row
  when (new.total is distinct from new.unit_price * new.quantity - new.discount) execute function total_line();

-- Of which line it was split off, the first one of them all: what is off a bill is spread as if they were still one, so that a bill that was
-- split and merged comes to what it came to before.
alter table order_lines add column half_of bigint;
