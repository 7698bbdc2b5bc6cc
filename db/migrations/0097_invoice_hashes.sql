-- compatible-with: 0017_business_hours
-- Invoices are chained where their number is given (wire-2.md §4). What was written before, or by the release before, has no row.
create table invoice_hashes (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  invoice_id bigint not null,
  previous_hash text,
  hash text not null,
  -- canonical JSON: what was hashed
  hashed text not null,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices
);
call protect('invoice_hashes');
revoke update, delete on invoice_hashes from comanda_app;
