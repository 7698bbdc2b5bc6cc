/** The demonstration restaurant. */
export const STORE = { name: 'Trattoria Comanda', currency: 'USD', timezone: 'America/New_York', dayStart: '00:00' };
export const DAY = 24 * 60 * 60 * 1000; // ms
export const OPENED = 240; // days ago
