/** @file What people call a format. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Format } from '../../src-shared/template-shapes.ts';

export function namedFormat(format: Format): Said {
  switch (format) {
    case 'delimited':
      return fact('delimited text (CSV)');
    case 'fixed-width':
      return fact('fixed-width text');
    case 'json':
      return 'JSON';
    case 'xlsx':
      return fact('a workbook (XLSX)');
    case 'parquet':
      return fact('a Parquet file');
    case 'xml':
      return 'XML';
    case 'iso20022':
      return fact('a payment message of ISO 20022');
    case 'swift':
      return fact('a payment message of SWIFT (MT)');
    default:
      return assertNever(format);
  }
}
