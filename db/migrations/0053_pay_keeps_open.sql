-- compatible-with: 0017_business_hours
-- db/functions/pay_orders.sql takes keepOpen: paid, and still made by the kitchen. The file stands here so that no older node puts its
-- own back.
select;
