-- Tells the stations of lines what happened to them: one ticket for each order and station, with the lines as they are now. Call it in the
-- transaction of the change, where lines were ordered (new), cancelled (void: of a part, the quantity beside the line), got another
-- table (move) or are to be made again (recall). Where the bills of these lines are at several tables it names them all. Lines without a station make none. Answers the ids of the tickets.
create or replace function make_tickets(p_tenant bigint, p_kind text, p_lines bigint[], p_now timestamptz, p_quantities integer[] default null)
returns bigint[] language sql as $$
  with made as (
    insert into public.tickets (tenant_id, order_id, station_id, kind, station_title, token_no, table_title, delivery_type, lines, created_at,
      check_at, backup_at)
    select p_tenant, o.id, s.id, p_kind, s.title, o.token_no, string_agg(distinct c.table_title, ', '), o.delivery_type,
      jsonb_agg(jsonb_build_object('line_id', l.id, 'item_title', l.item_title, 'variant_title', l.variant_title,
        'quantity', coalesce(g.quantity, l.quantity), 'notes', l.notes, 'addons', (
          select jsonb_agg(jsonb_build_object('id', (a->>'id')::bigint, 'title', a->>'title')) from jsonb_array_elements(l.addons) a)) order by l.id),
      p_now, p_now + s.ack_seconds * interval '1 second', p_now + greatest(s.ack_seconds, 30) * interval '1 second'
    from unnest(p_lines, p_quantities) as g (line, quantity)
    join public.order_lines l on l.tenant_id = p_tenant and l.id = g.line
    join public.orders o on o.tenant_id = p_tenant and o.id = l.order_id
    join public.checks c on c.tenant_id = p_tenant and c.id = coalesce(l.check_id, o.check_id)
    join public.stations s on s.tenant_id = p_tenant and s.id = l.station_id
    group by o.id, s.id, s.title, s.ack_seconds, o.token_no, o.delivery_type
    order by o.id, s.id
    returning id, station_id
  ),
  -- a station with a printer has it on paper; queued here, so that a ticket is never without its job
  printed as (
    select m.id, public.add_print_job(p.id, 'ticket', m.id, null, null, null, p_now) as job
    from made m
    join public.stations s on s.tenant_id = p_tenant and s.id = m.station_id
    join public.printers p on p.tenant_id = p_tenant and p.id = s.printer_id and p.archived_at is null
  )
  select array_agg(m.id order by m.id) from made m left join printed p on p.id = m.id where p.job is null or p.job > 0
$$;
