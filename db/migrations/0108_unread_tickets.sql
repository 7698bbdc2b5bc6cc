-- compatible-with: 0017_business_hours
-- What a screen has to show and nobody has seen on one, printed or not: read with every board of a kitchen. A kitchen that cooks from paper
-- never sees its tickets on a screen, so the time is part of the index.
create index tickets_unread on tickets (tenant_id, station_id, created_at) where seen_at is null;
