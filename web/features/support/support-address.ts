/** Where questions go. The only place that names it, until the server hands out its SUPPORT_EMAIL. */
export const SUPPORT_ADDRESS = 'support@comanda.example';
