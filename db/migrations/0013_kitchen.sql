-- From how many minutes on a ticket is late, and overdue.
alter table store_settings
  add column kitchen_warn_minutes smallint not null default 10 check (kitchen_warn_minutes between 1 and 240),
  add column kitchen_late_minutes smallint not null default 20 check (kitchen_late_minutes between 1 and 240),
  add constraint store_settings_kitchen_minutes check (kitchen_late_minutes > kitchen_warn_minutes);

alter table order_lines
  -- when a cook completed it, so that it can be recalled; null as soon as anything else happens to it
  add column cooked_at timestamptz,
  -- when it was cancelled under a cook's hands; null once a cook has said so
  add column cancelled_unseen_at timestamptz;
create index order_lines_cooked on order_lines (tenant_id, cooked_at) where cooked_at is not null;
create index order_lines_cancelled_unseen on order_lines (tenant_id, cancelled_unseen_at) where cancelled_unseen_at is not null;
