/** @file Which characters stand where in XML, and which are meant by references. Pure. */

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [AMPERSAND, LESS, CLOSE_BRACKET] = [0x26, 0x3c, 0x5d];

/** From here on, there are halves of characters, and what is none in XML. */
export const FIRST_UNCERTAIN = 0xd800;
/** Which characters a text, or a name, goes on with without a second look. */
export const IN_TEXT = new Uint8Array(2 ** 16).fill(1, SPACE, FIRST_UNCERTAIN);
IN_TEXT[TAB] = 1;
for (const code of [AMPERSAND, LESS, CLOSE_BRACKET]) IN_TEXT[code] = 0;
export const IN_NAME = new Uint8Array(2 ** 16).fill(1, 128);
for (let code = 0; code < 128; code++) IN_NAME[code] = /[\w:.-]/.test(String.fromCharCode(code)) ? 1 : 0;

/** A name, by the fifth edition of XML 1.0, as far as letters go. */
export const NAME =
  /^[:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u2c00-\u2fef\u3001-\ud7ff][-:A-Z_a-z.0-9\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u2c00-\u2fef\u3001-\ud7ff]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must be in no document.
export const DISALLOWED = /[\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/u;

export const IS_SPACE = /^[ \t\n]*$/;

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,10})|(amp|lt|gt|quot|apos));/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The character that the reference at `at` means, and where it ends; undefined for one that means none. */
export function referenceAt(text: string, at: number): { character: string; end: number } | undefined {
  REFERENCE.lastIndex = at;
  const [, hexadecimal, decimal, name] = REFERENCE.exec(text) ?? [];
  const end = REFERENCE.lastIndex;
  if (name !== undefined) return { character: ENTITIES[name] ?? '', end };
  const code = hexadecimal === undefined ? Number(decimal ?? '0') : Number.parseInt(hexadecimal, 16);
  const isCharacter =
    code === TAB ||
    code === LINE_FEED ||
    code === CARRIAGE_RETURN ||
    (code >= SPACE && code < FIRST_UNCERTAIN) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isCharacter ? { character: String.fromCodePoint(code), end } : undefined;
}

/** Of a bracket, a control character, or what is beyond the first plane. */
export function isCertain(all: string, at: number, code: number): boolean {
  if (code === CLOSE_BRACKET) return at + 3 <= all.length && !all.startsWith(']]>', at);
  if (code < SPACE || code >= 0xdc00) return code >= 0xe000 && code <= 0xfffd;
  const second = all.charCodeAt(at + 1);
  return second >= 0xdc00 && second <= 0xdfff;
}

export function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
