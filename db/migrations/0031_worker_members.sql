-- compatible-with: 0017_business_hours
-- What sign-in and mailed links need, and no more: whoever got hold of the worker's role could make an owner of anybody.
revoke update on members from comanda_worker;
grant update (password_hash, confirmed_at, invited_at) on members to comanda_worker;
