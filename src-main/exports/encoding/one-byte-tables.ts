/** @file The characters of encodings with a byte for each: those of the bytes 0x80 to 0xFF. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import type { Encoding } from '../../../src-shared/template-shapes.ts';

export type OneByteEncoding = Exclude<Encoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;

/**
 * The characters of the bytes 0x80 to 0x9F: https://unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT. A space
 * where there is none. The table stands here because some versions of Node decode these bytes as ISO 8859-1.
 */
const START_OF_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** Where it differs from ISO 8859-1: https://unicode.org/Public/MAPPINGS/ISO8859/8859-15.TXT */
const IN_8859_15: Readonly<Record<number, string>> = {
  164: '€',
  166: 'Š',
  168: 'š',
  180: 'Ž',
  184: 'ž',
  188: 'Œ',
  189: 'œ',
  190: 'Ÿ',
};
/** From 0xA0 on: https://unicode.org/Public/MAPPINGS/ISO8859/8859-2.TXT */
const END_OF_8859_2 =
  '\u00a0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙';
/** From 0x80 on: https://unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT */
const IN_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The character of a byte from 0x80 on; undefined where there is none. */
export function characterOf(byte: number, encoding: OneByteEncoding): string | undefined {
  const latin = String.fromCharCode(byte);
  switch (encoding) {
    case 'windows-1252': {
      const character = START_OF_1252[byte - 0x80] ?? latin;
      return character === ' ' ? undefined : character;
    }
    case 'iso-8859-15':
      return IN_8859_15[byte] ?? latin;
    case 'iso-8859-2':
      return END_OF_8859_2[byte - 0xa0] ?? latin;
    case 'cp437':
      return IN_437[byte - 0x80];
    default:
      return assertNever(encoding);
  }
}
