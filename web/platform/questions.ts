let tell = (): void => {};
const here = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Questions are drawn by code that comes after the first screen: what is asked before that waits for it. */
export const questionsAreHere = (): Promise<void> => here;

/** Whoever draws questions stands on the page. */
export const tellQuestionsAreHere = (): void => tell();
