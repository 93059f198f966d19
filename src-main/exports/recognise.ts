/** @file What an export is, by its first bytes and never by its name. Pure. */

import { Buffer } from 'node:buffer';
import { EXPORT_AGAIN, formatRows, formats, type Packing } from '../../src-shared/formats.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import type { Format } from '../../src-shared/template-shapes.ts';
import { holdsTable } from './holds-table.ts';
import { messageIn } from './payments/iso20022/message-kinds.ts';
import { ACKNOWLEDGEMENT, swiftKinds, swiftTypeOf } from './payments/swift/message-kinds.ts';
import { DECRYPT } from './structured-source.ts';

export type Recognition =
  | { kind: 'packed'; packing: Packing }
  | { kind: 'format'; format: Format }
  /** What it is, and what to do about it: full sentences. A person may know better if uncertain. */
  | { kind: 'foreign'; is: Fact; remedy: Fact; isUncertain?: boolean }
  | { kind: 'empty' };

/** As many bytes of the start as are looked at. */
export const START_BYTES = 64 * 1024;

const PAYMENTS = fact(
  'Choose the statement or the order itself: camt.053, pain.001, pacs.008, MT940 or another of their kind.',
);
const UNPACK = fact('Unpack it with the program that has made it, then choose what is in it.');
const TAKE_OUT = fact('Take out what is in it with the program for signatures and keys, then choose that file.');
const WHAT_IT_SIGNS = fact('Choose the file that it belongs to.');
const SAVE_AS = fact('Open it in its program, save it as XLSX or CSV, then choose that file.');

/** First bytes in Latin-1. */
const foreign: readonly (readonly [start: string, is: Fact, remedy: Fact])[] = [
  ['%PDF-', fact('It is a PDF document.'), EXPORT_AGAIN],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', fact('It is an old Excel or Word document, or one with a password.'), SAVE_AS],
  ['{\\rtf', fact('It is an RTF document.'), EXPORT_AGAIN],
  ['\x89PNG\r\n', fact('It is an image.'), EXPORT_AGAIN],
  ['\xff\xd8\xff', fact('It is an image.'), EXPORT_AGAIN],
  ['GIF8', fact('It is an image.'), EXPORT_AGAIN],
  ['II*\0', fact('It is an image.'), EXPORT_AGAIN],
  ['MM\0*', fact('It is an image.'), EXPORT_AGAIN],
  ['7z\xbc\xaf\x27\x1c', fact('It is a 7-Zip archive.'), UNPACK],
  ['\xfd7zXZ\0', fact('It is an xz archive.'), UNPACK],
  ['Rar!\x1a\x07', fact('It is a RAR archive.'), UNPACK],
  ['\x1f\x9d', fact('It is an archive of the program compress.'), UNPACK],
  ['\x04\x22\x4d\x18', fact('It is an LZ4 archive.'), UNPACK],
  ['SQLite format 3\0', fact('It is an SQLite database.'), EXPORT_AGAIN],
  ['PARE', fact('It is an encrypted Parquet file.'), fact('Export it again without encryption.')],
  ['ORC', fact('It is an ORC file.'), EXPORT_AGAIN],
  ['Obj\x01', fact('It is an Avro file.'), EXPORT_AGAIN],
  ['-----BEGIN PGP SIGNED MESSAGE', fact('It is a signed text (PGP).'), TAKE_OUT],
  ['-----BEGIN PGP SIGNATURE', fact('It is a signature (PGP), and not what it signs.'), WHAT_IT_SIGNS],
  ['-----BEGIN PGP MESSAGE', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['\x85\x01\x0c\x03', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['\x85\x02\x0c\x03', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['\x84\x8c\x03', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['\x84\x5e\x03', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['\x8c\x0d\x04', fact('It is an encrypted file (PGP).'), DECRYPT],
  ['-----BEGIN PKCS7', fact('It is a signed or encrypted envelope (PKCS#7).'), TAKE_OUT],
  ['-----BEGIN CMS', fact('It is a signed or encrypted envelope (PKCS#7).'), TAKE_OUT],
  ['-----BEGIN ', fact('It is a certificate or a key.'), EXPORT_AGAIN],
  ['MZ\x90', fact('It is a program.'), EXPORT_AGAIN],
  ['\x7fELF', fact('It is a program.'), EXPORT_AGAIN],
];

/** @param start the first bytes, as many as there are up to START_BYTES */
export function recognise(start: Uint8Array): Recognition {
  if (start.length === 0) return { kind: 'empty' };
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, START_BYTES));
  const latin = bytes.toString('latin1');
  const packing = packingOf(latin, bytes);
  if (packing !== undefined) return { kind: 'packed', packing };
  const binary = formats.find((format) => {
    const { firstBytes } = formatRows[format];
    return firstBytes !== undefined && latin.startsWith(firstBytes);
  });
  if (binary !== undefined) return { kind: 'format', format: binary };
  if (bytes.every((byte) => byte === 0))
    return {
      kind: 'foreign',
      is: fact('It is a file of zero bytes, as a copy leaves it that broke off.'),
      remedy: EXPORT_AGAIN,
    };
  for (const [first, is, remedy] of foreign) if (latin.startsWith(first)) return { kind: 'foreign', is, remedy };
  const envelope = envelopeIn(latin);
  if (envelope !== undefined) return { kind: 'foreign', ...envelope };
  return recogniseText(textOf(bytes, latin), start.length < START_BYTES);
}

/** In Latin-1: the number by which PKCS#7 says what is in it, behind a few lengths. The kind follows it. */
const PKCS7 = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07';
const MOST_LENGTHS = 8;
/** The same in Base64, without the kind. */
const PKCS7_IN_BASE64 = /^\s*MI[A-Za-z0-9+/]{1,6}(?:YJKoZIhvcNAQc|GCSqGSIb3DQEH)/;
const SIGNED = '\x02';

/** Around what was signed or encrypted (.p7m, .p7s). */
function envelopeIn(latin: string): { is: Fact; remedy: Fact } | undefined {
  const at = latin.slice(0, MOST_LENGTHS + PKCS7.length).indexOf(PKCS7);
  if (at !== -1)
    return latin[at + PKCS7.length] === SIGNED
      ? { is: fact('It is a signed envelope (PKCS#7).'), remedy: TAKE_OUT }
      : { is: fact('It is an encrypted envelope (PKCS#7).'), remedy: DECRYPT };
  if (PKCS7_IN_BASE64.test(latin))
    return { is: fact('It is a signed or encrypted envelope (PKCS#7).'), remedy: TAKE_OUT };
  return undefined;
}

/** In Latin-1: what a stream of bzip2 has after its level. */
const BZIP2_BLOCK = '1AY&SY';
const BZIP2_END = '\x17rE8P\x90';

function packingOf(latin: string, bytes: Buffer): Packing | undefined {
  const startsWith = (...starts: string[]) => starts.some((start) => latin.startsWith(start));
  if (startsWith('\x1f\x8b')) return 'gzip';
  const isSkippableFrame = latin.slice(1, 4) === '\x2a\x4d\x18' && (bytes[0] ?? 0) >> 4 === 5;
  if (startsWith('\x28\xb5\x2f\xfd') || isSkippableFrame) return 'zstd';
  if (/^BZh[1-9]/.test(latin) && [BZIP2_BLOCK, BZIP2_END].includes(latin.slice(4, 10))) return 'bzip2';
  if (startsWith('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08')) return 'zip';
  if (isTar(bytes, latin)) return 'tar';
  return undefined;
}

/** By the sum in its first header, which every form of it has. */
function isTar(bytes: Buffer, latin: string): boolean {
  if (bytes.length < 512 || bytes[0] === 0) return false;
  const digits = latin.slice(148, 156).replaceAll('\0', ' ').trim();
  if (!/^[0-7]+$/.test(digits)) return false;
  const sum = bytes.subarray(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return sum === Number.parseInt(digits, 8);
}

/** Without mark, and UTF-16 as its characters, as far as it is Latin text. */
function textOf(bytes: Buffer, latin: string): string {
  const [first, second, third, fourth] = bytes;
  if (latin.startsWith('\xff\xfe')) return bytes.subarray(2).toString('utf16le');
  if (latin.startsWith('\xfe\xff')) return latin.slice(2).replaceAll('\0', '');
  if (first === 0 && third === 0 && second !== 0) return latin.replaceAll('\0', '');
  if (second === 0 && fourth === 0 && first !== 0) return bytes.toString('utf16le');
  const utf8 = bytes.toString('utf8').replace(/^\ufeff/, '');
  // The last character may be cut.
  return /\ufffd[^\ufffd]/.test(utf8) ? latin : utf8;
}

/** The names of columns in angle brackets, as some trading programs write them, are no XML. */
function recogniseText(text: string, isWhole: boolean): Recognition {
  const trimmed = text.trimStart();
  if (/^<(?:!doctype html|html|head|body|table)\b/i.test(trimmed)) {
    return {
      kind: 'foreign',
      is: fact('It is a web page, as some programs write it under the name of an Excel file.'),
      remedy: SAVE_AS,
    };
  }
  if (/^<[?!a-z_]/i.test(trimmed) && !/^<[^<>]*>[,;\t|]/.test(trimmed)) return recogniseXml(trimmed);
  const swift = swiftTypeOf(trimmed);
  if (swift !== undefined) return recogniseSwift(swift);
  if (isJson(trimmed)) return { kind: 'format', format: 'json' };
  const controls = controlCharactersIn(text);
  if (controls.share > MOST_CONTROLS) {
    const isUncertain = controls.kinds < KINDS_IN_NO_TEXT;
    return { kind: 'foreign', is: fact('It is a binary file.'), remedy: EXPORT_AGAIN, isUncertain };
  }
  if (isMail(trimmed))
    return {
      kind: 'foreign',
      is: fact('It is an e-mail.'),
      remedy: fact('Save what is attached to it, then choose that file.'),
      isUncertain: true,
    };
  if (holdsTable(text, isWhole)) return { kind: 'format', format: 'delimited' };
  return { kind: 'foreign', is: WITHOUT_TABLE, remedy: TABLE_IS_ELSEWHERE, isUncertain: true };
}

const WITHOUT_TABLE = fact(
  'It is text without a table: most of its lines are not divided alike, neither by a separator nor by blanks.',
);
const TABLE_IS_ELSEWHERE = fact(
  'Choose the file with the transactions. If it is this one, export them as CSV, XLSX, Parquet, XML or JSON, or choose a template that says how it is read.',
);

/** By the lines at its beginning. */
function isMail(text: string): boolean {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const names = new Set([...head.matchAll(/^([A-Za-z-]+): /gm)].map(([, name = '']) => name.toLowerCase()));
  return (
    ['message-id', 'mime-version', 'received', 'return-path'].some((name) => names.has(name)) &&
    names.size >= 3 &&
    /^[A-Za-z-]+: /.test(head)
  );
}

function recogniseXml(text: string): Recognition {
  const message = messageIn(text);
  if (message === undefined && /<(?:[\w.-]+:)?EncryptedData[\s>]/.test(text))
    return { kind: 'foreign', is: fact('It is an encrypted document (XML Encryption).'), remedy: DECRYPT };
  switch (message?.kind) {
    case undefined:
      return { kind: 'format', format: 'xml' };
    case 'payments':
      return { kind: 'format', format: 'iso20022' };
    case 'other':
      return {
        kind: 'foreign',
        is: fact('It is a {message}, a message whose transactions are not read, if it has any.', {
          message: message.message,
        }),
        remedy: PAYMENTS,
        // Other messages have lists, too, which a person may want as they are.
        isUncertain: true,
      };
  }
}

function recogniseSwift(type: string): Recognition {
  if (Object.hasOwn(swiftKinds, type)) return { kind: 'format', format: 'swift' };
  if (type === ACKNOWLEDGEMENT)
    return {
      kind: 'foreign',
      is: fact('It is an acknowledgement of SWIFT (F21), which has no transactions.'),
      remedy: PAYMENTS,
    };
  const is =
    type === ''
      ? fact('It is a message of SWIFT whose transactions are not read, if it has any.')
      : fact('It is an MT{type}, a message of SWIFT whose transactions are not read, if it has any.', { type });
  return { kind: 'foreign', is, remedy: PAYMENTS };
}

const RECORD_SEPARATOR = '\u001e';

/** An object with a key, or a list of something; a cell of a table in brackets is neither. A separator may begin it (RFC 7464). */
function isJson(text: string): boolean {
  const trimmed = text.startsWith(RECORD_SEPARATOR) ? text.slice(1).trimStart() : text;
  return /^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}|$)/.test(trimmed) || /^\[\s*(?:[{[\]]|$)/.test(trimmed);
}

/** Of all characters: more than damaged text would contain. */
const MOST_CONTROLS = 0.1;
/** Text may be padded with zero bytes, or divided by one or two others; no text has so many different ones. */
const KINDS_IN_NO_TEXT = 8;

/** Without tabs and line ends. */
function controlCharactersIn(text: string): { share: number; kinds: number } {
  const kinds = new Set<number>();
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) continue;
    kinds.add(code);
    count++;
  }
  return { share: count / Math.max(1, text.length), kinds: kinds.size };
}
