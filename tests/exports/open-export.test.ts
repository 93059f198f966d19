import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { usualBounds } from '../../src-main/exports/bounds.ts';
import type { OpenOptions } from '../../src-main/exports/open-export.ts';
import { AppError } from '../../src-shared/errors.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { renamed, tarOf, zipOf } from './archives.ts';
import { numbered, open, rowsOf, temporaryWorkArea } from './reading-all.ts';

const csv = 'Name;Betrag\nAnna;1,50\nBerta;2,50\n';
const rows = [
  [2, 'Anna', '1,50'],
  [3, 'Berta', '2,50'],
];
/** `csv` as bzip2 writes it, and another stream of it. */
const bzip2 = Buffer.from(
  'QlpoOTFBWSZTWSCm9QoAAAhNgAAQMAgwACYjFAAgADEAAAaTIwm0TAUN2XF5yya/6Cc0XckU4UJAgpvUKA==',
  'base64',
);
const moreBzip2 = Buffer.from('QlpoOTFBWSZTWbWMsUcAAADNgAAQCAgIACAEEAAgACIaY1CGAi5gHi7kinChIWsZYo4=', 'base64');
const zeros = Buffer.from('QlpoOTFBWSZTWabi8/QAJkvAAsAACAAACCAAMMwFKaapEUbAoijxdyRThQkKbi8/QA==', 'base64');

/** One of several files of this name in an archive. */
const twice = (content: string) => ({ name: 'a.csv', content });

/** Writes the sum of the first file of a zip archive to all others in its list of contents. */
function withEqualSums(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const first = copy.indexOf('PK\u0001\u0002', 0, 'latin1') + 16;
  for (let at = first - 16; at !== -1; at = copy.indexOf('PK\u0001\u0002', at + 1, 'latin1'))
    copy.copy(copy, at + 16, first, first + 4);
  return copy;
}

function file(content: string | Uint8Array, name = 'export.dat'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

async function read(content: string | Uint8Array, options: Partial<OpenOptions> = {}) {
  const { tables, facts } = await open([file(content)], options);
  const all = [];
  for (const table of tables) all.push([table.name, numbered(await rowsOf(table))]);
  return { tables: all, facts, table: tables[0] };
}

async function failure(content: string | Uint8Array, options: Partial<OpenOptions> = {}): Promise<string> {
  try {
    await read(content, options);
    return 'nothing failed';
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.detail.replace(/\S*\/export\.dat/, 'F');
    throw thrown;
  }
}

describe('An export is recognised by its content', () => {
  it.each([
    ['as it is', csv, []],
    ['in gzip', gzipSync(csv), ['gzip']],
    ['in gzip, of several members', Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]), ['gzip']],
    ['in Zstandard', zstdCompressSync(csv), ['zstd']],
    [
      'in Zstandard, of several frames and one to be skipped',
      Buffer.concat([
        zstdCompressSync(csv.slice(0, 20)),
        Buffer.from('502a4d1803000000616263', 'hex'),
        zstdCompressSync(csv.slice(20)),
      ]),
      ['zstd'],
    ],
    ['packed twice', gzipSync(zstdCompressSync(csv)), ['gzip', 'zstd']],
  ])('%s', async (_, content, packing) => {
    const { tables, facts } = await read(content);
    expect(tables).toEqual([['', rows]]);
    expect(facts.files[0]).toMatchObject({
      packing,
      format: { value: 'delimited', how: 'detected' },
      encoding: { value: 'utf-8', how: 'detected' },
      delimiter: { value: ';', how: 'detected' },
      headerRow: { value: 1, how: 'detected' },
    });
    expect(facts.bytes).toBe(content.length);
  });

  it('in bzip2, of several streams', async () => {
    expect((await read(Buffer.concat([bzip2, moreBzip2]))).tables).toEqual([
      [
        '',
        [
          [2, '1', 'Anna'],
          [3, '2', 'Berta'],
          [4, '3', 'Clara'],
        ],
      ],
    ]);
  });

  it('in a zip archive: each file is a table, in the order of the names', async () => {
    const zip = await zipOf({ 'b.csv': csv, 'a/c.csv.gz': gzipSync(csv), 'a.csv': csv, '__MACOSX/._a.csv': 'x' });
    const { tables, facts } = await read(zip);
    expect(tables).toEqual([
      ['a.csv', rows],
      ['a/c.csv.gz', rows],
      ['b.csv', rows],
    ]);
    expect(facts.files.map(({ packing }) => packing)).toEqual([['zip'], ['zip', 'gzip'], ['zip']]);
    expect(facts.leftOut).toEqual([{ name: '__MACOSX/._a.csv', reason: 'It is of macOS.' }]);
  });

  it.each([
    ['a tar archive', (tar: Buffer) => tar, ['tar']],
    ['a packed tar archive', (tar: Buffer) => gzipSync(tar), ['gzip', 'tar']],
  ])('in %s, with a zip archive in it', async (_, pack, packing) => {
    const tar = tarOf([
      { name: 'b/', type: '5' },
      { name: 'b/x.zip', content: await zipOf({ 'n.csv': csv }) },
      { name: 'a.csv', content: csv },
      { name: '.DS_Store', content: 'x' },
    ]);
    const { tables, facts } = await read(pack(tar));
    expect(tables).toEqual([
      ['a.csv', rows],
      ['b/x.zip/n.csv', rows],
    ]);
    expect(facts.files.map((one) => one.packing)).toEqual([packing, [...packing, 'zip']]);
    expect(facts.leftOut).toEqual([{ name: '.DS_Store', reason: 'It is hidden.' }]);
  });

  it.each([
    [
      'tar',
      async () =>
        tarOf(
          ['./', './a.csv', './b/./c.csv', 'a.csv'].map((name, at) => ({
            name,
            content: at === 0 ? '' : csv,
            type: name === './' ? ('5' as const) : ('0' as const),
          })),
        ),
    ],
    ['zip', async () => renamed(await zipOf({ 'a.csv': csv, 'b/c.csv': csv, 'A.csv': csv }), 'A.csv', 'a.csv')],
  ] as const)(
    'in a %s archive with a file twice that is the same: it is read once, and that is said',
    async (_, made) => {
      const { tables, facts } = await read(await made());
      expect(tables[0]).toEqual(['a.csv', rows]);
      expect(tables).toHaveLength(2);
      expect(facts.leftOut).toEqual([
        { name: 'a.csv', reason: 'It is in the archive once more, with the same content.' },
      ]);
    },
  );

  it.each([
    ['tar, of another length', async () => tarOf([twice('old'), twice(csv)])],
    ['tar, of the same length', async () => tarOf([twice(csv), twice(csv.replace('Anna', 'Anne'))])],
    ['tar, where ./ tells them apart', async () => tarOf([twice(csv), { name: './a.csv', content: 'x;y\n1;2\n' }])],
    ['tar, where two of three are the same', async () => tarOf([twice(csv), twice(csv), twice('old')])],
    ['zip', async () => renamed(await zipOf({ 'a.csv': 'x;y\n1;2\n', 'A.csv': csv }), 'A.csv', 'a.csv')],
    [
      'zip that calls their sums the same',
      async () =>
        withEqualSums(renamed(await zipOf({ 'a.csv': csv, 'A.csv': csv.replace('Anna', 'Anne') }), 'A.csv', 'a.csv')),
    ],
  ] as const)('but not in a %s archive with two that differ: nothing of it is read', async (_, made) => {
    await expect(read(await made())).rejects.toMatchObject({ code: expect.stringMatching(/^file\.export-/) });
  });

  it('but not in an archive with two that differ: what to do is said', async () => {
    await expect(read(tarOf([twice('old'), twice(csv)]))).rejects.toMatchObject({
      detail: expect.stringContaining('There is more than one “a.csv” in it, and they differ'),
      remedy: expect.stringContaining('give each of these files a name of its own'),
    });
  });

  it('in an archive in which what is left out anyway comes twice', async () => {
    const hidden = { name: '.DS_Store', content: 'one' };
    const { tables } = await read(tarOf([hidden, { ...hidden, content: 'two' }, twice(csv)]));
    expect(tables).toEqual([['a.csv', rows]]);
  });

  it('with the names of its columns in angle brackets', async () => {
    expect((await read('<NAME>;<SUM>\nAnna;1,50\nBerta;2,50\n\u001a')).tables).toEqual([['', rows]]);
  });

  it('on standard input, and can be read twice', async () => {
    const { tables } = await open(Readable.from([gzipSync(csv)]));
    for (let time = 0; time < 2; time++) {
      const [table] = tables;
      if (table === undefined) throw new Error('no table');
      expect(numbered(await rowsOf(table))).toEqual(rows);
    }
  });

  it('in UTF-16 with its mark', async () => {
    const { tables, facts } = await read(Buffer.from(`\ufeff${csv.replace('Anna', 'Änne')}`, 'utf16le'));
    expect(tables).toEqual([['', [[2, 'Änne', '1,50'], rows[1]]]]);
    expect(facts.files[0]?.encoding).toEqual({ value: 'utf-16le', how: 'by-mark' });
  });

  it('in Windows-1252, of which a person should look at the names', async () => {
    const { tables, facts } = await read(Buffer.from('Name;Ort\nMüller;Köln\n', 'latin1'));
    expect(tables).toEqual([['', [[2, 'Müller', 'Köln']]]]);
    expect(facts.files[0]).toMatchObject({
      encoding: { value: 'windows-1252', how: 'guessed' },
      notes: ['The encoding is only the likeliest: look at names with umlauts or accents.'],
    });
  });

  it('in Windows-1252, where an umlaut comes only near the end of a large file', async () => {
    const text = `Name;Ort\n${'Anna;Bonn\n'.repeat(30_000)}Müller;Köln\n`;
    const { table, tables } = await read(Buffer.from(text, 'latin1'));
    expect(table?.facts.encoding?.value).toBe('windows-1252');
    expect(tables[0]?.[1]?.at(-1)).toEqual([30_002, 'Müller', 'Köln']);
  });

  it('unless something else is asked for', async () => {
    const { facts, tables } = await read('1,5;Ä\n', {
      hints: { format: 'delimited', encoding: 'iso-8859-15', delimiter: ',', headerRow: 0 },
    });
    expect(tables).toEqual([['', [[1, '1', '5;Ã\u0084']]]]);
    expect(facts.files[0]).toMatchObject({
      format: { how: 'asked-for' },
      encoding: { value: 'iso-8859-15', how: 'asked-for' },
      delimiter: { value: ',', how: 'asked-for' },
      headerRow: { value: 0, how: 'asked-for' },
    });
  });

  it('as fixed width, where a template says so', async () => {
    const hints = {
      format: 'fixed-width' as const,
      columns: [
        { name: 'Name', width: 6 },
        { name: 'Betrag', width: 5 },
      ],
    };
    expect((await read('Anna  00150\nÄnne  002\n\nBert\nClara 00150x\n', { hints })).tables).toEqual([
      [
        '',
        [
          [1, 'Anna', '00150'],
          [2, 'Änne', '002'],
          [4, 'Bert', undefined],
        ],
      ],
    ]);
  });
});

describe('A folder', () => {
  it('is read in the order of the names, without what is no export, which is named', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'b'));
    mkdirSync(join(folder, '.git'));
    const put = (name: string, content: string) => writeFileSync(join(folder, name), content);
    for (const name of ['c.csv', 'b/10.csv', 'b/2.csv', 'B.csv', 'a b.txt']) put(name, csv);
    for (const name of ['.hidden', 'desktop.ini', 'Thumbs.db', 'd.csv.partial', '~$c.xlsx', '.git/x.csv'])
      put(name, csv);
    put('empty.csv', '');
    put('readme.txt', '%PDF-1.7 …');
    symlinkSync(join(folder, 'c.csv'), join(folder, 'e.csv'));
    const { tables, facts } = await open([folder]);
    expect(tables.map(({ name }) => name)).toEqual(['B.csv', 'a b.txt', 'b/10.csv', 'b/2.csv', 'c.csv']);
    expect(facts.leftOut.map(({ name, reason }) => `${name}: ${inEnglish(reason)}`).toSorted()).toEqual([
      '.git: It is hidden.',
      '.hidden: It is hidden.',
      'Thumbs.db: It is of the system.',
      'd.csv.partial: It is not complete.',
      'desktop.ini: It is of the system.',
      'e.csv: It is a link or a device.',
      'empty.csv: It is empty.',
      'readme.txt: It is a PDF document.',
      '~$c.xlsx: It is of a program that has a file open.',
    ]);
  });

  it('without any export is refused', async () => {
    await expect(open([temporaryFolder()])).rejects.toMatchObject({ code: 'file.export-unreadable' });
  });

  it('that is not there is refused', async () => {
    await expect(open(['/nowhere/at/all'])).rejects.toMatchObject({ code: 'file.unreachable' });
  });
});

it('Several files are read in the order in which they were chosen, each once', async () => {
  const [one, other] = [file(csv, 'b.csv'), file(csv, 'a.csv')];
  const { tables } = await open([one, other, one]);
  expect(tables.map(({ name }) => name)).toEqual(['b.csv', 'a.csv']);
});

describe('A sentence says what is wrong with', () => {
  it.each([
    ['nothing', '', 'F: It is empty.'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ', 'F: It is a PDF document.'],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'F: It is an old Excel or Word document, or one with a password.',
    ],
    ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), 'F: It is an image.'],
    [
      'a web page that is called a workbook',
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>',
      'F: It is a web page, as some programs write it under the name of an Excel file.',
    ],
    ['bytes of nothing', Buffer.alloc(100, 1), 'F: It is a binary file.'],
  ])('%s', async (_, content, sentence) => {
    expect(await failure(content)).toBe(sentence);
  });

  it('noise, though it is asked for as delimited text', async () => {
    const noise = Buffer.concat(Array.from({ length: 2000 }, (_, at) => createHash('sha256').update(`${at}`).digest()));
    expect(await failure(noise, { hints: { format: 'delimited' } })).toBe('F: It is a binary file.');
  });

  it('a Word document', async () => {
    const word = await zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': '<x/>' });
    expect(await failure(word)).toBe('F: It is a Word document.');
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(300_000, csv)), 'gzip file'],
    ['Zstandard', zstdCompressSync(Buffer.alloc(300_000, csv)), 'Zstandard file'],
    ['bzip2', bzip2, 'bzip2 file'],
  ])('%s that ends too early', async (_, content, name) => {
    expect(await failure(content.subarray(0, content.length - 9))).toMatch(
      new RegExp(
        `^F: this ${name} ends too early or is damaged\\. What could be read of it: (nothing|the first .*)\\.$`,
      ),
    );
  });

  it('gzip that breaks off, and names the rows that could be read', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `Anna ${at * 7919};${at}\n`).join('');
    const packed = gzipSync(`Name;Betrag\n${lines}`);
    const { tables } = await open([file(packed.subarray(0, packed.length * 0.9))]);
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    let last = 0;
    const reading = (async () => {
      for await (const piece of table.pieces(new AbortController().signal)) {
        if (piece.kind === 'bytes') last = piece.firstRow + piece.rows - 1;
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'file.export-damaged' });
    expect(last).toBeGreaterThan(40_000);
    await expect(reading).rejects.toThrow(`up to row ${new Intl.NumberFormat('en').format(last)}`);
  });

  it.each([
    ['a zip archive with a name that leads out of it', '../b.csv', 'leads out of the archive'],
    ['a zip archive with the path of another place', '/etc.csv', 'leads out of the archive'],
    ['a zip archive with a path of Windows', 'C:\\x.csv', 'leads out of the archive'],
  ])('%s', async (_, name, problem) => {
    const zip = renamed(await zipOf({ 'xxxb.csv': csv }), 'xxxb.csv', name);
    expect(await failure(zip)).toBe(`F: There is an entry in it that ${problem}: “${name.replace('\\', '/')}”.`);
  });

  it('a zip archive with a link', async () => {
    expect(await failure(await zipOf({ 'a.csv': '/etc/passwd' }, 0o120777))).toBe(
      'F: There is an entry in it that is a link or a device: “a.csv”.',
    );
  });

  it('a zip archive with a password', async () => {
    const zip = await zipOf({ 'a.csv': csv });
    // The first of the general purpose bits, in the table of contents.
    const at = zip.indexOf(Buffer.from('504b0102', 'hex'));
    zip[at + 8] = (zip[at + 8] ?? 0) | 1;
    expect(await failure(zip)).toBe('F: The archive has a password: “a.csv” cannot be read.');
  });

  it('a zip archive that ends too early', async () => {
    const zip = await zipOf({ 'a.csv': csv });
    expect(await failure(zip.subarray(0, zip.length - 30))).toBe(
      'F: this zip archive ends too early or is damaged. What could be read of it: nothing.',
    );
  });

  it.each([
    ['../a.csv', '0', 'leads out of the archive'],
    ['/etc/a.csv', '0', 'is the path of another place on the disk'],
    ['a', '1', 'is a link or a device'],
    ['b', '2', 'is a link or a device'],
    ['c', '3', 'is a link or a device'],
    ['d', '6', 'is a link or a device'],
  ] as const)('a tar archive with %s of type %s', async (name, type, problem) => {
    expect(await failure(tarOf([{ name, type }]))).toBe(`F: There is an entry in it that ${problem}: “${name}”.`);
  });

  it('a tar archive that ends too early, and nothing of its last file stays in the work area', async () => {
    const workArea = temporaryWorkArea();
    const tar = tarOf([
      { name: 'a.csv', content: csv },
      { name: 'b.csv', content: 'x'.repeat(5000) },
    ]);
    expect(await failure(tar.subarray(0, 4000), { workArea })).toBe(
      `F: this tar archive ends too early or is damaged. What could be read of it: the first ${csv.length} B.`,
    );
    expect(workArea.bytes).toBe(csv.length);
  });
});

describe('What is made to do harm is refused', () => {
  const bounds = { ...usualBounds, freeBytes: 10_000, ratio: 50, mostEntries: 5, deepest: 2 };

  it.each([
    ['gzip', gzipSync(Buffer.alloc(1_000_000, csv))],
    ['Zstandard', zstdCompressSync(Buffer.alloc(1_000_000, csv))],
    ['bzip2', zeros],
  ])('%s that unpacks to too much', async (_, content) => {
    expect(await failure(content, { bounds })).toBe(
      'F: It unpacks to more than 50 times its own size, as no export does.',
    );
  });

  it('a zip archive that unpacks to too much', async () => {
    expect(await failure(await zipOf({ 'a.csv': Buffer.alloc(1_000_000, csv) }), { bounds })).toBe(
      'F: It unpacks to more than 50 times its own size, as no export does.',
    );
  });

  it('an archive with too many files', async () => {
    const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.csv`, csv]));
    expect(await failure(await zipOf(files), { bounds })).toBe('F: There are more than 5 files in it.');
    expect(await failure(tarOf(Object.keys(files).map((name) => ({ name, content: csv }))), { bounds })).toBe(
      'F: There are more than 5 files in it.',
    );
  });

  it('what is packed too often', async () => {
    expect(await failure(gzipSync(gzipSync(gzipSync(csv))), { bounds })).toBe('F: It is packed more than 2 times.');
  });
});

describe('Reading', () => {
  it('ends at once when it is cancelled', async () => {
    const { tables } = await open([file(csv.repeat(100_000))]);
    const controller = new AbortController();
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    const reason = new Error('enough');
    const reading = (async () => {
      for await (const _ of table.pieces(controller.signal)) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
  });

  it('refuses a file that was written to in the meantime', async () => {
    const path = file(csv);
    const { tables } = await open([path]);
    writeFileSync(path, `${csv}Clara;3,50\n`);
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    await expect(rowsOf(table)).rejects.toMatchObject({
      detail: `${path}: It was written to while it was being read.`,
    });
  });

  it('tells how much of the file is done', async () => {
    const content = gzipSync(csv);
    const { tables } = await open([file(content)]);
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    await rowsOf(table);
    expect(table.progress()).toEqual({ bytes: content.length, totalBytes: content.length });
  });
});

describe('Rows that have more cells than the header has names', () => {
  const notesOn = async (content: string) => (await read(content)).facts.files[0]?.notes;

  it('are told, since a decimal comma may have moved the cells', async () => {
    expect(await notesOn('Ref,Amount,Text\n1,1,50,a\n2,2,50,b\n3,7,00,c\n')).toEqual([
      'Row 1 names 3 columns, but most rows have more cells, such as row 2: perhaps numbers with decimal commas are not in quotes, and cells stand under other names. Compare some rows.',
    ]);
  });

  it.each([
    ['where there is nothing in these cells', 'Ref,Amount,Text\n1,1,a,\n2,2,b,\n'],
    ['where there are no names', '1,1.50,a\n2,2.50,b\n'],
  ])('are not told %s', async (_, content) => {
    expect(await notesOn(content)).toEqual([]);
  });
});

describe('An encoding that was asked for', () => {
  const umlauts = csv.replace('Anna', 'Änne');
  const notesOn = async (content: string | Uint8Array, encoding: 'utf-8' | 'windows-1252') =>
    (await read(content, { hints: { format: 'delimited', delimiter: ';', encoding } })).facts.files[0]?.notes;

  it('is doubted where the bytes are those of another one, which would change names without a word', async () => {
    expect(await notesOn(umlauts, 'windows-1252')).toEqual([
      'It is read in Windows-1252, as was asked for, but its bytes are those of a text in UTF-8. Look at names with umlauts or accents, and choose the encoding.',
    ]);
  });

  it('is doubted where a euro sign of another one would become a character that no text has', async () => {
    const { facts } = await read(Buffer.from(csv.replace('Anna', 'Anna \x80'), 'latin1'), {
      hints: { format: 'delimited', delimiter: ';', encoding: 'iso-8859-15' },
    });
    expect(facts.files[0]?.notes).toEqual([expect.stringContaining('those of a text in Windows-1252')]);
  });

  it.each([
    ['they are in it', Buffer.from(umlauts, 'latin1')],
    ['they are in any', csv],
  ])('is not doubted where %s', async (_, content) => {
    expect(await notesOn(content, 'windows-1252')).toEqual([]);
  });
});
