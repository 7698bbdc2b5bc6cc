import type * as z from 'zod';

/**
 * The body of a change that may say what its form began with, in the same terms. What cannot be read is as good as nothing: old clients send
 * nothing, and overwrite.
 */
export const edited = <Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) =>
  body.extend({ basedOn: body.partial().optional().catch(undefined) });

/** A field that somebody else changed meanwhile to something else: what it holds now, and who it was, where that is known. */
export interface ChangedField {
  field: string;
  value: unknown;
  by: string | null;
}
