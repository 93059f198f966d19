/** @file A row of an export, by the sheet or the file in it: what a line of a prepared file was. */

import { z } from 'zod';
import { message } from './languages/message.ts';

export const rowPlaceSchema = z.object({ source: z.string(), table: z.string(), row: z.number().int().nonnegative() });
export type RowPlace = z.infer<typeof rowPlaceSchema>;

/** “Row 5 of november.csv”. */
export const rowInWords = ({ source, table, row }: RowPlace): string =>
  message('Row {row, number} of {source}', { row, source: [source, table].filter(Boolean).join(', ') });
