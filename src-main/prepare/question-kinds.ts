/** @file What a person had better decide about a template, as other findings are told. Pure. */

import { isPaymentReading } from '../../src-shared/formats.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { conditionsOfDirection, lacksOwnCountry, OWN_COUNTRY } from '../../src-shared/template-direction.ts';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import type { PieceFormat, Row } from '../exports/rows.ts';
import { partiesOf } from '../templates/guessing/direction-column.ts';
import { questionsAbout } from '../templates/questions.ts';
import { type KindOfRows, KindsOfRows } from './row-findings.ts';

/** What the first rows of a table show. @param rowsOf these rows */
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

/**
 * Asks for the country of the bank's own customer, which an export that names only the counterparty's does not have.
 * @param rows of a table that become transactions: in each of them it is missing
 */
export function ownCountryKinds(template: Template, reading: Reading, rows: number): KindOfRows[] {
  if (rows === 0 || isPaymentReading(reading) || !lacksOwnCountry(template)) return [];
  const changes = conditionsOfDirection(template.direction) !== undefined;
  if (!changes && partiesOf(template) !== 'customer') return [];
  const message = changes
    ? fact(
        'The country of your own customer is not given. Choose it: it becomes the source country, and where money came in the target country.',
      )
    : fact('The country of your own customer is not given. Choose it: it becomes the source country.');
  return [
    {
      ...{ rule: 'ask.country', severity: 'warning', field: OWN_COUNTRY, message },
      ...{ rows, cells: new Map(), areAllCells: true, first: [] },
    },
  ];
}
