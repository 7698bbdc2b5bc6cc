-- compatible-with: 0017_business_hours
-- A password that a mailed link set takes the PIN with it: whoever knew the one may know the other, and both open the account.
grant update (pin_hash) on members to comanda_worker;
