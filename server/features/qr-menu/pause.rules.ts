/** Whether staff have paused ordering by QR code at this moment; a pause ends by itself. */
export const isPaused = ({ qr_paused_until: until }: { qr_paused_until: Date | null }, now: Date): boolean => until !== null && until > now;
