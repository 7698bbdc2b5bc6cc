import Bowser from 'bowser';

/** Browser and system as a person knows them, such as 'Chrome on Android', from a User-Agent header. A program keeps its own name. */
export const deviceName = (userAgent: string | null): string | null => {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return parts.length > 0 ? parts.join(' on ') : userAgent.slice(0, 60);
};
