import { expect, it } from 'vitest';
import { holdsSeveral } from '../../src-renderer/transactions/transaction-file.ts';

it.each([
  ['two lines', '{"a":1}\n{"a":2}\n'],
  ['lines as Windows ends them', '{"a":1}\r\n{"a":2}'],
  ['lines with blank ones between', '\n{"a":1}\n\n  {"a":2}'],
])('A text of %s is several transactions', (_, text) => {
  expect(holdsSeveral(text)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['one line', '{"a":1}\n'],
  ['one object over many lines', '{\n  "a": {\n    "b": 1 }\n}\n'],
  ['a list', '[{"a":1},\n{"a":2}]'],
  ['a line and something broken', '{"a":1}\n{"a":'],
])('A text of %s is not several transactions', (_, text) => {
  expect(holdsSeveral(text)).toBe(false);
});
