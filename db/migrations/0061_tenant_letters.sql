-- compatible-with: 0017_business_hours
-- Letters to owners that nobody's touch causes: each once, whatever node finds that it is due. A row is a letter that is due, then one that
-- is under way, then one that was sent.
create table tenant_letters (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  kind text not null check (kind in ('welcome', 'trial end', 'payment failed')),
  -- what it is about: the end of this trial, this unpaid period
  about timestamptz not null,
  due_at timestamptz not null,
  -- a node that took it and ended in between leaves it to the next one, after a while
  taken_at timestamptz,
  tries smallint not null default 0,
  sent_at timestamptz,
  primary key (tenant_id, kind, about)
);
create index tenant_letters_due on tenant_letters (tenant_id) where sent_at is null;
call protect('tenant_letters');
call open_to_worker('tenant_letters', 'select, insert, update');
