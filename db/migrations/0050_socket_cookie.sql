-- compatible-with: 0017_business_hours
-- A socket's handshake comes with a cookie that lives as long as the session, and opens nothing else (wire.md §6). Null: a session of
-- before; it gets one when it is renewed. db/functions/place_order.sql changes with this release, too.
alter table sessions add column socket_hash text;
create index sessions_socket on sessions (socket_hash) where socket_hash is not null;
