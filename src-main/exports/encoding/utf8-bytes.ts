/** @file The text of an export as UTF-8 without byte order mark, and the encoding it is in on the disk. */

import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { formatRows } from '../../../src-shared/formats.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Encoding, Format } from '../../../src-shared/template-shapes.ts';
import { explainFileError } from '../../ground/files/file-errors.ts';
import type { Content, ReadCount } from '../content.ts';
import type { Known } from '../export-facts.ts';
import { unreadable } from '../structured-source.ts';
import { readStart, type StartOfBytes } from '../text-sample.ts';
import { declaredEncoding } from '../xml/declared-encoding.ts';
import { detectEncoding, markLength, otherEncoding } from './detect-encoding.ts';
import { utf8Converter } from './to-utf8.ts';

/** Of what can be read in any order, this much is looked at, spread over the whole. */
const SAMPLES = 32;
const SAMPLE_BYTES = 32 * 1024;
/** Of the rest, this much of the start. */
const START_BYTES = 1024 * 1024;

/** The bytes, converted. Rejects as the content does. */
export async function* utf8Bytes(
  content: Content,
  encoding: Encoding,
  signal: AbortSignal,
  count?: ReadCount,
): AsyncGenerator<Uint8Array> {
  const converter = utf8Converter(encoding);
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of content.open(signal, count)) {
    if (start === undefined) {
      yield converter.push(chunk);
      continue;
    }
    // The mark may be cut, where chunks are small.
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length < 4) continue;
    yield converter.push(start.subarray(markLength(start, encoding)));
    start = undefined;
  }
  if (start !== undefined) yield converter.push(start.subarray(markLength(start, encoding)));
  yield converter.end();
}

export interface KnownEncoding extends Known<Encoding> {
  /** Another one than was asked for, in which the bytes are as well, and hardly by chance. */
  seems?: Encoding;
}

/** The encoding of a text. Rejects as the content does; with AppError `file.export-unreadable` for one that is not known. */
export async function encodingOf(
  content: Content,
  start: StartOfBytes,
  format: Format,
  asked: Encoding | undefined,
  signal: AbortSignal,
): Promise<KnownEncoding> {
  const samples = await samplesOf(content, start, signal);
  if (asked !== undefined) {
    const seems = otherEncoding(samples, asked);
    return { value: asked, how: 'asked-for', ...(seems !== undefined && { seems }) };
  }
  const guess = detectEncoding(samples);
  const mayDeclare = formatRows[format].declaresEncoding === true;
  const declared = mayDeclare && guess.how !== 'by-mark' ? declaredEncoding(start.bytes) : undefined;
  const known = declared === undefined ? undefined : knownEncoding(declared, content.shownPath);
  return known === undefined ? { value: guess.encoding, how: guess.how } : { value: known, how: 'declared' };
}

/** undefined for those that the bytes tell. */
function knownEncoding(declared: string, shownPath: Said): Encoding | undefined {
  switch (declared) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
    case 'ascii':
      return 'utf-8';
    // As browsers do: what ISO 8859-1 has beyond is in no text.
    case 'iso-8859-1':
    case 'latin1':
    case 'windows-1252':
    case 'cp1252':
      return 'windows-1252';
    case 'iso-8859-15':
    case 'latin9':
      return 'iso-8859-15';
    case 'iso-8859-2':
    case 'latin2':
      return 'iso-8859-2';
    case 'cp437':
    case 'ibm437':
      return 'cp437';
    case 'utf-16':
    case 'utf-16le':
    case 'utf-16be':
      return undefined;
    default:
      throw unreadable(
        shownPath,
        fact('It says that it is in the encoding “{name}”, which cannot be read.', { name: declared }),
        {
          remedy: fact('Export it in UTF-8, or choose its encoding if it is in another one.'),
        },
      );
  }
}

async function samplesOf(content: Content, start: StartOfBytes, signal: AbortSignal): Promise<Uint8Array[]> {
  if (start.isWhole) return [start.bytes];
  if (content.diskPath !== undefined)
    return [start.bytes, ...(await samplesFromDisk(content.diskPath, content.diskBytes))];
  return [(await readStart((startSignal) => content.open(startSignal), START_BYTES, signal)).bytes];
}

/** Also from the end: names with umlauts may come only there. */
async function samplesFromDisk(path: string, bytes: number): Promise<Uint8Array[]> {
  try {
    const file = await open(path, 'r');
    try {
      const samples: Uint8Array[] = [];
      for (let at = 1; at <= SAMPLES; at++) {
        const sample = Buffer.alloc(SAMPLE_BYTES);
        const position = Math.max(0, Math.floor((bytes / SAMPLES) * at) - SAMPLE_BYTES);
        const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, position);
        samples.push(sample.subarray(0, bytesRead));
      }
      return samples;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw await explainFileError(thrown, path);
  }
}
