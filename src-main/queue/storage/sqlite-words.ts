/** @file Words SQLite's errors about an unusable file for people. */

/** By primary result code, https://sqlite.org/rescode.html */
const reasons: Readonly<Record<number, string>> = {
  3: 'you lack the permission',
  5: 'another program holds it',
  6: 'another program holds it',
  8: 'it may only be read',
  10: 'the drive reports an error',
  14: 'a file in it cannot be opened; perhaps you lack the permission, or something else stands there',
  15: 'another program holds it',
  22: 'the drive cannot hold a file of this size',
};

/** The reason in words; undefined for an error that is not SQLite's. */
export function sqliteInWords(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined;
  return reasons[Number(thrown.errcode) & 0xff] ?? thrown.message;
}
