/** @file The line of the file that the bank made, which a line of a correction was: by that number the bank looks for it. */

import { z } from 'zod';
import { message } from './languages/message.ts';
import { submissionIdSchema } from './shapes.ts';

export const lineOriginSchema = z.object({
  submission: submissionIdSchema,
  fileName: z.string(),
  line: z.int().min(1),
});
export type LineOrigin = z.infer<typeof lineOriginSchema>;

/** “Line 1,204 of payments_west.jsonl”. */
export const originInWords = ({ line, fileName }: LineOrigin): string =>
  message('Line {line, number} of {fileName}', { line, fileName });
