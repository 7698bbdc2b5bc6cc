-- compatible-with: 0017_business_hours
-- Up to which invoice the provider's sums know a restaurant: a refund is told by no event, and the part of a bill by one of its order's day.
-- Null: of the release before, whose sums may lack some; such a restaurant is measured whole.
alter table platform.measured_tenants add column invoice_no bigint;
