/**
 * @file Recognises by its first bytes a file that is not JSON Lines. In doubt the file counts as JSON Lines: then each
 * line is judged and its findings say what is wrong.
 */

import { Buffer } from 'node:buffer';
import { formatRows } from '../../src-shared/formats.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Complaint, RuleId } from './findings/finding.ts';
import { NEWLINE } from './line-ends.ts';
import { isJsonObject } from './rules/json-object.ts';

/** How many bytes of the file's start are examined; fewer only when the file is shorter. */
export const HEAD_BYTES = 64 * 1024;

/** The kinds of the contract. */
export type FileKind =
  | 'json-lines'
  | 'near-json-lines'
  | 'json'
  | 'csv'
  | 'compressed'
  | 'text'
  | 'utf-16'
  | 'binary'
  | 'image'
  | 'pdf'
  | 'program'
  | 'blank'
  | 'empty';

/** A kind, and the complaint to report where such a file cannot be sent. */
interface Recognition {
  kind: FileKind;
  complaint?: Complaint;
}

const OPENING_BRACE = 0x7b;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const unpack = fact('Unpack it first, then add the JSON Lines file that is in it.');
const exportAgain = fact('Export the transactions as JSON Lines: one transaction as a JSON object on each line.');
const oneByLine = fact(
  'Write one transaction on each line, without brackets around them, commas between them or line breaks inside them.',
);

/** First bytes in Latin-1, the kind of file that they show, its name, and the remedy. */
const signatures: readonly (readonly [start: string, kind: FileKind, name: Said, remedy: Said])[] = [
  ['\x1f\x8b', 'compressed', fact('a gzip archive'), unpack],
  ['\x28\xb5\x2f\xfd', 'compressed', fact('a Zstandard archive'), unpack],
  ['7z\xbc\xaf\x27\x1c', 'compressed', fact('a 7-Zip archive'), unpack],
  ['BZh', 'compressed', fact('a bzip2 archive'), unpack],
  ['\xfd7zXZ\0', 'compressed', fact('an xz archive'), unpack],
  ['Rar!\x1a\x07', 'compressed', fact('a RAR archive'), unpack],
  ['\xd0\xcf\x11\xe0', 'binary', fact('an old Excel or Word document'), exportAgain],
  ['SQLite format 3\0', 'binary', fact('an SQLite database'), exportAgain],
  ...Object.values(formatRows).flatMap(({ firstBytes, named }) =>
    firstBytes === undefined ? [] : [[firstBytes, 'binary', named, exportAgain] as const],
  ),
  ['%PDF-', 'pdf', fact('a PDF document'), exportAgain],
  ['\x89PNG\r\n', 'image', fact('an image'), exportAgain],
  ['\xff\xd8\xff', 'image', fact('an image'), exportAgain],
  ['GIF87a', 'image', fact('an image'), exportAgain],
  ['GIF89a', 'image', fact('an image'), exportAgain],
  ['II*\0', 'image', fact('an image'), exportAgain],
  ['MM\0*', 'image', fact('an image'), exportAgain],
  ['MZ\x90\0', 'program', fact('a program'), exportAgain],
  ['\x7fELF', 'program', fact('a program'), exportAgain],
  ['\xcf\xfa\xed\xfe', 'program', fact('a program'), exportAgain],
];

/**
 * The single complaint about a file that starts with `head` (without byte order mark), or undefined when its lines are
 * to be judged.
 */
export function judgeKind(head: Buffer): Complaint | undefined {
  return recognise(head).complaint;
}

/**
 * The apparent kind of a file that starts with `head`, with or without byte order mark. Other text is `text`; its lines
 * would be judged.
 */
export function kindOf(head: Buffer): FileKind {
  const isMarked = head.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const text = isMarked ? head.subarray(3) : head;
  const { kind } = recognise(text);
  // A mark alone is dropped from a held file, without touching anything else.
  return kind === 'json-lines' && isNear(text.toString('utf8')) ? 'near-json-lines' : kind;
}

/** As many lines are looked at: an export is the same in all of them. */
const LINES_LOOKED_AT = 20;
/** The field that each transaction has, in any spelling; in its own it is at this path. */
const TELLING = /modificationexternalid$/;
const OWN_PATH = 'modification.external_id';
/** A transaction within more objects is none that a person would recognise. */
const DEEPEST = 6;

/** Whether lines have the field that each transaction has, but in another spelling, or within another object. */
function isNear(text: string): boolean {
  const paths = text
    .split('\n', LINES_LOOKED_AT)
    .map((line) => line.trim())
    .filter(isObject)
    .map((line) => pathsIn(JSON.parse(line), '', DEEPEST));
  const isOtherwise = (of: string[]) =>
    !of.includes(OWN_PATH) && of.some((path) => TELLING.test(path.toLowerCase().replace(/[^a-z]/g, '')));
  return paths.length > 0 && paths.every(isOtherwise);
}

/** Of the values of an object, and of those in it, so many levels deep. */
function pathsIn(value: unknown, outer: string, levels: number): string[] {
  if (!isJsonObject(value) || levels === 0) return [outer];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsIn(inner, outer === '' ? key : `${outer}.${key}`, levels - 1),
  );
}

function recognise(head: Buffer): Recognition {
  if (head.length === 0) {
    const message = fact('The file is empty. Export it again, or choose another file.');
    return { kind: 'empty', complaint: { rule: 'file.empty', path: '', message } };
  }
  if (beginsWithObjects(head)) return { kind: 'json-lines' };
  const latin = head.toString('latin1');
  if (isBlank(latin) && isWhole(head)) {
    const message = fact(
      'The file has only blank lines, and no transaction. Check whether the export has finished, or choose another file.',
    );
    return { kind: 'blank', complaint: { rule: 'file.empty', path: '', message } };
  }
  for (const [start, kind, name, remedy] of signatures) {
    if (latin.startsWith(start)) return notJsonLines(kind, name, remedy);
  }
  if (latin.startsWith('PK\x03\x04')) {
    return /\[Content_Types\]|xl\/|word\//.test(latin)
      ? notJsonLines('binary', fact('an Excel or Word document'), exportAgain)
      : notJsonLines('compressed', fact('a zip archive'), unpack);
  }
  if (isUtf16(latin)) {
    return {
      kind: 'utf-16',
      complaint: seemsToBe('file.encoding', fact('text in UTF-16'), fact('Save or export it as UTF-8.')),
    };
  }
  return recogniseText(head.toString('utf8'));
}

/** Whether the two lines after a first one are objects, which is quick to say, and all that need be known of most files. */
function beginsWithObjects(head: Buffer): boolean {
  const first = head.indexOf(NEWLINE);
  const second = head.indexOf(NEWLINE, first + 1);
  const third = head.indexOf(NEWLINE, second + 1);
  if (head[0] !== OPENING_BRACE || first === -1 || second === -1 || third === -1) return false;
  return [head.subarray(first, second), head.subarray(second, third)].every((line) =>
    isObject(line.toString('utf8').trim()),
  );
}

function recogniseText(text: string): Recognition {
  const [firstLine = '', ...others] = text
    .trimStart()
    .split('\n')
    .map((line) => line.trim());
  const nextLine = others.find((line) => line !== '') ?? '';
  const isSpread = isSpreadObject(firstLine, nextLine);

  if (hasObjectsInARow(others)) return { kind: 'json-lines' };
  if (isList(firstLine, nextLine)) return notJsonLines('json', fact('one JSON list'), oneByLine);
  if (isSpread && !firstLine.endsWith(','))
    return notJsonLines('json', fact('JSON laid out over several lines'), oneByLine);
  if ([firstLine, ...others].some(isObject)) return { kind: 'json-lines' };
  if (isSpread) return notJsonLines('json', fact('JSON laid out over several lines'), oneByLine);
  if (firstLine.startsWith('{')) return { kind: 'json-lines' };
  if (/^<[?!a-z]/i.test(firstLine)) return notJsonLines('text', fact('XML or HTML'), exportAgain);
  if (isBinary(text)) return notJsonLines('binary', fact('a binary file'), exportAgain);
  if (isTable(firstLine, nextLine)) return notJsonLines('csv', fact('a CSV table'), exportAgain);
  return { kind: 'text' };
}

/** Two lines that are objects, without a comma between them: no JSON that spans lines has them. */
function hasObjectsInARow(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line !== '');
  return full.some((line, at) => isObject(line) && isObject(full[at + 1] ?? ''));
}

/** A list of objects that spans the file, as opposed to a single faulty line that starts with a bracket. */
function isList(firstLine: string, nextLine: string): boolean {
  if (!/^\[\s*(\{|$)/.test(firstLine)) return false;
  return nextLine === '' || /[[{,]$/.test(firstLine) || !nextLine.startsWith('{');
}

/** An object that continues in the next line, as opposed to a first line that was cut off. */
function isSpreadObject(firstLine: string, nextLine: string): boolean {
  return /^\{(.*[[{,])?$/.test(firstLine) && /^["{}[\]]/.test(nextLine) && !isObject(nextLine);
}

/** Two lines with a separator and no sign of JSON. */
function isTable(firstLine: string, nextLine: string): boolean {
  const count = (line: string, separator: string) => line.split(separator).length - 1;
  return (
    !/"\s*:/.test(firstLine) &&
    [',', ';', '\t', '|'].some((separator) => {
      const columns = count(firstLine, separator);
      return columns > 0 && columns <= count(nextLine, separator);
    })
  );
}

/** A zero byte, or more control characters than damaged text would contain. */
function isBinary(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) controls++;
  }
  return controls * 10 > text.length;
}

/** What JSON takes for blanks and line ends. */
const isBlank = (latin: string): boolean => /^[ \t\r\n]*$/.test(latin);

/** Whether more may follow in the file; a byte order mark may have been taken off. */
const isWhole = ({ length }: Buffer): boolean => length < HEAD_BYTES - BYTE_ORDER_MARK.length;

function isUtf16(latin: string): boolean {
  if (latin.startsWith('\xff\xfe') || latin.startsWith('\xfe\xff')) return true;
  // Without a byte order mark: each character of ASCII text has a zero byte on the same side.
  return /^(\s\0)*[[{"]\0.\0/.test(latin) || /^(\0\s)*\0[[{"]\0./.test(latin);
}

function isObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    return isJsonObject(JSON.parse(line));
  } catch {
    return false;
  }
}

function notJsonLines(kind: FileKind, name: Said, remedy: Said): Recognition {
  return { kind, complaint: seemsToBe('file.not-jsonl', name, remedy) };
}

function seemsToBe(rule: RuleId, name: Said, remedy: Said): Complaint {
  return { rule, path: '', message: fact('This file seems to be {name}, not JSON Lines. {remedy}', { name, remedy }) };
}
