/** @file Which encoding a text is in, from some of its bytes. Pure. */

import { Buffer } from 'node:buffer';
import type { Encoding } from '../../../src-shared/template-shapes.ts';

export interface EncodingGuess {
  encoding: Encoding;
  /** By its byte order mark; from the bytes, which can hardly be anything else; or as the likeliest of several. */
  how: 'by-mark' | 'detected' | 'guessed';
}

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The bytes of the mark of this encoding with which a text begins: 0 without one. */
export function markLength(start: Uint8Array, encoding: Encoding): number {
  const mark = marks.find(([marked]) => marked === encoding)?.[1];
  return mark?.every((byte, at) => start[at] === byte) === true ? mark.length : 0;
}

/**
 * @param samples parts of the text; the first is its start, the others may begin and end within a character. ASCII counts
 *   as UTF-8, detected.
 */
export function detectEncoding(samples: readonly Uint8Array[]): EncodingGuess {
  const [start = new Uint8Array()] = samples;
  const marked = marks.find(([encoding]) => markLength(start, encoding) > 0);
  if (marked !== undefined) return { encoding: marked[0], how: 'by-mark' };
  const wide = wideEncoding(start);
  if (wide !== undefined) return { encoding: wide, how: 'detected' };
  const all = samples.map(countSequences).reduce(sum, { characters: 0, faults: 0 });
  if (all.faults === 0) return { encoding: 'utf-8', how: 'detected' };
  // UTF-8 in which a few characters are damaged: in any other encoding nearly all would be wrong.
  if (all.characters > 10 * all.faults) return { encoding: 'utf-8', how: 'guessed' };
  return {
    encoding: samples.some(has1252) || !samples.some(hasEuro15) ? 'windows-1252' : 'iso-8859-15',
    how: 'guessed',
  };
}

/** UTF-16 of Latin text: nearly each second byte is zero, and hardly any other. */
function wideEncoding(start: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(Math.min(start.length, 4096) / 2);
  if (pairs < 2) return undefined;
  const zeros: [even: number, odd: number] = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (start[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf-16be';
  return undefined;
}

interface Sequences {
  /** Characters of several bytes. */
  characters: number;
  /** Bytes that belong to no character. */
  faults: number;
}

function sum(one: Sequences, other: Sequences): Sequences {
  return { characters: one.characters + other.characters, faults: one.faults + other.faults };
}

/** Of UTF-8, without those that the ends of the sample cut. */
function countSequences(bytes: Uint8Array): Sequences {
  const counts = { characters: 0, faults: 0 };
  let at = 0;
  while (at < 3 && isFollowing(bytes[at])) at += 1;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const length = lengthAt(bytes, at);
    const isCut = length > bytes.length - at;
    if (length > 0 && isCut) break;
    counts[length > 0 ? 'characters' : 'faults'] += 1;
    at += Math.max(1, length);
  }
  return counts;
}

/**
 * The byte of ß in Latin text, where a space or a sign may follow. In UTF-8 it begins the letters of N’Ko, which are in no
 * export: so an ß before a space that does not break was read as one of them.
 */
const ESZETT = 0xdf;

/** Of the character that begins here; 0 where none does. One that the end of the sample cuts counts. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const [first = 0, second] = bytes.subarray(at, at + 2);
  const length =
    first >= 0xc2 && first < ESZETT ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  // Longer forms than needed, halves of UTF-16, and what lies beyond Unicode.
  const [least, most] =
    first === 0xe0
      ? [0xa0, 0xbf]
      : first === 0xed
        ? [0x80, 0x9f]
        : first === 0xf0
          ? [0x90, 0xbf]
          : first === 0xf4
            ? [0x80, 0x8f]
            : [0x80, 0xbf];
  if (second !== undefined && (second < least || second > most)) return 0;
  for (let next = at + 2; next < Math.min(at + length, bytes.length); next++) if (!isFollowing(bytes[next])) return 0;
  return length;
}

function isFollowing(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

/**
 * The encoding that a text surely is in, where that is another than the one asked for: as such it would be read, with
 * other characters.
 */
export function otherEncoding(samples: readonly Uint8Array[], asked: Encoding): Encoding | undefined {
  const { encoding, how } = detectEncoding(samples);
  if (encoding === asked) return undefined;
  if (how === 'guessed')
    // ISO 8859-15 has nothing in these places.
    return asked === 'iso-8859-15' && encoding === 'windows-1252' && samples.some(has1252) ? encoding : undefined;
  // ASCII alone is UTF-8 by chance.
  return encoding !== 'utf-8' || samples.some((bytes) => bytes.some((byte) => byte >= 0x80)) ? encoding : undefined;
}

/** Characters that only Windows-1252 has, such as its euro sign, dashes and quotes. */
function has1252(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
}

/** The byte of the euro sign of ISO 8859-15, at a number or by itself. */
function hasEuro15(bytes: Uint8Array): boolean {
  return /[\d\s]\xa4|\xa4[\d\s]|[,;\t|"]\xa4[,;\t|"]/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  );
}
