-- compatible-with: 0017_business_hours
-- What the owner of a deleted restaurant is told. Not among the e-mails of the restaurant, which go with it, at once where nothing is kept: the
-- whole e-mail stands here until it was sent. A restaurant that is restored before that has none. No key: as tenant_notes.
create table platform.parting_letters (
  tenant_id bigint primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  -- a node that took it and ended in between leaves it to the next one, after a while
  taken_at timestamptz,
  tries smallint not null default 0
);
grant select, insert, update, delete on platform.parting_letters to comanda_platform;
