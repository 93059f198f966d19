import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DelimitedReading, delimitedTable } from '../../src-main/exports/delimited/delimited-table.ts';
import { RecordSplitter } from '../../src-main/exports/delimited/record-splitter.ts';
import type { Piece } from '../../src-main/exports/rows.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { runs } from '../harness/night.ts';
import { type AllRows, numbered, quiet, rowsOf, sourceOf } from './reading-all.ts';

async function read(text: string | Uint8Array, reading: Omit<DelimitedReading, 'format'> = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { table } = await delimitedTable(sourceOf(bytes), { format: 'delimited', ...reading }, quiet);
  return { columns: table.columns, ...(await rowsOf(table)) };
}

describe('Cells', () => {
  it('are as written: decimal commas, leading zeros, long numbers, spaces', async () => {
    const { columns, rows } = await read('Konto;Betrag;Text\n007;1.234,50; a \n12345678901234567890;1E+15;\n');
    expect(columns).toEqual(['Konto', 'Betrag', 'Text']);
    expect(numbered({ rows })).toEqual([
      [2, '007', '1.234,50', ' a '],
      [3, '12345678901234567890', '1E+15', ''],
    ]);
  });

  it('in quotes may have separators, line ends and doubled quotes', async () => {
    const { rows } = await read('a,b\r\n"x,\r\ny","say ""hi"""\r\n1,"lone \r return"\r\n');
    expect(numbered({ rows })).toEqual([
      [2, 'x,\r\ny', 'say "hi"'],
      [3, '1', 'lone \r return'],
    ]);
  });

  it('that do not begin with a quote may have quotes, which are characters', async () => {
    const { rows, faults } = await read(
      'Name;Ort\n5" Rohr;x\nthe "best" one;""\n x"";a"\n"two\nlines";5"\n5";"three\n;""\nlines"\n1;2\n',
      { delimiter: ';', headerRow: 1 },
    );
    expect(numbered({ rows })).toEqual([
      [2, '5" Rohr', 'x'],
      [3, 'the "best" one', ''],
      [4, ' x""', 'a"'],
      [5, 'two\nlines', '5"'],
      [6, '5"', 'three\n;"\nlines'],
      [7, '1', '2'],
    ]);
    expect(faults).toEqual([]);
  });

  it('may have zero bytes', async () => {
    expect(numbered(await read('a,b\n1\0,2\n'))).toEqual([[2, '1\0', '2']]);
  });

  it('are undefined where a row is short, and empty ones may follow where it is long', async () => {
    expect(numbered(await read('a,b,c\n1\n1,2,3,,\n'))).toEqual([
      [2, '1', undefined, undefined],
      [3, '1', '2', '3'],
    ]);
  });
});

describe('Rows', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('end with %s, and the last with nothing', async (_, end) => {
    expect(numbered(await read(['a,b', '1,2', '', '3,4'].join(end)))).toEqual([
      [2, '1', '2'],
      [4, '3', '4'],
    ]);
  });

  it('end with any of the line ends, mixed', async () => {
    expect(numbered(await read('a,b\r1,2\r\n3,4\n5,6\r\r7,8'))).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
      [6, '7', '8'],
    ]);
  });

  it('without any content are left out, but have a number', async () => {
    expect(numbered(await read('a;b\n;\n  ; \n\n1;2\n'))).toEqual([[5, '1', '2']]);
  });

  it('are none below a header that stands alone', async () => {
    expect(await read('Name;Betrag')).toEqual({ columns: ['Name', 'Betrag'], rows: [], faults: [] });
  });

  it('may have 400 columns', async () => {
    const names = Array.from({ length: 400 }, (_, at) => `c${at}`);
    const { columns, rows } = await read(`${names.join(';')}\n${names.map((_, at) => at).join(';')}\n`);
    expect(columns).toEqual(names);
    expect(rows[0]?.cells[399]).toBe('399');
  });

  it.each(['', '\n\n\r\n', ';;;\n;;;\n'])('are needed: %j is no export', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'file.export-unreadable' });
  });
});

describe('A row that cannot be read', () => {
  const faulty = async (text: string, reading = {}) => {
    const { rows, faults } = await read(text, { delimiter: ';', headerRow: 1, ...reading });
    return { rows: rows.map(({ number }) => number), faults };
  };

  it('has text after a closing quote', async () => {
    expect(await faulty('Name;Ort\n1;"a"b\n2;c\n')).toEqual({
      rows: [3],
      faults: [
        {
          number: 2,
          message: 'Row 2, column “Ort”: text follows a closing quote. A quote within a cell must be written twice.',
        },
      ],
    });
  });

  it('has text after a closing quote behind a cell in which a quote is a character', async () => {
    expect(await faulty('Name;Ort\n5" Rohr;"a"b\n2;c\n')).toEqual({
      rows: [3],
      faults: [
        {
          number: 2,
          message: 'Row 2, column “Ort”: text follows a closing quote. A quote within a cell must be written twice.',
        },
      ],
    });
  });

  it('has a quote that is never closed: the rows below are read', async () => {
    expect(await faulty('Name;Ort\n"a\nb";x\n1;"offen\n3;4\n5;6\n')).toEqual({
      rows: [2, 4, 5],
      faults: [
        {
          number: 3,
          message:
            'Row 3 (line 4 of the file), column “Ort”: a quote is opened here and never closed. Only the row in which it is opened was left out.',
        },
      ],
    });
  });

  it('has a quote that is never closed in the last line', async () => {
    const { rows, faults } = await faulty('Name;Ort\n1;2\n3;"offen');
    expect(rows).toEqual([2]);
    expect(faults.map(({ number }) => number)).toEqual([3]);
  });

  it('has a cell too many: it is named', async () => {
    expect(await faulty('Name;Ort\n1;2;;drei\n')).toEqual({
      rows: [],
      faults: [
        {
          number: 2,
          message:
            'Row 2 has 4 cells, but the table has 2 columns: cell 4 contains “drei”. Perhaps a separator in an earlier cell is not in quotes.',
        },
      ],
    });
  });

  const tooFew =
    'but the table has 3 columns, and the rows at its beginning have them all. Perhaps a line end within a cell is not in quotes, or the row was cut off.';

  it.each([
    ['a line end that is not in quotes', `1;a;${'x'}\n2;b\nc;y\n`, ['Row 302 has 2 cells', 'Row 303 has 2 cells']],
    ['its end cut off', '2;b', ['Row 301 has 2 cells']],
  ])('has %s, where all rows before have all cells', async (_, end, beginnings) => {
    const { rows, faults } = await faulty(`Nr;Name;Ort\n${'1;a;x\n'.repeat(299)}${end}`);
    expect(rows.length + faults.length).toBe(299 + end.trim().split('\n').length);
    expect(faults.map(({ message }) => inEnglish(message))).toEqual(
      beginnings.map((beginning) => `${beginning}, ${tooFew}`),
    );
  });

  it('is cut off at the end of a short file', async () => {
    const { rows, faults } = await faulty('Nr;Name;Ort\n1;a;x\n2;b');
    expect(rows).toEqual([2]);
    expect(faults).toEqual([{ number: 3, message: `Row 3 has 2 cells, ${tooFew}` }]);
  });

  it('begins with a byte order mark, as in files that were put together', async () => {
    expect(await faulty('\ufeffNr;Name\n1;a\n\ufeffNr;Name\n2;b\n')).toEqual({
      rows: [2, 4],
      faults: [
        {
          number: 3,
          message:
            'Row 3 begins with a byte order mark, as only a file does: probably several were put together. Prepare each by itself.',
        },
      ],
    });
  });

  it('has bytes that its encoding does not have, and no replacement characters come of them', async () => {
    const text = Buffer.concat([Buffer.from('Name;Ort\nAnna;K'), Buffer.of(0xf6), Buffer.from('ln\nÖzge;\ufffd\n')]);
    const { rows, faults } = await read(text, { delimiter: ';', headerRow: 1, encoding: 'utf-8' });
    expect(numbered({ rows })).toEqual([[3, 'Özge', '\ufffd']]);
    expect(faults).toEqual([
      {
        number: 2,
        message:
          'Row 2, column “Ort” has bytes that are no characters in UTF-8. Perhaps the export is in another encoding: choose it.',
      },
    ]);
  });

  it('has bytes that its encoding does not have before a cell with a line end, which does not mislead its reader', async () => {
    const text = Buffer.concat([Buffer.from('Name;Ort\n'), Buffer.of(0xf6, 0xf6), Buffer.from(';"x\ny"\nAnna;Ulm\n')]);
    const { rows, faults } = await read(text, { delimiter: ';', headerRow: 1, encoding: 'utf-8' });
    expect(numbered({ rows })).toEqual([[3, 'Anna', 'Ulm']]);
    expect(faults).toEqual([
      {
        number: 2,
        message:
          'Row 2, column “Name” has bytes that are no characters in UTF-8. Perhaps the export is in another encoding: choose it.',
      },
    ]);
  });
});

describe('What is detected', () => {
  it.each([
    ['a semicolon, beside decimal commas', 'Konto;Betrag\n1;1,50\n2;2,50\n', ';', ['Konto', 'Betrag']],
    [
      'a semicolon, where each number has a comma and there is no header',
      '1,5;2,5\n3,5;4,5\n',
      ';',
      ['Column 1', 'Column 2'],
    ],
    ['a comma, beside semicolons in texts', 'a,b\n1,x;y\n2,z\n3,w\n', ',', ['a', 'b']],
    ['a comma, beside quoted semicolons', 'a,b\n1,"x;y"\n2,"z;w"\n', ',', ['a', 'b']],
    ['a tab', 'a\tb\n1\t2,5\n', '\t', ['a', 'b']],
    ['a pipe', 'a|b|c\n1|2|x;y\n', '|', ['a', 'b', 'c']],
    ['what Excel declares, which is no row', 'sep=|\r\na;b|c\r\n1|2\r\n', '|', ['a;b', 'c']],
  ])('is %s', async (_, text, delimiter, columns) => {
    const { table } = await delimitedTable(sourceOf(Buffer.from(text)), { format: 'delimited' }, quiet);
    expect(table.reading).toMatchObject({ delimiter });
    expect(table.columns).toEqual(columns);
  });

  it('is the header below titles, comments and blank lines', async () => {
    const text =
      '# made by KORDOBA\nUmsätze November 2026\n\nKonto;Datum;Betrag\n1;01.11.2026;5,00\n2;02.11.2026;6,00\n3;02.11.2026;6,00\n';
    const { columns, rows } = await read(text);
    expect(columns).toEqual(['Konto', 'Datum', 'Betrag']);
    expect(rows[0]).toEqual({ number: 5, cells: ['1', '01.11.2026', '5,00'] });
  });

  it('is that there is no header, where the first row is full of values', async () => {
    const { columns, rows } = await read('1;01.11.2026;5,00;Anna\n2;02.11.2026;6,00;Berta\n');
    expect(columns).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4']);
    expect(rows[0]?.number).toBe(1);
  });

  it('gives way to what was asked for', async () => {
    expect(await read('a,b;c\n1,2;3\n', { delimiter: ',', headerRow: 0 })).toMatchObject({
      columns: ['Column 1', 'Column 2'],
      rows: [
        { number: 1, cells: ['a', 'b;c'] },
        { number: 2, cells: ['1', '2;3'] },
      ],
    });
  });

  it('are distinct names, also where they repeat or are missing', async () => {
    const { columns } = await read('Betrag;Betrag;;Betrag (2);Betrag; Ort \n1;2;3;4;5;6\n');
    expect(columns).toEqual(['Betrag', 'Betrag (3)', 'Column 3', 'Betrag (2)', 'Betrag (4)', 'Ort']);
  });

  it('is no header whose quotes have swallowed rows', async () => {
    const text = `Nr;"Name\n${'1;a\n'.repeat(40)}2;b"\n3;c\n`;
    await expect(read(text, { headerRow: 1, delimiter: ';' })).rejects.toMatchObject({
      detail: '/exports/november.csv: The quotes of row 1, with the names of the columns, are wrong.',
    });
  });

  it('is no header where it was asked for in a row that is not there', async () => {
    await expect(read('a;b\n1;2\n', { headerRow: 9 })).rejects.toMatchObject({
      detail: '/exports/november.csv: There is no row 9 that could have the names of the columns.',
    });
  });
});

describe('Pieces', () => {
  function pieces(
    text: Uint8Array,
    lengths: readonly number[],
    options: { pieceBytes?: number; largestRecordBytes?: number; columns?: number },
  ): Piece[] {
    const splitter = new RecordSplitter({ delimiter: 0x3b, ...options });
    const all: Piece[] = [];
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const length = lengths[turn % lengths.length] ?? 1;
      all.push(...splitter.push(text.subarray(at, at + length)));
      at += length;
    }
    all.push(...splitter.end());
    return all;
  }

  const columns = Array.from({ length: 40 }, (_, at) => `c${at}`);
  const format = { reading: { format: 'delimited', delimiter: ';' } as const, columns };

  function rowsOfPieces(all: readonly Piece[]): AllRows {
    const read = all.map((piece) => rowsOfPiece(piece, format));
    return { rows: read.flatMap(({ rows }) => [...rows]), faults: read.flatMap(({ faults }) => [...faults]) };
  }

  /** Everything that can be wrong with quotes and line ends. */
  const rough = fc
    .array(fc.constantFrom('"', '""', ';', '\n', '\r', '\r\n', 'a', 'ü', ' ', '";', '\n"', ';"', '"\n'), {
      maxLength: 60,
    })
    .map((parts) => Buffer.from(parts.join('')));
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  const limits = fc.record({
    pieceBytes: fc.integer({ min: 1, max: 40 }),
    largestRecordBytes: fc.integer({ min: 5, max: 80 }),
    columns: fc.integer({ min: 1, max: 4 }),
  });

  it('are the same however the text is cut into chunks', () => {
    fc.assert(
      fc.property(rough, lengths, limits, (text, cuts, options) => {
        expect(pieces(text, cuts, options)).toEqual(pieces(text, [text.length || 1], options));
      }),
      { numRuns: runs(200, 25_000) },
    );
  });

  it('give the same rows however large they are', () => {
    fc.assert(
      fc.property(rough, lengths, fc.integer({ min: 1, max: 40 }), (text, cuts, pieceBytes) => {
        for (const table of [{}, { columns: 1 }, { columns: 2 }, { columns: 3 }])
          expect(rowsOfPieces(pieces(text, cuts, { pieceBytes, ...table }))).toEqual(
            rowsOfPieces(pieces(text, [100], table)),
          );
      }),
      { numRuns: runs(200, 25_000) },
    );
  });

  it('have all the bytes in their order, and rows and lines that follow each other', () => {
    fc.assert(
      fc.property(rough, lengths, fc.integer({ min: 1, max: 40 }), (text, cuts, pieceBytes) => {
        const all = pieces(text, cuts, { pieceBytes }).flatMap((piece) => (piece.kind === 'bytes' ? [piece] : []));
        expect(Buffer.concat(all.map(({ bytes }) => bytes))).toEqual(text);
        let [row, line] = [1, 1];
        for (const { bytes, firstRow, rows, firstLine } of all) {
          expect([firstRow, firstLine]).toEqual([row, line]);
          row += rows;
          line +=
            Buffer.from(bytes)
              .toString('latin1')
              .match(/\r\n|\n|\r/g)?.length ?? 0;
        }
      }),
      { numRuns: runs(200, 25_000) },
    );
  });

  it('give what csv-parse makes of the whole text, wherever it takes it', () => {
    let taken = 0;
    fc.assert(
      fc.property(rough, lengths, (text, cuts) => {
        let records: string[][];
        try {
          records = parse(text, { delimiter: ';', record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
        } catch {
          return;
        }
        taken += 1;
        const { rows, faults } = rowsOfPieces(pieces(text, cuts, { pieceBytes: 16, columns: 1 }));
        const expected = records.flatMap((cells, at) =>
          cells.every((cell) => cell.trim() === '') ? [] : [[at + 1, ...cells]],
        );
        expect(rows.map(({ number, cells }) => [number, ...cells.filter((cell) => cell !== undefined)])).toEqual(
          expected,
        );
        expect(faults).toEqual([]);
      }),
      { numRuns: runs(800, 150_000) },
    );
    expect(taken).toBeGreaterThan(300);
  });

  it('leave out a record that is too large, and continue behind its line', () => {
    const text = Buffer.from(`a;b\n1;2\n${'x'.repeat(300)};"${'y'.repeat(300)}\n3;4\n`);
    const { rows, faults } = rowsOfPieces(pieces(text, [7], { largestRecordBytes: 100 }));
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(faults).toEqual([
      {
        number: 3,
        message: 'Row 3 is larger than 100 B, so it was left out: the line ends of the file may be damaged.',
      },
    ]);
  });

  it('leave out only a line where a quote is not closed within the largest record', () => {
    const text = Buffer.from(`a;b\n1;"offen\n${'3;4\n'.repeat(100)}`);
    const { rows, faults } = rowsOfPieces(pieces(text, [11], { largestRecordBytes: 100 }));
    expect(rows).toHaveLength(101);
    expect(faults.map(({ number }) => number)).toEqual([2]);
  });

  const left = (row: string, upTo: string) =>
    `${row}: a quote is opened here, and the lines below it do not have the cells of the table. So they were taken for one cell, and all up to ${upTo} was left out. Perhaps a quote is missing.`;

  it.each([
    ['line ends', 'x\n'.repeat(200)],
    ['line ends and doubled quotes', '""x""\n'.repeat(80)],
    ['one line end', `${'x'.repeat(300)}\ny`],
    ['rows that are too short', '3;4\n'.repeat(100)],
  ])('leave out a cell that is too large up to its closing quote: with %s', (_, cell) => {
    const lines = cell.split('\n').length;
    const text = Buffer.from(`a;b;c\n1;"${cell}";"2\n3"\n4;5;6\n`);
    for (const cuts of [[1], [7], [1000]]) {
      const { rows, faults } = rowsOfPieces(pieces(text, cuts, { largestRecordBytes: 100, columns: 3 }));
      expect(rows.map(({ number, cells }) => [number, ...cells.slice(0, 3)])).toEqual([
        [1, 'a', 'b', 'c'],
        [3, '4', '5', '6'],
      ]);
      const message = left('Row 2 (line 2 of the file)', `its closing quote (line ${lines + 2})`);
      expect(faults).toEqual([{ number: 2, message }]);
    }
  });

  it('leave out what follows a quote that is never closed, where it is no row', () => {
    const text = Buffer.from('a;b;c\n1;2;"Dear\nSir; we\nthank you');
    for (const cuts of [[1], [1000]]) {
      const { rows, faults } = rowsOfPieces(pieces(text, cuts, { columns: 3 }));
      expect(rows.map(({ number }) => number)).toEqual([1]);
      expect(faults).toEqual([{ number: 2, message: left('Row 2 (line 2 of the file)', 'the end of the file') }]);
    }
  });

  it('leave out only a line where rows follow a quote that is too far from the next one', () => {
    const text = Buffer.from(`a;b\n1;"offen\n${'3;4\n'.repeat(100)}5;"x"\n`);
    const { rows, faults } = rowsOfPieces(pieces(text, [11], { largestRecordBytes: 100, columns: 2 }));
    expect(rows.map(({ number }) => number)).toEqual([1, ...Array.from({ length: 101 }, (_row, at) => at + 3)]);
    expect(faults.map(({ number }) => number)).toEqual([2]);
  });

  it.each([
    ['a cell in quotes', '"7";8;9\n'],
    ['a cell in quotes with a line end', '"7\n8";9;10\n'],
  ])('refuse only the row whose quote is not closed, where it meets the next one in %s', (_, last) => {
    const text = Buffer.from(`a;b;c\n1;2;"offen\n${'4;5;6\n'.repeat(4000)}${last}11;12;13\n`);
    const { rows, faults } = rowsOfPieces(pieces(text, [999], { columns: 3 }));
    expect(rows.map(({ number }) => number)).toEqual([1, ...Array.from({ length: 4002 }, (_row, at) => at + 3)]);
    expect(faults).toEqual([
      {
        number: 2,
        message:
          'Row 2, column “c2”: a quote is opened here and never closed. Only the row in which it is opened was left out.',
      },
    ]);
  });

  const opened = (row: number, close: string) =>
    `Row ${row}: a quote is opened here, and the next one is in line ${close} of the file, where a cell ends with it. But each line up to there has the cells of the table, so the quotes are probably wrong, and the cell has swallowed rows. Look at both lines.`;
  const closed = (row: string, open: number) =>
    `Row ${row}: a quote that was opened in line ${open} of the file is closed here. But each line from there on has the cells of the table, so the quotes are probably wrong, and the cell has swallowed rows. Look at both lines.`;

  it.each([
    ['before the first cell', '"1;2;3', '7";8;9'],
    ['before the last cell', '1;2;"3', '7;8;9"'],
    ['that are two cells apart', '1;"2;3', '7;8";9'],
  ])('refuse the rows of two quotes that are far apart %s, and read those between them', (_, first, last) => {
    const text = Buffer.from(`a;b;c\n${first}\n${'4;5;6\n'.repeat(4998)}${last}\n11;12;13\n`);
    for (const cuts of [[999], [65_536]]) {
      const { rows, faults } = rowsOfPieces(pieces(text, cuts, { columns: 3 }));
      expect(rows.map(({ number }) => number)).toEqual([
        1,
        ...Array.from({ length: 4998 }, (_row, at) => at + 3),
        5002,
      ]);
      expect(faults).toEqual([
        { number: 2, message: opened(2, '5,001') },
        { number: 5001, message: closed('5,001', 2) },
      ]);
    }
  });

  it('hand over those between two wrong quotes that have a cell too few or too many, as elsewhere', () => {
    const text = Buffer.from(`a;b;c\n1;2;"3\n${'4;5;6\n'.repeat(30)}4;5\n\n4;5;6;7\n7;8;9"\n`);
    const { rows, faults } = rowsOfPieces(pieces(text, [7], { columns: 3 }));
    expect(rows).toHaveLength(33);
    expect(faults.map(({ number }) => number)).toEqual([2, 36]);
  });

  it('refuse each of a few lines of a cell that have the cells of the table: they may be rows, or its text', () => {
    const text = Buffer.from('a;b;c\n1;2;"3\n4;"";6\n7;8;9"\n11;12;13\n');
    const { rows, faults } = rowsOfPieces(pieces(text, [5], { columns: 3 }));
    expect(rows.map(({ number }) => number)).toEqual([1, 5]);
    expect(faults).toEqual([
      { number: 2, message: opened(2, '4') },
      {
        number: 3,
        message:
          'Row 3: it stands between a quote that is opened in line 2 of the file and one that closes a cell in line 4. It has the cells of the table, so it may be a row, or text of that cell. Look at both lines.',
      },
      { number: 4, message: closed('4', 2) },
    ]);
  });

  it.each([
    ['where the cell is not the first', '1;"Dear Sir;\nthank you; and\nbest; regards";3\n'],
    ['where they have one cell too many', '1;2;"3\na;b;c;d\na;b;c;d"\n'],
    ['where there are only two columns', '1;"street\ntown; county"\n'],
    ['where it has no separators', '1;2;"street\ntown\ncounty"\n'],
  ])('take the lines of a cell for its text %s', (where, row) => {
    const columns = where.includes('two') ? 2 : 3;
    const { rows, faults } = rowsOfPieces(pieces(Buffer.from(`${row}1;2;3\n`), [5], { columns }));
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(faults).toEqual([]);
  });

  it('make no rows of the lines of a cell in which a quote is not doubled', () => {
    const text = Buffer.from('a;b;c\n1;2;"Dear\nSir; the "best" is\nhere"\n4;5;6\n');
    const { rows } = rowsOfPieces(pieces(text, [5], { columns: 3 }));
    expect(rows.map(({ cells }) => cells.slice(0, 3))).toContainEqual(['4', '5', '6']);
    expect(rows.some(({ cells }) => cells[0]?.startsWith('Sir'))).toBe(false);
  });
});
