/**
 * @file Files that cost too much on purpose, each written as it is needed: small on paper, or large and without sense. They share
 * nothing with the readers.
 */

import { Buffer } from 'node:buffer';
import { closeSync, createWriteStream, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ZipFile } from 'yazl';
import { runs } from '../../harness/night.ts';
import { partsOf } from '../workbook-file.ts';

const MB = 1024 * 1024;
const BLOCK = 64 * 1024;

/** Beyond each bound, and at night far beyond. */
const HUGE = runs(24, 800) * MB;
const LARGE = runs(24, 300) * MB;

/** Writes what is between a beginning and an end, in blocks, so that it costs this process nothing. */
function written(path: string, start: string, middle: Iterable<string>, end: string): void {
  const file = openSync(path, 'w');
  let waiting = start;
  for (const part of middle) {
    waiting += part;
    if (waiting.length < BLOCK) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting + end);
  closeSync(file);
}

function* times(count: number, part: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at++) yield part(at);
}

/** A text of so many bytes, in lines. */
function* filling(bytes: number, line = 'x'.repeat(1023)): Generator<string> {
  for (let at = 0; at < bytes; at += line.length + 1) yield `${line}\n`;
}

const sheetOf = (columns: number) => {
  const row = (text: string) => `<row>${`<c t="inlineStr"><is><t>${text}</t></is></c>`.repeat(columns)}</row>`;
  return row('a') + row('b');
};

/** A workbook whose parts are streams. */
async function workbook(path: string, parts: Record<string, string | Iterable<string>>): Promise<void> {
  const zip = new ZipFile();
  const made = partsOf({ sheets: { Data: sheetOf(2) } });
  for (const [name, content] of Object.entries({ ...made, ...parts })) {
    const isWhole = typeof content === 'string' || Buffer.isBuffer(content);
    if (isWhole) zip.addBuffer(Buffer.from(content), name);
    else zip.addReadStream(Readable.from(inBlocks(content)), name);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function* inBlocks(parts: Iterable<string>): Generator<Buffer> {
  let waiting = '';
  for (const part of parts) {
    waiting += part;
    if (waiting.length < BLOCK) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  yield Buffer.from(waiting);
}

function* between(start: string, middle: Iterable<string>, end: string): Generator<string> {
  yield start;
  yield* middle;
  yield end;
}

const WORKSHEET = '<?xml version="1.0"?><worksheet><sheetData>';
const SHEET_1 = 'xl/worksheets/sheet1.xml';

export interface CostlyFile {
  name: string;
  /** How its name ends, which decides nothing. */
  ending: string;
  write: (path: string) => void | Promise<void>;
}

const file = (name: string, ending: string, write: CostlyFile['write']): CostlyFile => ({ name, ending, write });

/** JSON, with what may stand in an object or a list. */
const json: CostlyFile[] = [
  file('an object of 600,000 keys', 'json', (path) =>
    written(
      path,
      '[{',
      times(600_000, (at) => `${at === 0 ? '' : ','}"key ${at}":"x"`),
      '}]',
    ),
  ),
  file('6,000 objects of 100 new keys each', 'jsonl', (path) =>
    written(
      path,
      '',
      times(6000, (row) => `{${[...times(100, (at) => `"field_${row}_${at}":"x"`)].join()}}\n`),
      '',
    ),
  ),
  file('objects whose new keys come behind the first rows', 'jsonl', (path) =>
    written(
      path,
      '',
      times(20_000, (row) =>
        row < 2000 ? '{"id":"1","amount":"2"}\n' : `{${[...times(100, (at) => `"field_${row}_${at}":"x"`)].join()}}\n`,
      ),
      '',
    ),
  ),
  file('lists within lists, a million deep', 'json', (path) =>
    written(
      path,
      '',
      times(1_000_000, () => '['),
      ']'.repeat(1_000_000),
    ),
  ),
  file('objects within objects, a million deep', 'json', (path) =>
    written(
      path,
      '',
      times(1_000_000, () => '{"a":'),
      `1${'}'.repeat(1_000_000)}`,
    ),
  ),
  file('a line of 2 GB', 'jsonl', (path) => {
    writeFileSync(path, '{"request_uuid":"a","note":"');
    truncateSync(path, 2048 * MB);
  }),
  file('a text without an end', 'json', (path) => written(path, '[{"a":"', filling(HUGE, ' '.repeat(1023)), '')),
];

const delimited: CostlyFile[] = [
  file('a quote that is not closed, before all the rest', 'csv', (path) =>
    written(path, 'id;name;amount\n1;a;2\n2;"', filling(HUGE), ''),
  ),
  file('a quote in the first line, before all the rest', 'csv', (path) => written(path, '"', filling(HUGE), '')),
  file('quotes in every row that are not closed', 'csv', (path) =>
    written(
      path,
      'id;name;amount\n',
      times(runs(100_000, 1_000_000), (at) => `${at};"a;${at}\n`),
      '',
    ),
  ),
  file('a line of 2 GB', 'csv', (path) => {
    writeFileSync(path, 'id;name\n1;');
    truncateSync(path, 2048 * MB);
  }),
  file('a first line of a million columns', 'csv', (path) =>
    written(
      path,
      'a',
      times(1_000_000, (at) => `;b${at}`),
      '\n1;2\n',
    ),
  ),
  file('20 MB of separators', 'csv', (path) =>
    written(
      path,
      '',
      times(20 * 1024, () => ';'.repeat(1024)),
      '\n',
    ),
  ),
  file('20 MB of quotes', 'csv', (path) =>
    written(
      path,
      '',
      times(20 * 1024, () => '"'.repeat(1024)),
      '\n',
    ),
  ),
  file('20 MB of line ends', 'csv', (path) =>
    written(
      path,
      '',
      times(20 * 1024, () => '\r\n'.repeat(512)),
      '\n',
    ),
  ),
];

const xml: CostlyFile[] = [
  file('elements within elements, a million deep', 'xml', (path) =>
    written(
      path,
      '<d>',
      times(1_000_000, () => '<a>'),
      `${'</a>'.repeat(1_000_000)}</d>`,
    ),
  ),
  file('CDATA without an end', 'xml', (path) => written(path, '<d><r><a><![CDATA[', filling(LARGE), ']]></a></r></d>')),
  file('long texts in many rows', 'xml', (path) =>
    written(
      path,
      '<d>',
      times(runs(2, 60), () => `<r><a>1</a><b>${'\u20ac'.repeat(15 * MB)}</b></r>`),
      '</d>',
    ),
  ),
  file('CDATA in many parts', 'xml', (path) =>
    written(
      path,
      '<d><r><a>',
      times(LARGE / 10_000, () => `<![CDATA[${'x'.repeat(10_000)}]]>`),
      '</a></r></d>',
    ),
  ),
  file('a text without an end', 'xml', (path) => written(path, '<d><r><a>', filling(LARGE), '</a></r></d>')),
  file('an attribute without an end', 'xml', (path) => written(path, '<d><r a="', filling(LARGE), '"/></d>')),
  file('an element of a million attributes', 'xml', (path) =>
    written(
      path,
      '<d><r ',
      times(1_000_000, (at) => `a${at}="x" `),
      '/><r/></d>',
    ),
  ),
  file('a comment without an end', 'xml', (path) => written(path, '<d><!--', filling(LARGE), '--><r/></d>')),
  file('a comment without an end before all', 'xml', (path) => written(path, '<!--', filling(LARGE), '--><d><r/></d>')),
  file('an instruction without an end', 'xml', (path) => written(path, '<d><?a ', filling(LARGE), '?><r/></d>')),
  file('a name without an end', 'xml', (path) =>
    written(
      path,
      '<d><r',
      times(LARGE / 1024, () => 'x'.repeat(1024)),
      '/></d>',
    ),
  ),
  file('declared entities that double', 'xml', (path) =>
    written(
      path,
      '<!DOCTYPE d [<!ENTITY l0 "lol">',
      times(30, (at) => `<!ENTITY l${at + 1} "&l${at};&l${at};">`),
      ']><d><r>&l30;</r><r>1</r></d>',
    ),
  ),
  file('a declaration without an end', 'xml', (path) =>
    written(path, '<!DOCTYPE d [', filling(LARGE, `<!ENTITY a "${'x'.repeat(1000)}">`), ']><d><r/></d>'),
  ),
  file('rows of new elements', 'xml', (path) =>
    written(
      path,
      '<d>',
      times(6000, (row) => `<r>${[...times(100, (at) => `<f${row}_${at}>x</f${row}_${at}>`)].join('')}</r>`),
      '</d>',
    ),
  ),
  file('a million elements of names of their own', 'xml', (path) =>
    written(
      path,
      '<d>',
      times(1_000_000, (at) => `<r${at}/>`),
      '</d>',
    ),
  ),
  file('one element again a million times in a row', 'xml', (path) =>
    written(
      path,
      '<d><r>',
      times(1_000_000, () => '<a>1</a>'),
      '</r><r><a>1</a></r></d>',
    ),
  ),
];

const workbooks: CostlyFile[] = [
  file('a part that unpacks to a thousand times its size', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(WORKSHEET, filling(runs(40, 400) * MB, ' '.repeat(1023)), '</sheetData></worksheet>'),
    }),
  ),
  file('more sheets than are read', 'xlsx', (path) => {
    const sheets = Object.fromEntries(times2(runs(1100, 9900), (at) => [`Sheet ${at}`, sheetOf(2)]));
    return workbook(path, stringsOf(partsOf({ sheets })));
  }),
  file('many shared texts', 'xlsx', (path) =>
    workbook(path, {
      'xl/sharedStrings.xml': between(
        '<sst>',
        times(runs(100_000, 5_000_000), (at) => `<si><t>text ${at}</t></si>`),
        '</sst>',
      ),
    }),
  ),
  file('a sheet of 16,384 columns', 'xlsx', (path) =>
    workbook(path, { [SHEET_1]: `${WORKSHEET}${sheetOf(16_384)}</sheetData></worksheet>` }),
  ),
  file('a sheet of 17,000 columns', 'xlsx', (path) =>
    workbook(path, { [SHEET_1]: `${WORKSHEET}${sheetOf(17_000)}</sheetData></worksheet>` }),
  ),
  file('a row of a million cells in one column', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(
        `${WORKSHEET}${sheetOf(2)}<row>`,
        times(1_000_000, () => '<c r="XFD3" t="inlineStr"><is><t>x</t></is></c>'),
        '</row></sheetData></worksheet>',
      ),
    }),
  ),
  file('1,000 rows whose only cell is in the last column', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(
        WORKSHEET,
        times(5000, (at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`),
        '</sheetData></worksheet>',
      ),
    }),
  ),
  file('a cell that is too large', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(
        `${WORKSHEET}<row><c t="inlineStr"><is><t>`,
        times(runs(24, 100) * 1024, (at) => `${at % 10}`.repeat(1024)),
        '</t></is></c></row></sheetData></worksheet>',
      ),
    }),
  ),
  file('rows of 20 cells of 1 MB', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(
        `${WORKSHEET}${sheetOf(20)}`,
        times(3, () => `<row>${`<c t="inlineStr"><is><t>${'x'.repeat(MB)}</t></is></c>`.repeat(20)}</row>`),
        '</sheetData></worksheet>',
      ),
    }),
  ),
  file('a shared text that is too large', 'xlsx', (path) =>
    workbook(path, {
      'xl/sharedStrings.xml': between(
        '<sst><si><t>',
        times(runs(24, 100) * 1024, (at) => `${at % 10}`.repeat(1024)),
        '</t></si></sst>',
      ),
    }),
  ),
  file('styles without an end', 'xlsx', (path) =>
    workbook(path, {
      'xl/styles.xml': between(
        '<styleSheet><cellXfs>',
        times(runs(100_000, 2_000_000), () => '<xf numFmtId="14"/>'),
        '</cellXfs></styleSheet>',
      ),
    }),
  ),
  file('merged cells without an end', 'xlsx', (path) =>
    workbook(path, {
      [SHEET_1]: between(
        `${WORKSHEET}<row><c t="inlineStr"><is><t>a</t></is></c></row>${sheetOf(3)}</sheetData><mergeCells>`,
        times(runs(100_000, 2_000_000), () => '<mergeCell ref="A1:XFD900"/>'),
        '</mergeCells></worksheet>',
      ),
    }),
  ),
  file('a list of contents that lies about a size', 'xlsx', async (path) => {
    await workbook(path, {
      [SHEET_1]: between(WORKSHEET, filling(runs(40, 200) * MB, ' '.repeat(1023)), '</sheetData></worksheet>'),
    });
    const bytes = readFileSync(path);
    for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 1))
      if (bytes.readUInt32LE(at + 24) > MB) bytes.writeUInt32LE(1000, at + 24);
    writeFileSync(path, bytes);
  }),
];

function times2<Result>(count: number, part: (at: number) => Result): Result[] {
  return Array.from({ length: count }, (_, at) => part(at));
}

const stringsOf = (parts: Record<string, string | Buffer>): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, String(content)]));

/** Bytes of a Parquet file with a changed header of its first page. */
function parquetWith(change: (bytes: Buffer) => void): Buffer {
  const data = times2(1000, (at) => `value ${at % 5}`);
  const bytes = Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'a', data, type: 'STRING' }] }));
  change(bytes);
  return bytes;
}

const parquet: CostlyFile[] = [
  file('more columns than are read', 'parquet', (path) =>
    writeFileSync(
      path,
      Buffer.from(
        parquetWriteBuffer({
          columnData: times2(runs(6000, 100_000), (at) => ({
            name: `column ${at}`,
            data: ['a', 'b'],
            type: 'STRING' as const,
          })),
        }),
      ),
    ),
  ),
  file('a page that says it is 2 GB', 'parquet', (path) =>
    writeFileSync(
      path,
      // The header of the first page: its kind, then its size unpacked as a number of variable length.
      parquetWith((bytes) => {
        Buffer.from([0x15, 0x00, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f]).copy(bytes, 4);
      }),
    ),
  ),
  file('numbers of rows and values that are lies', 'parquet', (path) =>
    writeFileSync(
      path,
      parquetWith((bytes) => {
        const metadata = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
        for (let at = metadata; at < bytes.length - 9; at++)
          if (bytes[at] === 0xd0 && bytes[at + 1] === 0x0f) bytes.set([0xff, 0x7f], at);
      }),
    ),
  ),
];

const archives: CostlyFile[] = [
  file('more entries than are read', 'zip', (path) => zipOfEntries(path, runs(20_000, 1_000_000))),
  file('a list of contents that says a million entries', 'zip', async (path) => {
    await zipOfEntries(path, 3);
    const bytes = readFileSync(path);
    bytes.writeUInt16LE(0xfffe, bytes.length - 22 + 8);
    bytes.writeUInt16LE(0xfffe, bytes.length - 22 + 10);
    writeFileSync(path, bytes);
  }),
  file('archives in archives, seven deep', 'zip', async (path) => {
    let inside: Buffer = Buffer.from('id;name\n1;2\n');
    for (let depth = 0; depth < 7; depth++) {
      const zip = new ZipFile();
      zip.addBuffer(inside, depth === 0 ? 'a.csv' : 'a.zip');
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(path));
      inside = readFileSync(path);
    }
  }),
  file('12 archives of 12 archives of 12 files of 10 MB', 'zip', async (path) => {
    let inside: Buffer = Buffer.alloc(10 * MB, 'id;name\n');
    for (let depth = 0; depth < 3; depth++) {
      const zip = new ZipFile();
      for (let at = 0; at < 12; at++) zip.addBuffer(inside, depth === 0 ? `${at}.csv` : `${at}.zip`);
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(path));
      inside = readFileSync(path);
    }
  }),
];

async function zipOfEntries(path: string, count: number): Promise<void> {
  // By hand, as a library would need a gigabyte for it.
  const local = (name: string) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name)]);
  };
  const central = (name: string, at: number) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(20, 6);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at, 42);
    return Buffer.concat([head, Buffer.from(name)]);
  };
  const out = openSync(path, 'w');
  const name = (at: number) => `f${String(at).padStart(7, '0')}.csv`;
  const size = 30 + name(0).length;
  for (let at = 0; at < count; at += 1000)
    writeSync(out, Buffer.concat(times2(Math.min(1000, count - at), (each) => local(name(at + each)))));
  const start = size * count;
  let length = 0;
  for (let at = 0; at < count; at += 1000) {
    const part = Buffer.concat(
      times2(Math.min(1000, count - at), (each) => central(name(at + each), size * (at + each))),
    );
    length += part.length;
    writeSync(out, part);
  }
  const end64 = Buffer.alloc(56 + 20);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(start + length), 64);
  end64.writeUInt32LE(1, 72);
  if (count > 0xffff) writeSync(out, end64);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, 0xffffffff), 12);
  end.writeUInt32LE(Math.min(start, 0xffffffff), 16);
  writeSync(out, end);
  closeSync(out);
}

export const costlyFiles = { json, delimited, xml, workbooks, parquet, archives } as const;
