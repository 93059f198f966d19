/** @file The columns of which a value of a template is made. Pure. */

import { assertNever } from './errors.ts';
import type { PlainValue } from './template-shapes.ts';

/** The columns that a source reads. */
export function columnsOfSource(source: PlainValue['source']): readonly string[] {
  switch (source.from) {
    case 'constant':
      return [];
    case 'column':
      return [source.column];
    case 'columns':
    case 'uuid':
      return source.columns;
    default:
      return assertNever(source);
  }
}
