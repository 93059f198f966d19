/** @file The line index as it is read back from where it was stored. */

import { z } from 'zod';
import type { LineIndex } from './line-index.ts';

export const lineIndexSchema = z.object({
  bytes: z.number(),
  modifiedAt: z.number(),
  lines: z.number(),
  offsets: z.array(z.number()),
  linesBefore: z.array(z.number()),
}) satisfies z.ZodType<LineIndex>;
