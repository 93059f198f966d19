/** @file Words SQLite's errors about an unusable file for people. */

/** By primary result code, https://sqlite.org/rescode.html */
const reasons: Readonly<Record<number, string>> = {
  3: 'you do not have permission',
  5: 'another program is using it',
  6: 'another program is using it',
  8: 'it is read-only',
  10: 'the drive reports an error',
  14: 'a file in it cannot be opened; you may not have permission, or something else has its name',
  15: 'another program is using it',
  22: 'the drive does not allow a file of this size',
};

/** The reason in words; undefined for an error that is not SQLite's. */
export function sqliteInWords(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined;
  return reasons[Number(thrown.errcode) & 0xff] ?? thrown.message;
}
