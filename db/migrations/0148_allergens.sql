-- compatible-with: 0017_business_hours
-- What guests are told of a dish (Regulation (EU) 1169/2011, Annex II). The release before leaves all of it as it is.
alter table menu_items
  -- null: none
  add column description text,
  -- of the 14, in their order; empty: nobody entered any, which does not say that it has none
  add column allergens text[] not null default '{}',
  add column diets text[] not null default '{}';
-- not valid: what is there holds the defaults, and is not read again under a lock
alter table menu_items
  add constraint menu_items_description check (char_length(description) <= 500) not valid,
  add constraint menu_items_allergens check (allergens <@ array['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts',
    'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) not valid,
  add constraint menu_items_diets check (diets <@ array['vegetarian', 'vegan', 'halal', 'kosher']) not valid;
