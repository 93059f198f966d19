/** @file What a person had better decide about a template, counted in the first rows of a table, as other findings are. Pure. */

import { isPaymentReading } from '../../src-shared/formats.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import type { PieceFormat, Row } from '../exports/rows.ts';
import { questionsAbout } from '../templates/questions.ts';
import { type KindOfRows, KindsOfRows } from './row-findings.ts';

/** @param rowsOf the first rows of the table */
export function questionKinds(
  template: Template,
  { reading, columns }: PieceFormat,
  rowsOf: () => readonly Row[],
): KindOfRows[] {
  // The standard of a payment message says who is who.
  if (isPaymentReading(reading)) return [];
  const kinds = new KindsOfRows();
  for (const question of questionsAbout(template, columns, rowsOf())) kinds.add(question);
  return kinds.take();
}
