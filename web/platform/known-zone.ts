/** Renamed in 2022: tablets of before know it by its former name. */
const formerNames: Record<string, string> = { 'Europe/Kyiv': 'Europe/Kiev' };

const isKnown = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
};

/** A time zone as this browser knows it; of one that it does not know UTC, which is at least the same everywhere. */
export const knownZone = (zone: string): string => [zone, formerNames[zone] ?? zone].find(isKnown) ?? 'UTC';
