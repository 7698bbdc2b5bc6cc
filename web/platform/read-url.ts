/** URL.parse for the browsers that do not have it (operating.md, Browsers). */
export const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
