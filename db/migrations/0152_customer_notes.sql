-- compatible-with: 0017_business_hours
-- What the house should know of a guest: an allergy, the table by the window. Erased with the person (forget_customer.sql).
alter table customers add column notes text;
-- not valid: what is there holds nulls, and is not read again under a lock
alter table customers add constraint customers_notes check (char_length(notes) <= 500) not valid;
