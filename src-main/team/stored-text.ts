/** @file Text as PostgreSQL stores it: neither with NUL nor with half a character, as names of files and words of a service may have. Pure. */

/** Without them where it is a text; otherwise as it is. */
export function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** As JSON, in which the same would be refused. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => storable(part));
}
