/** @file The encoding that the prolog of an XML document declares. Pure. */

const PROLOG = /^\s*<\?xml\s[^>]*?encoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')/;

/**
 * The encoding's name as declared, in lower case, such as `iso-8859-1`; undefined where none is. `start` are the first
 * bytes of the document (a few hundred) without a byte order mark, in any encoding that has ASCII in its first half.
 */
export function declaredEncoding(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 1000)).toString('latin1');
  const found = PROLOG.exec(text);
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}
