/** @file Which row of which export each line of a prepared file was, as it is stored with its submission. */

import { z } from 'zod';
import { templateSchema } from '../../src-shared/template-shapes.ts';

export const rowOriginsSchema = z.object({
  /** What the tables of the map are called. */
  tables: z.array(z.object({ source: z.string(), table: z.string() })),
  template: templateSchema,
  /** As RowMap.toString. */
  rows: z.string(),
});
export type RowOrigins = z.infer<typeof rowOriginsSchema>;
