-- compatible-with: 0017_business_hours
-- Functions of before made policies for an owner whom row-level security binds, each for what it does. Such an owner has one on each of its
-- tables since, from each start and before each migration (server/platform/database/owner-policies.ts), and an older release that runs beside
-- this one calls the functions of this one.
do $$
declare
  p record;
begin
  for p in select polname, polrelid::regclass as at from pg_policy where polname in ('purged', 'cleared', 'forgotten', 'forgets_payer') loop
    execute format('drop policy %I on %s', p.polname, p.at);
  end loop;
end $$;
