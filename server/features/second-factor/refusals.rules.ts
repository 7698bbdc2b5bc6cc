import { AppError, errorAt } from '#contract/errors.ts';

const at = (field: string, message: string) => errorAt('invalid_input', field, message);

export const wrongCode = () => at('code', 'This code is not right!');
export const wrongPassword = () => at('password', 'This password is not right!');

export const codeNeeded = () => new AppError('code_needed', 'Please enter the code of your authenticator app!');
export const tooLate = () => new AppError('not_signed_in', 'This took too long. Please sign in again!');

export const alreadyOn = () => new AppError('conflict', 'Your second factor is already on!');
export const isOff = () => new AppError('conflict', 'Your second factor is not on!');
export const nothingBegun = () => new AppError('conflict', 'Please begin again!');
