import { expect, test } from 'vitest';
import { everythingOf } from './source.ts';
import { openWorkbook, textRow } from './workbook-file.ts';

/** The cells of the rows behind a header with the columns A, B and so on. */
async function cellsOf(rows: string, rest: { texts?: string; styles?: string; is1904?: boolean } = {}) {
  const header = textRow(1, 'Alpha', 'Beta', 'Gamma');
  const { tables } = await openWorkbook({ sheets: { Data: header + rows }, ...rest }, { headerRow: 1 });
  const [table] = tables;
  if (table === undefined) throw new Error('no table');
  return await everythingOf(table);
}

test('texts are found by their number, in the place of the cell or as the result of a formula', async () => {
  const { rows } = await cellsOf(
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="inlineStr"><is><t>in place</t></is></c><c r="C2" t="str"><f>A2&amp;B2</f><v>result</v></c></row>',
    { texts: '<si><t>zero</t></si><si><t>one</t></si>' },
  );
  expect(rows).toEqual([{ number: 2, cells: ['one', 'in place', 'result'] }]);
});

test('numbers stay exactly as they are written', async () => {
  const { rows } = await cellsOf(
    '<row r="2"><c r="A2"><v>12345678901234567</v></c><c r="B2"><v>0.10000000000000001</v></c><c r="C2"><v>1E+15</v></c></row><row r="3"><c r="A3" t="n"><v>1.50</v></c><c r="B3"><f>1+1</f><v>-0</v></c></row>',
  );
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['12345678901234567', '0.10000000000000001', '1E+15'],
    ['1.50', '-0', undefined],
  ]);
});

test('gaps between rows and cells stay gaps, and missing references follow on', async () => {
  const { rows } = await cellsOf(
    '<row r="4"><c r="C4"><v>1</v></c></row><row><c><v>2</v></c><c r="C5"><v>3</v></c></row><row r="9"><c r="B9"><v>4</v></c><c><v>5</v></c></row>',
  );
  expect(rows).toEqual([
    { number: 4, cells: [undefined, undefined, '1'] },
    { number: 5, cells: ['2', undefined, '3'] },
    { number: 9, cells: [undefined, '4', '5'] },
  ]);
});
