-- compatible-with: 0017_business_hours
-- What a receipt says of the business by law, where its country asks for it (wire-2.md §2).
alter table store_settings
  add column legal_name text,
  add column tax_number text,
  add column tax_number_label text;
