/** @file What a person had better decide about a template, as other findings are told. Pure. */

import { isPaymentReading } from '../../src-shared/formats.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import {
  conditionsOfDirection,
  lacksOwnCountry,
  OTHER_COUNTRY,
  OWN_COUNTRY,
} from '../../src-shared/template-direction.ts';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import type { PieceFormat, Row } from '../exports/rows.ts';
import { isCustomerSender, isOfReceiver } from '../templates/guessing/direction-column.ts';
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
  if (rows === 0 || isPaymentReading(reading)) return [];
  const changes = conditionsOfDirection(template.direction) !== undefined;
  if (!lacksOwnCountry(template) && (changes || !namesOnlyReceiver(template))) return [];
  if (!changes && !isCustomerSender(template)) return [];
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

/** Where the customer pays in each row, the country of the receiver is that of the other side, as that of a counterparty is. */
const namesOnlyReceiver = ({ fields }: Template): boolean =>
  fields[OWN_COUNTRY] === undefined && isOfReceiver(fields[OTHER_COUNTRY]);
