-- Chains an invoice to the one before it (wire-2.md §4), where its number was just given: the tenant's counters are held, so the one before
-- and the last closing are committed. p_parts: the canonical JSON of what is hashed, in pieces around the hash of the last closing, the number
-- and the hash of the one before. The release before this one sends no piece for the closing.
create or replace function chain_invoice(p_tenant bigint, p_invoice bigint, p_parts jsonb) returns void language plpgsql as $$
declare
  v_previous text;
  v_closing text;
  v_hashed text := '';
begin
  select hash into v_previous from public.invoice_hashes where tenant_id = p_tenant and invoice_id = p_invoice - 1;
  if jsonb_array_length(p_parts) = 4 then
    select hash into v_closing from public.closings where tenant_id = p_tenant order by closing_no desc limit 1;
    v_hashed := (p_parts->>0) || coalesce('"' || v_closing || '"', 'null');
    p_parts := p_parts - 0;
  end if;
  v_hashed := v_hashed || (p_parts->>0) || p_invoice || (p_parts->>1) || coalesce('"' || v_previous || '"', 'null') || (p_parts->>2);
  insert into public.invoice_hashes (tenant_id, invoice_id, previous_hash, hash, hashed)
  values (p_tenant, p_invoice, v_previous, encode(sha256(convert_to(v_hashed, 'UTF8')), 'hex'), v_hashed);
end $$;
