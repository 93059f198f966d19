/** @file Words SQLite's errors about an unusable file for people. */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';

/** By primary result code, https://sqlite.org/rescode.html */
const reasons: Readonly<Record<number, Fact>> = {
  3: fact('you do not have permission'),
  5: fact('another program is using it'),
  6: fact('another program is using it'),
  8: fact('it is read-only'),
  10: fact('the drive reports an error'),
  14: fact('a file in it cannot be opened; you may not have permission, or something else has its name'),
  15: fact('another program is using it'),
  22: fact('the drive does not allow a file of this size'),
};

/** The reason in words; undefined for an error that is not SQLite's. */
export function sqliteInWords(thrown: unknown): Said | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined;
  return reasons[Number(thrown.errcode) & 0xff] ?? thrown.message;
}
