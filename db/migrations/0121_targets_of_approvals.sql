-- compatible-with: 0017_business_hours
-- A target is a number of one of several tables (wire-2.md §1). Null: nobody said of which.
alter table approvals add column target text;
