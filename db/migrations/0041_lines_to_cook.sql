-- compatible-with: 0017_business_hours
-- Three entries for an order, and three more when it is cooked; who asks for what is to cook asks for it of open orders, whose few lines
-- order_lines_order finds.
drop index order_lines_to_cook;
