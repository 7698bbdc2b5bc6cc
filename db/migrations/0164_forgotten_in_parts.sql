-- compatible-with: 0017_business_hours
-- Who left is forgotten in parts, also one whose address begins with 'former-' (db/functions/forget_former_members.sql). It stands here so
-- that no older node that starts puts its function back.
drop index members_former;
create index members_former on members (archived_at)
  where archived_at is not null and not archived_with_tenant and username <> 'former-' || id::text;
