-- compatible-with: 0017_business_hours
-- Who left and is still known by more than the name (db/functions/forget_former_members.sql).
create index members_former on members (archived_at)
  where archived_at is not null and not archived_with_tenant and username not like 'former-%';
