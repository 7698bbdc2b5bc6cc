-- compatible-with: 0017_business_hours
-- How people call a bill that was split off another one: 'Anna', 'the window'.
alter table checks add column name text;
-- For whom an invoice is, is said once.
revoke update, delete on invoice_buyers from comanda_app;
