const inPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="comanda-support"]')?.content ?? '';

/** Where questions go: the server writes its SUPPORT_EMAIL into the page that it serves. */
export const SUPPORT_ADDRESS: string = inPage() || 'support@comanda.example';
