/** Where a customer's page is; a phone may hold what means something in an address. */
export const addressOf = (phone: string): string => `/dashboard/customers/${encodeURIComponent(phone)}`;
