/** No script puts more marks on a letter. With a hundred of them a letter covers what stands above it, and is 6 cm high on paper. */
const MORE_MARKS = /([\p{M}\u200c\u200d]{6})[\p{M}\u200c\u200d]+/gu;

/** A text whose letters are no higher than letters are; never a longer one, as composing makes of Bengali: tills take a note of 100 letters back. */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1');

/** Embeddings, overrides and isolates, which no keyboard writes: they turn what others have written after it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** What somebody whom nobody knows has written, as it may stand among what others have. */
export const calmed = (text: string): string => withFewMarks(text.replace(TURNING, ''));
