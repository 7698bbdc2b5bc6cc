-- compatible-with: 0017_business_hours
-- What a diner called themself, where the store knows the phone under another name: an order keeps it when staff have accepted it. Null:
-- nobody did, or as the customer is called. A release before asks place_order for nothing of it, and shows the customer's name alone.
alter table orders add column guest_name text;
