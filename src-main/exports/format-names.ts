/** @file What people call a format. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import type { Format } from '../../src-shared/template-shapes.ts';

export function namedFormat(format: Format): string {
  switch (format) {
    case 'delimited':
      return 'delimited text (CSV)';
    case 'fixed-width':
      return 'fixed-width text';
    case 'json':
      return 'JSON';
    case 'xlsx':
      return 'a workbook (XLSX)';
    case 'parquet':
      return 'a Parquet file';
    case 'xml':
      return 'XML';
    case 'iso20022':
      return 'a payment message of ISO 20022';
    case 'swift':
      return 'a payment message of SWIFT (MT)';
    default:
      return assertNever(format);
  }
}
