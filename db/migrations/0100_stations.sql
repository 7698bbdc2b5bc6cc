-- compatible-with: 0017_business_hours
-- Where dishes are made (docs/decisions/0038-stations.md). A restaurant without stations has one kitchen and no tickets.
create table stations (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  position integer not null,
  -- takes what neither its dish nor its category sends elsewhere
  is_fallback boolean not null,
  -- so long a ticket may wait until somebody has seen it
  ack_seconds integer not null default 10 check (ack_seconds between 5 and 600),
  printer_id bigint,
  backup_printer_id bigint,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('stations');
call raise_version_on('stations');
create unique index stations_fallback on stations (tenant_id) where is_fallback and archived_at is null;

-- When a visible screen of a station last said that it is there; no row: none, or it was closed. Apart, for the menu depends on stations alone.
create table station_screens (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  station_id bigint not null,
  looked_at timestamptz not null,
  primary key (tenant_id, station_id),
  foreign key (tenant_id, station_id) references stations on delete cascade
);
call protect('station_screens');

-- No foreign keys on what is hot: a station is never deleted, only archived.
alter table categories add column station_id bigint;
alter table menu_items add column station_id bigint;
-- Where the line is made, from the moment it was ordered; null: there were no stations.
alter table order_lines add column station_id bigint;

-- What a station was told of an order, as it was then.
create table tickets (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  order_id bigint not null,
  station_id bigint not null,
  kind text not null check (kind in ('new', 'void', 'move', 'recall')),
  -- snapshots; lines: [{line_id, item_title, variant_title, quantity, notes, addons}]
  station_title text not null,
  token_no integer not null,
  table_title text,
  delivery_type text not null,
  lines jsonb not null,
  created_at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'seen', 'printed', 'unseen', 'told')),
  -- when the clock looks at it next: for the alarm, then for the backup printer; null when nothing is due
  check_at timestamptz,
  -- when the backup printer is due, 30 s after it was made or sent again, and not before the alarm
  backup_at timestamptz not null,
  -- a backup is due since then; who prints looks for this
  backup_due_at timestamptz,
  -- how often it was sent again
  resends integer not null default 0,
  seen_at timestamptz,
  seen_by bigint,
  printed_at timestamptz,
  told_at timestamptz,
  told_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, station_id) references stations
);
call protect('tickets');
create index tickets_order on tickets (tenant_id, order_id);
create index tickets_waiting on tickets (tenant_id, station_id) where state in ('queued', 'unseen', 'told');
-- what the clock reads twice a second, of all tenants: empty while nothing waits
create index tickets_due on tickets (check_at) where check_at is not null;
call open_to_worker('tickets', 'select (tenant_id, check_at)');
