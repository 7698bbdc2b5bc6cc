const NOT_OURS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** What went wrong, as one sentence for whoever starts the server or a command. */
export const sentenceOf = (error: unknown): string => {
  // several addresses were tried, and none answered
  if (error instanceof AggregateError && !error.message) return sentenceOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (path !== undefined && NOT_OURS.includes(code))
    return `This user may not use ${path} (${message}): is it the right folder, and may the user that runs this write there?`;
  return code === 'ENOSPC' ? `The disk is full (${message}): make room, and try again.` : message;
};
