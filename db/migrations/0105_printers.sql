-- compatible-with: 0017_business_hours
-- The printers of the house (wire-2.md §5, docs/decisions/0039-printers.md).
create table printers (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  kind text not null check (kind in ('network', 'cloudprnt', 'epson')),
  -- a literal IP address and a port; of a network printer only
  address text check ((kind = 'network') = (address is not null)),
  width integer not null check (width in (80, 57)),
  code_page text not null,
  state text not null default 'unknown' check (state in ('ok', 'offline', 'paper_out', 'unknown')),
  last_seen_at timestamptz,
  -- by which a printer that polls is known; SHA-256
  poll_hash text,
  -- the node that writes to it, and until when: a killed node's jobs are taken over then
  lease_by text,
  lease_until timestamptz,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
create unique index printers_poll_hash on printers (poll_hash) where poll_hash is not null;
call protect('printers');
-- a printer that polls is known by its token alone
call open_to_worker('printers', 'select');

-- What is to be printed, and what became of it. A row stays, as the count of copies does; what was printed is cleared.
create table print_jobs (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  printer_id bigint not null,
  kind text not null check (kind in ('receipt', 'bill', 'token', 'ticket', 'closing', 'test')),
  -- invoice, bill, order, ticket or closing
  subject_id bigint,
  -- null of a ticket, which is read when it is printed
  content jsonb,
  -- 'BACKUP FROM Grill'
  heading text,
  copy_no integer not null,
  -- paper may have come out before
  is_repeat boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'printed', 'unsure', 'failed', 'expired')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  -- when it is tried next; null when it is not tried again
  due_at timestamptz,
  -- since when it is tried: a retry by hand begins anew
  tried_from timestamptz not null,
  -- bytes of it may have reached the printer
  sent_at timestamptz,
  printed_at timestamptz,
  member_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, printer_id) references printers
);
-- The few jobs that are underway, of all tenants.
create index print_jobs_underway on print_jobs (tenant_id, printer_id, id) where state in ('queued', 'sending') or due_at is not null;
create index print_jobs_subject on print_jobs (tenant_id, kind, subject_id);
call protect('print_jobs');
-- which printers have work; never what is printed
create policy all_tenants on print_jobs to comanda_worker using (true);
grant select (tenant_id, id, printer_id, kind, state, due_at, created_at, sent_at) on print_jobs to comanda_worker;

