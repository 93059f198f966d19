/** @file Text in which a file begins again: several were put together, as by `copy a + b`. Pure. */

import { type Fact, fact } from '../../src-shared/languages/fact.ts';

const BYTE_ORDER_MARK = 0xfeff;

/** Whether a row begins with what only a file begins with. */
export function beginsFile(text: string | undefined): boolean {
  return text?.charCodeAt(0) === BYTE_ORDER_MARK;
}

export function joinedFiles(row: number): Fact {
  return fact(
    'Row {row, number} begins with a byte order mark, as only a file does: probably several were put together. Prepare each by itself.',
    { row },
  );
}
