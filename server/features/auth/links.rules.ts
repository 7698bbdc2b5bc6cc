import { AppError } from '#contract/errors.ts';

/** The refusal of a mailed link, whatever is wrong with it. */
export const deadLink = () => new AppError('invalid_input', 'This link has expired or was already used! Please ask for a new one.');
