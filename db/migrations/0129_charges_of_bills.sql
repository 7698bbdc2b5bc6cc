-- compatible-with: 0017_business_hours
-- Orders of several bills may be paid on one invoice: what each bill has of a charge, [{check_id, amount}] in minor units, so that a closed bill
-- shows its own (wire-2.md §3). Null: all of it is of one bill, or a release before wrote it. A row stays one charge of one invoice:
-- hashes, reports and refunds read it so.
alter table invoice_charges add column shares jsonb;
