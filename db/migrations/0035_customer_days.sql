-- compatible-with: 0017_business_hours
-- How many orders that were not cancelled a customer had on each day, as far as notes were added up (db/functions/fold_report_deltas.sql):
-- by it a fold finds the visits beside those that changed without a look at all that the customer ever ordered. A customer has rows for
-- all days or none at all: until db/back-fills/0035_customer_days.sql or a fold came by. A day whose orders were all cancelled stays, with 0.
create table customer_days (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  customer_id bigint not null,
  day date not null,
  orders integer not null,
  primary key (tenant_id, customer_id, day)
);
call protect('customer_days');
