/** @file The codes that the system and libraries give to errors. */

/** The code of an error, such as ENOENT; undefined where it has none. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Whether a server got no port: another program has it, or the system does not allow it. */
export function isPortTaken(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === 'EADDRINUSE' || code === 'EACCES';
}
