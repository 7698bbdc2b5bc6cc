-- Chains an invoice to the one before it (wire-2.md §4), where its number was just given: the tenant's counters are held, so the one before
-- is committed. p_parts: the canonical JSON of what is hashed, in three pieces around the number and the hash of the one before.
create or replace function chain_invoice(p_tenant bigint, p_invoice bigint, p_parts jsonb) returns void language plpgsql as $$
declare
  v_previous text;
  v_hashed text;
begin
  select hash into v_previous from public.invoice_hashes where tenant_id = p_tenant and invoice_id = p_invoice - 1;
  v_hashed := (p_parts->>0) || p_invoice || (p_parts->>1) || coalesce('"' || v_previous || '"', 'null') || (p_parts->>2);
  insert into public.invoice_hashes (tenant_id, invoice_id, previous_hash, hash, hashed)
  values (p_tenant, p_invoice, v_previous, encode(sha256(convert_to(v_hashed, 'UTF8')), 'hex'), v_hashed);
end $$;
