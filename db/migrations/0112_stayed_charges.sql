-- compatible-with: 0017_business_hours
-- A sum that stayed with the main bill of a split is removed from the part; it comes back when the main bill is merged onto the part, and what
-- staff took off does not (wire-2.md §3).
alter table check_charges add column has_stayed boolean not null default false;
