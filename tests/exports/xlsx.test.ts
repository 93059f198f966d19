import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../src-main/exports/rows.ts';
import { everythingOf, recordsOf } from './source.ts';
import { type HandWritten, openWorkbook, partsOf, textRow } from './workbook-file.ts';

type Rest = Omit<HandWritten, 'sheets'>;

/** Behind a header with three columns. */
async function everythingBehind(rows: string, rest: Rest = {}) {
  const header = textRow(1, 'Alpha', 'Beta', 'Gamma');
  const { tables } = await openWorkbook({ sheets: { Data: header + rows }, ...rest }, { headerRow: 1 });
  return await everythingOf(only(tables));
}

function only(tables: readonly Table[]): Table {
  const [table] = tables;
  if (table === undefined || tables.length > 1) throw new Error(`${tables.length} tables`);
  return table;
}

async function cellsBehind(rows: string, rest: Rest = {}) {
  const { rows: read, faults } = await everythingBehind(rows, rest);
  expect(faults).toEqual([]);
  return read.map(({ cells }) => cells);
}

describe('texts', () => {
  test('are found by their number, in the place of the cell or as the result of a formula', async () => {
    const cells = await cellsBehind(
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="inlineStr"><is><t>in place</t></is></c><c r="C2" t="str"><f>A2&amp;B2</f><v>result &lt;1&gt;</v></c></row>',
      { texts: '<si><t>zero</t></si><si><t>one</t></si>' },
    );
    expect(cells).toEqual([['one', 'in place', 'result <1>']]);
  });

  test('with formats are joined, without how they are pronounced', async () => {
    const rich =
      '<r><t xml:space="preserve">a </t></r><r><rPr><b/><t val="no"/></rPr><t>b</t></r><rPh sb="0" eb="1"><t>NO</t></rPh><phoneticPr fontId="1"/><r><t> c</t></r>';
    const cells = await cellsBehind(
      `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is>${rich}</is></c><c r="C2"><v>1</v></c></row>`,
      { texts: `<si>${rich}</si>` },
    );
    expect(cells).toEqual([['a b c', 'a b c', '1']]);
  });

  test('keep escapes, spaces, line breaks, and what XML writes as entities', async () => {
    const cells = await cellsBehind(
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="str"><v>a_x0009_b</v></c></row>',
      {
        texts:
          '<si><t>a_x000D_b_x005F_x000D_c_x00zz_</t></si><si><t xml:space="preserve"> x\n&amp;&#x20AC;<![CDATA[<y>]]> </t></si>',
      },
    );
    expect(cells).toEqual([['a\rb_x000D_c_x00zz_', ' x\n&€<y> ', 'a\tb']]);
  });

  test('that the workbook does not have make the row faulty, with the name of the cell', async () => {
    const { rows, faults } = await everythingBehind(
      '<row r="2"><c r="B2" t="s"><v>7</v></c></row><row r="3"><c r="A3"><v>1</v></c></row>',
      { texts: '<si><t>zero</t></si>' },
    );
    expect(rows.map(({ number }) => number)).toEqual([3]);
    expect(faults).toEqual([{ number: 2, message: 'Cell B2 names a text that the workbook does not have.' }]);
  });
});

describe('numbers, words and gaps', () => {
  test('of a number counts what Excel shows, 15 digits, and not what a double has beyond', async () => {
    const written = ['1.1000000000000001', '1234567890.1199999', '0.30000000000000004', '-5.5511151231257827E-17'];
    const rows = written.map((number, at) => `<row r="${at + 2}"><c><v>${number}</v></c></row>`).join('');
    const text = '<row r="9"><c t="inlineStr"><is><t>1.1000000000000001</t></is></c></row>';
    const shown = (await cellsBehind(rows + text)).map(([cell]) => cell);
    expect(shown).toEqual(['1.1', '1234567890.12', '0.3', '-5.55111512312578e-17', '1.1000000000000001']);
  });

  test('whole numbers, and those with few digits, stay exactly as they are written', async () => {
    const written = ['12345678901234567', '10000.0000000000000', '1E+15', '1.50', '-0', '1.2345678901234567E+19'];
    const rows = written.map((number, at) => `<row r="${at + 2}"><c><v>${number}</v></c></row>`).join('');
    expect((await cellsBehind(rows)).map(([cell]) => cell)).toEqual(written);
  });

  test('gaps between rows and cells stay gaps, and missing references follow on', async () => {
    const { rows } = await everythingBehind(
      '<row r="4"><c r="C4"><v>1</v></c></row><row><c><v>2</v></c><c r="C5"><v>3</v></c></row><row r="9"><c r="B9"><v>4</v></c><c><v>5</v></c></row>',
    );
    expect(rows).toEqual([
      { number: 4, cells: [undefined, undefined, '1'], stored: [2] },
      { number: 5, cells: ['2', undefined, '3'], stored: [0, 2] },
      { number: 9, cells: [undefined, '4', '5'], stored: [1, 2] },
    ]);
  });

  test('booleans are words, dates in text stay, and rows in which nothing stands are left out', async () => {
    const { rows } = await everythingBehind(
      '<row r="2"><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="d"><v>2026-11-22T10:00:00</v></c></row><row r="3"/><row r="4"><c s="0"/><c t="str"><f>""</f><v></v></c></row><row r="5"><c t="inlineStr"><is><t/></is></c><c><v>7</v></c></row>',
    );
    expect(rows).toEqual([
      { number: 2, cells: ['true', 'false', '2026-11-22T10:00:00'] },
      { number: 5, cells: ['', '7', undefined], stored: [1] },
    ]);
  });

  test('a cell behind the last column is among the others of its row', async () => {
    const sheet =
      textRow(1, 'Alpha', 'Beta') +
      '<row r="2"><c><v>1</v></c></row>'
        .repeat(1)
        .concat(
          Array.from({ length: 1100 }, (_, at) => `<row r="${at + 3}"><c><v>1</v></c></row>`).join(''),
          '<row r="2000"><c r="A2000"><v>1</v></c><c r="AB2000"><v>2</v></c></row>',
        );
    const table = only((await openWorkbook({ sheets: { Data: sheet } })).tables);
    expect(table.columns).toEqual(['Alpha', 'Beta']);
    expect((await everythingOf(table)).rows.at(-1)).toEqual({
      number: 2000,
      cells: ['1', undefined],
      stored: [0, 'Column 28'],
      others: [['Column 28', '2']],
    });
  });

  test.each([
    ['<c r="B2" t="e"><v>#N/A</v></c>', 'Cell B2 has the error #N/A.'],
    [
      '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#REF!</v></c>',
      'Cell B2 has the error #DIV/0!. Cell C2 has the error #REF!.',
    ],
    [
      '<c r="B2"><f>SUM(A1)</f></c>',
      'Cell B2 has a formula whose result is not in the file. Open the workbook in Excel, save it, and choose it again.',
    ],
    [
      '<c r="B2"><f>SUM(A1)</f><v></v></c>',
      'Cell B2 has a formula whose result is not in the file. Open the workbook in Excel, save it, and choose it again.',
    ],
    ['<c r="B2" t="b"><v>maybe</v></c>', 'Cell B2 is neither true nor false, but “maybe”.'],
    ['<c r="B2" t="x"><v>1</v></c>', 'Cell B2 is of a type that is unknown (x).'],
  ])('a cell such as %s makes its row faulty', async (cell, message) => {
    const { rows, faults } = await everythingBehind(
      `<row r="2"><c r="A2"><v>1</v></c>${cell}</row><row r="3"><c><v>1</v></c></row>`,
    );
    expect(rows.map(({ number }) => number)).toEqual([3]);
    expect(faults).toEqual([{ number: 2, message }]);
  });
});

describe('what a person may not see', () => {
  const cell = (reference: string, text: string) => `<c r="${reference}" t="str"><v>${text}</v></c>`;
  const header = `<row r="1">${cell('A1', 'Account')}${cell('B1', 'Text')}</row>`;

  test('hidden rows are read, and named', async () => {
    const sheet = `${header}<row r="2">${cell('A2', '7')}${cell('B2', 'a')}</row><row r="3" hidden="1">${cell('A3', '8')}${cell('B3', 'b')}</row>`;
    const { tables, notes } = await openWorkbook({ sheets: { S: sheet } });
    expect(await recordsOf(tables[0] ?? expect.unreachable())).toHaveLength(2);
    expect(notes).toEqual([
      'In the sheet “S”, rows are hidden, such as row 3, perhaps by a filter. They are read like all others.',
    ]);
  });

  test('currencies that only formats show are named where one column has several', async () => {
    const styles =
      '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="165" formatCode="[$USD] #,##0.00;[Red]-0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const row = (number: number, style: number) =>
      `<row r="${number}">${cell(`A${number}`, 'x')}<c r="B${number}" s="${style}"><v>1.5</v></c></row>`;
    const notesOn = async (rows: string) => (await openWorkbook({ sheets: { S: header + rows }, styles })).notes;
    expect(await notesOn(row(2, 1) + row(3, 2))).toEqual([
      'In the sheet “S”, the numbers of the column “Text” are shown in several currencies (€, USD), by their format alone, which is not read. Look whether another column says the currency.',
    ]);
    expect(await notesOn(row(2, 1) + row(3, 1))).toEqual([]);
  });

  test('cells that are merged below the header are named, since all but the first are empty', async () => {
    const full = Array.from(
      { length: 20 },
      (_, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, '7')}${cell(`B${at + 2}`, 'a')}</row>`,
    );
    const sheet = `${header}${full.join('')}<row r="22">${cell('A22', '8')}${cell('B22', 'b')}</row><row r="23">${cell('B23', 'c')}</row>`;
    const behind = '<mergeCells count="1"><mergeCell ref="A22:A23"/></mergeCells>';
    const { notes } = await openWorkbook({ sheets: { S: sheet }, behind });
    expect(notes).toEqual([
      'In the sheet “S”, cells are merged below the names of the columns, such as A22:A23. Only the first of them has the value; the others are read as empty.',
    ]);
  });
});

describe('dates', () => {
  /** What Excel shows for a number in a format; each was looked up in Excel’s own description of its serial numbers. */
  test.each([
    ['14', '45292', '2024-01-01'],
    ['14', '45292.5', '2024-01-01T12:00:00'],
    ['22', '45292', '2024-01-01T00:00:00'],
    ['22', '45292.604166666664', '2024-01-01T14:30:00'],
    ['22', '45292.999988425923', '2024-01-01T23:59:59'],
    ['22', '45657.999999999', '2025-01-01T00:00:00'],
    ['22', '45292.000011574', '2024-01-01T00:00:01'],
    ['22', '45292.00000578704', '2024-01-01T00:00:00.500'],
    ['14', '0', '1900-01-00'],
    ['22', '0.75', '1900-01-00T18:00:00'],
    ['14', '1', '1900-01-01'],
    ['14', '59', '1900-02-28'],
    ['14', '60', '1900-02-29'],
    ['14', '61', '1900-03-01'],
    ['14', '2958465', '9999-12-31'],
    ['14', '2958466', '2958466'],
    ['14', '-1', '-1'],
    ['20', '0.5', '12:00:00'],
    ['20', '45292.5', '2024-01-01T12:00:00'],
    ['45', '0.000694444444444444', '00:01:00'],
    ['46', '1.5', '36:00:00'],
    ['47', '0.25', '06:00:00'],
    ['0', '45292', '45292'],
    ['2', '45292', '45292'],
    ['10', '0.5', '0.5'],
    ['49', '45292', '45292'],
  ])('format %s shows %s as %s', async (format, written, shown) => {
    const styles = `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs>`;
    expect(
      await cellsBehind(`<row r="2"><c s="1"><v>${written}</v></c><c s="0"><v>7</v></c></row>`, { styles }),
    ).toEqual([[shown, '7', undefined]]);
  });

  test.each([
    ['yyyy\\-mm\\-dd', '2024-01-01T12:00:00'],
    ['dd/mm/yyyy hh:mm', '2024-01-01T12:00:00'],
    ['[$-407]TT.MM.JJJJ;@', '2024-01-01T12:00:00'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2024-01-01T12:00:00'],
    ['[Red]d-mmm-yy', '2024-01-01T12:00:00'],
    ['mmm', '2024-01-01T12:00:00'],
    ['[h]:mm:ss', '1087020:00:00'],
    ['General', '45292.5'],
    ['#,##0.00', '45292.5'],
    ['#,##0.00\\ "days"', '45292.5'],
    ['0.00E+00', '45292.5'],
    ['[Red]#,##0.00;[Blue]-#,##0.00', '45292.5'],
    ['_-* #,##0.00\\ [$€-407]_-', '45292.5'],
    ['#,##0_d', '45292.5'],
    ['#,##0.00\\d', '45292.5'],
    ['"year "0', '45292.5'],
    ['[$USD] #,##0', '45292.5'],
    ['@', '45292.5'],
    ['0;yyyy', '45292.5'],
  ])('the format %s shows half a day in 2024 as %s', async (format, shown) => {
    const code = format.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    expect(await cellsBehind('<row r="2"><c s="1"><v>45292.5</v></c></row>', { styles })).toEqual([
      [shown, undefined, undefined],
    ]);
  });

  test('a whole number under a format of zeros has these zeros, and stays a number', async () => {
    const styles =
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="0000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const cells = ['12', '12.5', '123456789'].map((number) => `<c s="1"><v>${number}</v></c>`).join('');
    const { rows } = await everythingBehind(`<row r="2">${cells}</row>`, { styles });
    expect(rows).toEqual([{ number: 2, cells: ['0000012', '12.5', '123456789'], stored: [0, 1, 2] }]);
  });

  test('count as LibreOffice Calc does where it has written the workbook, also before 1 March 1900', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const rels = partsOf({ sheets: {} })['_rels/.rels']?.toString() ?? '';
    const more =
      '<Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties" Target="docProps/app.xml"/></Relationships>';
    const parts = {
      '_rels/.rels': rels.replace('</Relationships>', more),
      'docProps/app.xml': '<Properties><Application>LibreOffice/7.4.7.2$Linux_X86_64</Application></Properties>',
    };
    const cells = ['-29', '2', '60', '61', '45293'].map((number) => `<row><c s="0"><v>${number}</v></c></row>`);
    expect((await cellsBehind(cells.join(''), { styles, parts })).map(([cell]) => cell)).toEqual([
      ...['1899-12-01', '1900-01-01', '1900-02-28', '1900-03-01', '2024-01-02'],
    ]);
  });

  test('count from 1904 where the workbook says so', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    expect(
      await cellsBehind('<row r="2"><c s="0"><v>0</v></c><c><v>43830</v></c><c t="str"><v>43830</v></c></row>', {
        styles,
        is1904: true,
      }),
    ).toEqual([['1904-01-01', '2024-01-01', '43830']]);
  });
});

describe('the header', () => {
  test('is found below titles', async () => {
    const sheet = `${textRow(1, 'Example Bank plc')}<row r="2"/>${textRow(4, 'Id', 'Booked', 'Amount')}<row r="5"><c t="inlineStr"><is><t>A</t></is></c><c><v>1</v></c><c><v>2</v></c></row>`;
    const table = only((await openWorkbook({ sheets: { Data: sheet } })).tables);
    expect([table.columns, table.reading]).toEqual([['Id', 'Booked', 'Amount'], { format: 'xlsx', headerRow: 4 }]);
    expect((await everythingOf(table)).rows).toEqual([{ number: 5, cells: ['A', '1', '2'], stored: [1, 2] }]);
  });

  test('is not there, where the first row has values already', async () => {
    const sheet = '<row r="1"><c><v>1</v></c><c><v>2.5</v></c></row><row r="2"><c><v>3</v></c><c><v>4</v></c></row>';
    const table = only((await openWorkbook({ sheets: { Data: sheet } })).tables);
    expect([table.columns, table.reading]).toEqual([['Column 1', 'Column 2'], { format: 'xlsx', headerRow: 0 }]);
    expect((await everythingOf(table)).rows).toHaveLength(2);
  });

  test('names columns that have the same name, or none', async () => {
    const sheet = `<row r="1"><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t> Name\n</t></is></c><c/><c t="inlineStr"><is><t>Amount</t></is></c></row>${textRow(2, 'a', 'b', 'c', '1')}`;
    expect(only((await openWorkbook({ sheets: { Data: sheet } })).tables).columns).toEqual([
      'Name',
      'Name (2)',
      'Column 3',
      'Amount',
    ]);
  });

  test('of two rows has the names of groups before the names of their columns', async () => {
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const sheet = `<row r="1">${text('A1', 'Id')}${text('B1', 'Sender')}${text('D1', 'Receiver')}${text('F1', 'Amount')}</row><row r="2">${text('B2', 'Name')}${text('C2', 'Country')}${text('D2', 'Name')}${text('E2', 'Country')}</row><row r="3">${text('A3', 'T1')}${text('B3', 'x')}${text('C3', 'DE')}${text('D3', 'y')}${text('E3', 'SE')}<c r="F3"><v>5</v></c></row>`;
    const behind =
      '<mergeCells count="4"><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:E1"/><mergeCell ref="F1:F2"/></mergeCells>';
    const table = only((await openWorkbook({ sheets: { Data: sheet }, behind })).tables);
    expect(table.columns).toEqual([
      'Id',
      'Sender Name',
      'Sender Country',
      'Receiver Name',
      'Receiver Country',
      'Amount',
    ]);
    expect((await everythingOf(table)).rows).toEqual([
      { number: 3, cells: ['T1', 'x', 'DE', 'y', 'SE', '5'], stored: [5] },
    ]);
  });

  test('with a title merged over all columns keeps its names', async () => {
    const sheet = textRow(1, 'Payments') + textRow(2, 'Id', 'Amount') + textRow(3, 'a', '1');
    const behind = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
    expect(only((await openWorkbook({ sheets: { Data: sheet }, behind })).tables).columns).toEqual(['Id', 'Amount']);
  });
});

describe('sheets', () => {
  const sheet = (name: string) => textRow(1, 'Id', 'Name') + textRow(2, '1x', name);
  const sheets = {
    First: sheet('first'),
    Empty: '',
    'Only header': textRow(1, 'Id', 'Name'),
    Old: sheet('old'),
    Deep: sheet('deep'),
    'R&amp;D': sheet('r'),
  };
  const hidden = { Old: 'hidden', Deep: 'veryHidden' } as const;

  test('are read where they have rows, and hidden ones are left out and named', async () => {
    const { tables, notes } = await openWorkbook({ sheets, hidden });
    expect(tables.map(({ name }) => name)).toEqual(['First', 'R&D']);
    expect(notes).toEqual(['Hidden sheets were left out: “Old”, “Deep”. Name them if they are to be read.']);
  });

  test('that are named are read in the order of the workbook, hidden or not', async () => {
    const { tables, notes } = await openWorkbook({ sheets, hidden }, { sheets: ['R&D', 'Old', 'Empty'] });
    expect(tables.map(({ name }) => name)).toEqual(['Old', 'R&D']);
    expect(notes).toEqual(['The sheet “Empty” has no rows.']);
  });

  test('are all named, taken or not, so that a person can choose among them', async () => {
    const { sheets: all } = await openWorkbook({ sheets, hidden }, { sheets: ['R&D'] });
    expect(all).toEqual(expect.arrayContaining(['First', 'Old', 'Deep', 'Empty', 'R&D']));
  });

  test('that are named and not there are named in the error, with those that are', async () => {
    await expect(openWorkbook({ sheets: { A: sheet('a') } }, { sheets: ['A', 'B'] })).rejects.toMatchObject({
      detail: '/exports/payments.xlsx: The workbook has no sheet “B”.',
      remedy: 'Choose among its sheets: “A”.',
    });
  });

  test('without any rows are an error', async () => {
    await expect(openWorkbook({ sheets: { A: '' } })).rejects.toMatchObject({
      code: 'file.export-unreadable',
      detail: expect.stringMatching(/No sheet of the workbook has rows/),
    });
  });

  test('are found with prefixes, in the strict form, and with parts in other places', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const parts = {
      '_rels/.rels': `<Relationships xmlns="p"><Relationship Id="a" Type="${strict}/officeDocument" Target="/book/Main.xml"/></Relationships>`,
      'book/Main.xml':
        '<x:workbook xmlns:x="m" xmlns:rel="r"><x:workbookPr date1904="false"/><x:sheets><x:sheet name="S" sheetId="9" rel:id="q"/><x:sheet name="Chart" sheetId="2" rel:id="c"/></x:sheets></x:workbook>',
      'book/_rels/main.xml.rels': `<p:Relationships xmlns:p="p"><p:Relationship Id="q" Type="${strict}/worksheet" Target="../tables/./one.xml"/><p:Relationship Id="c" Type="${strict}/chartsheet" Target="../tables/c.xml"/><p:Relationship Id="t" Type="${strict}/sharedStrings" Target="texts.xml"/></p:Relationships>`,
      'book/texts.xml': '<x:sst xmlns:x="m"><x:si><x:t>Id</x:t></x:si><x:si><x:r><x:t>a</x:t></x:r></x:si></x:sst>',
      'Tables/One.xml':
        '<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c t="s"><x:v>0</x:v></x:c></x:row><x:row r="2"><x:c t="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/workbook.xml': undefined,
    };
    const table = only((await openWorkbook({ sheets: {}, parts })).tables);
    expect([table.name, table.columns]).toEqual(['S', ['Id']]);
    expect((await everythingOf(table)).rows).toEqual([{ number: 2, cells: ['a'] }]);
  });
});

test('numbers that Excel has rounded are pointed out, by column', async () => {
  const sheet = `${textRow(1, 'Id', 'Amount', 'Other')}<row r="2"><c><v>1.23457E+19</v></c><c><v>1000000000000000</v></c><c><v>12345678901234500000</v></c></row>`;
  const { notes } = await openWorkbook({ sheets: { Data: sheet } });
  expect(notes).toEqual([
    'In the sheet “Data”, the column “Id” has numbers that Excel has probably rounded to 15 digits, such as 1.23457E+19. If they are identifiers, export them as text.',
    'In the sheet “Data”, the column “Other” has numbers that Excel has probably rounded to 15 digits, such as 12345678901234500000. If they are identifiers, export them as text.',
  ]);
});

test('reading stops with the reason of the signal', async () => {
  const table = only((await openWorkbook({ sheets: { A: textRow(1, 'Id') + textRow(2, 'a') } })).tables);
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  await expect(table.pieces(stopped.signal)[Symbol.asyncIterator]().next()).rejects.toThrow('stopped');
});

test('cells come back as they were written, as texts of the workbook or in their place', async () => {
  const allowed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '');
  const cell = fc.option(allowed, { nil: undefined });
  const row = fc.tuple(allowed, cell, cell);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), fc.boolean(), async (rows, isShared) => {
      const texts: string[] = [];
      const written = (text: string | undefined) => {
        if (text === undefined) return '<c/>';
        const escaped = text
          .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;');
        if (!isShared) return `<c t="inlineStr"><is><t>${escaped}</t></is></c>`;
        texts.push(`<si><t>${escaped}</t></si>`);
        return `<c t="s"><v>${texts.length - 1}</v></c>`;
      };
      const data = rows.map((cells, at) => `<row r="${at + 2}">${cells.map(written).join('')}</row>`).join('');
      expect(await cellsBehind(data, { texts: texts.join('') })).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});
