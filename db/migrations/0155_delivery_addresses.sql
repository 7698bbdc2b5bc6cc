-- compatible-with: 0017_business_hours
-- Where an order of the delivery type goes, as it was when it was ordered. Null: nobody said, or it goes to a table or over the counter. A
-- release before knows no address, and sends none.
alter table orders add column delivery_address text;
