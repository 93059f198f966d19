import { describe, expect, it } from 'vitest';
import { nodesOf, readTree, writeTree } from '../../src-renderer/json-text/json-tree.ts';
import {
  formOf,
  inFormOrder,
  jsonOfSaid,
  type KnownField,
  numberInRow,
  rowsInFront,
  saidOf,
  textWith,
} from '../../src-renderer/line-editor/line-form.ts';
import { asOneLine, laidOut } from '../../src-renderer/line-editor/one-line.ts';
import type { FindingRow } from '../../src-shared/contract.ts';

const known: KnownField[] = [
  { path: 'payment_source_country', holds: 'country', values: ['DE', 'SE'] },
  { path: 'sender.by_external_id', holds: 'identifier' },
  { path: 'sender.unknown.full_name', holds: 'text' },
  { path: 'modification.amount', holds: 'amount' },
];
const line =
  '{"payment_source_country":"Sweden","sender":{},"modification":{"amount":"12,50"},"more":{"n":1.10,"\\u0061":[true,"x,"]}}';
const finding = (path: string, rule = 'field.format', severity: FindingRow['severity'] = 'error'): FindingRow => ({
  ...{ line: 4, rule, severity, path, message: `${path} is wrong.` },
});

function formIn(text: string, findings: readonly FindingRow[] = [], asked: readonly string[] = []) {
  const form = formOf(text, known, findings, asked);
  if (form === undefined) throw new Error('It has no fields.');
  return form;
}

/** The line once a row says something else. */
function lineWith(path: string, json: string | undefined, findings: readonly FindingRow[] = []): string {
  const form = formIn(laidOut(line), findings);
  const row = form.rows.find((one) => one.path === path);
  if (row === undefined) throw new Error(`There is no row for ${path}.`);
  return asOneLine(textWith(form, row, json));
}

describe('A line as a tree', () => {
  it.each([
    line,
    '{}',
    '{"a":1,"a":2}',
    '{"a":[],"b":[{},[1]],"c":"\\"},{"}',
    '{"n":12345678901234567890.10,"t":"Ä\u2028"}',
  ])('is the same line again: %s', (text) => {
    const tree = readTree(text);
    expect(tree && writeTree(tree)).toBe(text);
  });

  it.each(['', '[1]', '"text"', '{"a":'])('is none for what is no object: %j', (text) => {
    expect(readTree(text)).toBeUndefined();
  });

  it('has each value at its path', () => {
    const tree = readTree(line);
    expect(tree && nodesOf(tree).map(({ path }) => path)).toEqual([
      ...['payment_source_country', 'sender', 'modification', 'modification.amount'],
      ...['more', 'more.n', 'more.a', 'more.a.0', 'more.a.1'],
    ]);
  });
});

describe('A line as a form', () => {
  it('has a row for each value, and for what is missing', () => {
    const { rows } = formIn(line, [finding('sender', 'entity.no-form')]);
    expect(rows.map(({ path, json, findings }) => [path, json, findings.length])).toEqual([
      ['payment_source_country', '"Sweden"', 0],
      ['sender', '{}', 0],
      ['modification.amount', '"12,50"', 0],
      ['more.n', '1.10', 0],
      ['more.a.0', 'true', 0],
      ['more.a.1', '"x,"', 0],
      ['sender.by_external_id', undefined, 1],
    ]);
  });

  it('says a finding about no field apart', () => {
    expect(formIn(line, [finding('', 'entity.main-not-known')]).others).toHaveLength(1);
  });

  it('has a row for an object that is too much, which is only removed', () => {
    const [row] = formIn(line, [finding('more', 'field.unknown')]).rows.filter(({ path }) => path === 'more');
    expect(row).toMatchObject({ path: 'more', findings: [{}] });
    expect(row?.json).toBeUndefined();
  });

  it('shows errors in front, then warnings, and moves no row while it is written', () => {
    const warned = [finding('more.n', 'field.unknown', 'warning'), finding('modification.amount', 'field.type')];
    const front = rowsInFront(undefined, formIn(line, warned));
    expect(front).toEqual(['modification.amount 0', 'more.n 0']);
    // A value that becomes wrong stays where it is; a field that is missing comes to the others.
    const later = formIn(line, [finding('payment_source_country'), finding('sender', 'entity.no-form')]);
    expect(rowsInFront(front, later)).toEqual([...front, 'sender.by_external_id 0']);
    const { first, others } = inFormOrder(later, front);
    expect(first.map(({ path }) => path)).toEqual(['modification.amount', 'more.n']);
    expect(others[0]?.path).toBe('payment_source_country');
  });
});

describe('A row that is written', () => {
  it('changes its value and nothing else', () => {
    expect(lineWith('payment_source_country', '"SE"')).toBe(line.replace('Sweden', 'SE'));
    expect(lineWith('more.a.1', '"y"')).toBe(line.replace('x,', 'y'));
  });

  it('removes a field that is too much, and an object with all that is in it', () => {
    expect(lineWith('more.n', undefined)).toBe(line.replace('"n":1.10,', ''));
    expect(lineWith('more', undefined, [finding('more')])).toBe(`${line.slice(0, line.indexOf(',"more"'))}}`);
  });

  it('fills in a field that is missing', () => {
    const added = lineWith('sender.by_external_id', '"NB-1"', [finding('sender', 'entity.no-form')]);
    expect(added).toBe(line.replace('"sender":{}', '"sender":{"by_external_id":"NB-1"}'));
    const form = formIn('{"sender":null}', [], ['sender.unknown.full_name']);
    const row = form.rows.at(-1);
    expect(row && asOneLine(textWith(form, row, '"A"'))).toBe('{"sender":{"unknown":{"full_name":"A"}}}');
  });
});

describe('What a person writes', () => {
  const [country, , , amount] = known;

  it.each([
    ['12.50', '12.50'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    [' 7 ', '7'],
    ['12,50', '"12,50"'],
    ['', '""'],
  ])('is a number where the field holds an amount: %j', (said, json) => {
    expect(jsonOfSaid(said, { json: '"12,50"' }, amount)).toBe(json);
  });

  it.each([
    ['"3416,82"', '3416.82'],
    ['"1.249,50"', '1249.50'],
    ['"12.50"', '12.50'],
    ['"1,234"', undefined],
    ['"n/a"', undefined],
    ['12.5', undefined],
  ])('is read as a number, once an amount is left, where it can be only one: %s', (json, number) => {
    expect(numberInRow({ json }, amount)).toBe(number);
    expect(numberInRow({ json }, country)).toBeUndefined();
  });

  it('is a text elsewhere, also of digits', () => {
    expect(jsonOfSaid('12', { json: '"a"' }, country)).toBe('"12"');
    expect(jsonOfSaid('12', { json: '"a"' }, undefined)).toBe('"12"');
  });

  it('is of the kind that stood there where nothing is known of the field', () => {
    expect(jsonOfSaid('12', { json: 'true' }, undefined)).toBe('12');
    expect(jsonOfSaid('twelve', { json: '1' }, undefined)).toBe('"twelve"');
  });

  it('is shown without its quotes, and not where it has lines', () => {
    expect([saidOf('"a \\"b\\""'), saidOf('1.10'), saidOf('"a\\nb"')]).toEqual(['a "b"', '1.10', undefined]);
  });
});
