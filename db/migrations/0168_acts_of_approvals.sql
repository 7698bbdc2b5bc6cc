-- compatible-with: 0017_business_hours
-- Which act of those of one right was allowed (wire-2.md §1): money into a drawer is not money out of it. Null: nobody said.
alter table approvals add column act text;
