-- compatible-with: 0017_business_hours
-- When what was taken back was put back, null: not yet. A discount that came onto the lines meanwhile, given or put back, keeps another one off them:
-- nobody gets beyond their limit by taking back and putting back (wire-2.md §3).
alter table taken_back_adjustments add column put_back_at timestamptz;
