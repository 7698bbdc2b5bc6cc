-- The log stays append-only but for this: of a tenant that is gone it keeps who did what when, and no name and no address.
grant update (before, after) on platform.audit_log to comanda_platform;
