import { AppError } from '#contract/errors.ts';

export const unknownDrawer = () => new AppError('not_found', 'This drawer does not exist!');
export const closedDrawer = () => new AppError('conflict', 'This drawer was already counted!');
