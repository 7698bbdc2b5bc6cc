-- compatible-with: 0017_business_hours
-- Who allowed that a charge was taken off a bill, where somebody had to: for what it came to then. What later rounds would be charged, or a
-- bill that is merged onto it, was not allowed with it. Null: who took it off may do so.
alter table check_charges add column approver_id bigint;
