export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
