-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists print_jobs_content on public.print_jobs (created_at) where content is not null;
create index concurrently if not exists print_jobs_state on public.print_jobs (tenant_id, state, id) where state <> 'printed';
