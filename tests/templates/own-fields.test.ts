import { describe, expect, it } from 'vitest';
import { jsonRowsOfPiece } from '../../src-main/exports/json/json-rows.ts';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { templateProblems } from '../../src-main/templates/template-problems.ts';

const ids = Array.from({ length: 4 }, (_, at) => `${at}b1c2d3e-0000-4000-8000-00000000000${at}`);

/** A line of the batch file as the interface wants it, in the order in which fields are written. */
const own = `{"request_uuid":"${ids[0]}","payment_external_id":"${ids[1]}","payment_source_country":"DE","sender":{"by_external_id":"C-1"},"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"${ids[2]}","full_name":"Jo"}},"modification":{"external_id":"${ids[3]}","type":"CREATED","amount":1E5,"currency":"EUR","created_at":"2026-11-01T10:00:00"},"additional_fields":{"b":9007199254740993,"list":[1.50,"x"],"note":"5","open":true,"payment_category":"RETAIL"}}`;

function guessOf(...lines: string[]) {
  const piece = {
    kind: 'bytes',
    bytes: new TextEncoder().encode(lines.join('\n')),
    firstRow: 1,
    rows: lines.length,
  } as const;
  const columns = [
    ...new Set(jsonRowsOfPiece(piece, []).rows.flatMap(({ others = [] }) => others.map(([name]) => name))),
  ];
  const { rows } = jsonRowsOfPiece(piece, columns);
  return { ...guessTemplate({ columns, rows, reading: { format: 'json' } }, 'Test'), columns, rows };
}

function linesOf(...lines: string[]): string[] {
  const { template, columns, rows } = guessOf(...lines);
  expect(templateProblems(template)).toEqual([]);
  return rows.map(rowMapper({ ...template, otherColumns: 'leave-out' }, columns)).map((row) => {
    return row.kind === 'line' ? row.line : row.kind;
  });
}

/** With other keys; the text of numbers stays, because none is parsed. */
const respelled = (line: string, spell: (key: string) => string): string =>
  line.replace(
    /"([a-z_]+)":/g,
    (_, key: string) => `"${['b', 'list', 'note', 'open'].includes(key) ? key : spell(key)}":`,
  );

const camel = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const layouts: [string, string][] = [
  ['as it is', own],
  ['in an object of its own', `{"transaction":${own}}`],
  ['beside something else', `{"meta":{"seq":1},"data":{"transaction":${own}}}`],
  ['in camel case', respelled(own, camel)],
  ['with capitals', respelled(own, (key) => camel(`_${key}`))],
  ['with hyphens', respelled(own, (key) => key.replaceAll('_', '-'))],
  ['in capitals', respelled(own, (key) => key.toUpperCase())],
];

it.each(layouts)('A transaction %s needs no hand, and every digit and type of it stays', (_, line) => {
  expect(guessOf(line).isCertain).toBe(true);
  expect(linesOf(line)).toEqual([own]);
});

it('Flat columns of any table are the fields, too', () => {
  const columns = [
    'RequestUuid',
    'SenderByExternalId',
    'ReceiverByExternalId',
    'ModificationExternalId',
    'ModificationAmount',
  ];
  const rows = [{ number: 2, cells: [ids[0], 'C-1', 'C-2', ids[1], '1,50'] }];
  const { template, isCertain } = guessTemplate({ columns, rows, reading: { format: 'delimited' } }, 'Test');
  expect(Object.keys(template.fields)).toEqual([
    ...[
      'request_uuid',
      'sender.by_external_id',
      'receiver.by_external_id',
      'modification.external_id',
      'modification.amount',
    ],
  ]);
  expect([isCertain, template.numbers.decimal]).toEqual([true, ',']);
});

it('No id is made up, and nothing is taken for a field that is not called so', () => {
  const { template } = guessOf(own.replace(/"request_uuid":"[^"]*",/, '"reference":"R-1",'));
  expect(Object.keys(template.fields)).not.toContain('transaction_external_id');
  expect(JSON.stringify(template.fields)).not.toContain('reference');
});

it('A party that is described only in a later row is found in its spelling', () => {
  const known = respelled(own, camel).replace(/"receiver":.*?\}\}/, '"receiver":{"byExternalId":"C-2"}');
  const { template, columns } = guessOf(known);
  const late = {
    'receiver.externalEntityType': 'unknown',
    'receiver.unknown.externalId': ids[2] ?? '',
    'receiver.unknown.fullName': 'Jo',
  };
  const cells = columns.map((column) => guessOf(known).rows[0]?.cells[columns.indexOf(column)]);
  const row = {
    number: 2,
    cells: cells.map((cell, at) => (columns[at] === 'receiver.byExternalId' ? undefined : cell)),
    others: Object.entries(late),
  };
  expect(rowMapper({ ...template, otherColumns: 'leave-out' }, columns)(row)).toMatchObject({
    line: expect.stringContaining(
      `"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"${ids[2]}","full_name":"Jo"}}`,
    ),
  });
});

describe('A person decides where', () => {
  it.each([
    ['two columns are one field', own.replace('"request_uuid":', `"requestUuid":"${ids[3]}","request_uuid":`)],
    ['a row has two transactions', `{"before":${own},"after":${own}}`],
    ['ids are no UUIDs', own.replace(`"payment_external_id":"${ids[1]}"`, '"payment_external_id":"P-1"')],
    ['an object is within the additional fields', own.replace('"note":"5"', '"note":{"inner":"5"}')],
    ['an amount could be a thousand times as much', own.replace('1E5', '"1.234"')],
  ])('%s', (_, line) => {
    expect(guessOf(line).isCertain).toBe(false);
  });

  it('an additional field is a text in some rows and a number in others', () => {
    expect(guessOf(own, own.replace('"note":"5"', '"note":5')).isCertain).toBe(false);
  });

  it('columns are called otherwise', () => {
    expect(guessOf('{"id":"1","amount":5,"sender":"Jo","receiver":"Al"}').isCertain).toBe(false);
  });
});
