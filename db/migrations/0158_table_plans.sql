-- compatible-with: 0017_business_hours
-- Where a table stands on the plan of its floor, in cells of 24 × 16. The release before leaves it as it is.
alter table store_tables
  -- null, all five: nobody has placed it
  add column plan_x smallint,
  add column plan_y smallint,
  add column plan_width smallint,
  add column plan_height smallint,
  add column plan_shape text;
-- not valid: what is there is null, and is not read again under a lock
alter table store_tables
  add constraint store_tables_plan check (
    num_nulls(plan_x, plan_y, plan_width, plan_height, plan_shape) = 5
    or (num_nulls(plan_x, plan_y, plan_width, plan_height, plan_shape) = 0
      and plan_x >= 0 and plan_width >= 2 and plan_x + plan_width <= 24
      and plan_y >= 0 and plan_height >= 2 and plan_y + plan_height <= 16
      and plan_shape in ('round', 'square', 'long'))) not valid;
