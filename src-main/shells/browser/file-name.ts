/**
 * @file The name under which a file from a browser is kept: valid on every system, and without characters that disguise
 * it. Pure.
 */

/** Less than the 255 bytes that file systems allow, so that the whole path fits Windows as well. */
const LONGEST_BYTES = 150;

/** Windows treats these as devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** A storable version of a file name: no folder, no forbidden character, never empty. */
export function storableName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .toWellFormed()
    // Control characters, and those that change the text direction, which can hide a file's extension.
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim();
  const short = withoutDots(shortened(clean));
  if (short === '') return 'file';
  return reserved.test(short) ? `_${short}` : short;
}

/** As much of the beginning as fits, and the extension, which shows the kind of file. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_BYTES) return name;
  const ending = /\.[a-z0-9]{1,10}(\.gz)?$/i.exec(name)?.[0] ?? '';
  let start = '';
  let left = LONGEST_BYTES - ending.length;
  for (const character of name.slice(0, name.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    start += character;
  }
  return start + ending;
}

/** Windows drops trailing dots and spaces, which could make two names equal. */
function withoutDots(name: string): string {
  return name.replace(/[. ]+$/, '');
}
