-- compatible-with: 0017_business_hours
-- A row for each page that shows a kitchen, no longer one for each station: a dead display is noticed although another one of its station
-- looks. The release before goes on with station_screens, which a later one drops.
-- Every page writes its row every three seconds: no index on times, and room in each page of the table, so that these updates touch nothing else.
create table kitchen_screens (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  -- chosen by the page; of one that says none, its session's
  screen_id text not null,
  session_id bigint not null,
  -- null: it shows all of them
  station_id bigint,
  looked_at timestamptz not null,
  -- silent until then, it is lost
  expected_by timestamptz not null,
  is_lost boolean not null default false,
  primary key (tenant_id, screen_id)
) with (fillfactor = 50);
call protect('kitchen_screens');
call open_to_worker('kitchen_screens', 'select (tenant_id, looked_at, expected_by, is_lost)');
