/** The day of an instant for people, where they are: '24 Nov 2026'. */
export const dayText = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
