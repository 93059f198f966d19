/** @file Names of files that come from elsewhere: as every system can store them, and as people read them. Pure. */

/** Less than the 255 bytes that file systems allow, so that the whole path fits Windows as well. */
const LONGEST_BYTES = 150;

/** Windows treats these as devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** The name of a file as people read it: no folder, nothing that hides a part of it, never empty. */
export function shownName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  // Control characters, and those that turn the direction of writing and so can hide an ending.
  const clean = base.toWellFormed().replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
  return /^[. ]*$/.test(clean.trim()) ? 'file' : clean.trim();
}

/** The name of a file as it may be stored: as people read it, without anything that a system forbids. */
export function storableName(name: string): string {
  const short = withoutDots(shortened(shownName(name).replace(/[<>:"|?*]/g, '_')));
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
