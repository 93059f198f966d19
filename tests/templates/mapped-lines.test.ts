import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/check/transaction-check.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { parseTemplate } from '../../src-main/templates/template-file.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { anyText } from '../any-text.ts';
import { runs } from '../harness/night.ts';
import { column, templateOf } from './templates.ts';

const path = fileURLToPath(new URL('../../src-main/templates/template.example.json', import.meta.url));
const example = parseTemplate(readFileSync(path, 'utf8'), path);

const cell = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '5',
    '1.234,50',
    '31.01.2024',
    '14:05',
    'CR',
    'S',
    'EUR',
    'DE',
    '1.23457E+15',
    '{"a":\n1}',
    'Summe',
  ),
  anyText(),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\r', '\u2028', '\ud800', '\udc00', '\0', 'a') }),
);

it('Whatever is in its cells, a row becomes one line of JSON that the check can read, or is refused with a sentence', () => {
  const map = rowMapper(example, example.columns);
  const rows = fc.array(fc.option(cell, { nil: undefined }), { maxLength: example.columns.length + 2 });
  fc.assert(
    fc.property(rows, fc.array(fc.tuple(anyText(), cell), { maxLength: 2 }), (cells, others) => {
      const mapped = map({ number: 9, cells, others });
      if (mapped.kind === 'refused') {
        expect(mapped.faults).not.toEqual([]);
        for (const { row, message } of mapped.faults) {
          expect(row).toBe(9);
          expect(inEnglish(message)).toMatch(/\.$/);
        }
      }
      if (mapped.kind !== 'line') return;
      expect(mapped.line).not.toMatch(/[\r\n]/);
      // As it will lie in the file: what UTF-8 cannot hold must have been escaped.
      expect(Buffer.from(mapped.line).toString()).toBe(mapped.line);
      const rules = checkTransaction(mapped.line, defaultRuleSet, 0).map(({ rule }) => rule);
      expect(rules.filter((rule) => rule.startsWith('json.') || rule.startsWith('line.'))).toEqual([]);
    }),
    { numRuns: runs(200, 25_000) },
  );
});

it('A text arrives exactly as it stood in its cell', () => {
  const map = rowMapper(templateOf({ otherColumns: 'additional-fields' }), ['note']);
  const filled = anyText().filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(filled, (text) => {
      const mapped = map({ number: 1, cells: [text] });
      expect(mapped.kind === 'line' && JSON.parse(mapped.line)).toEqual({ additional_fields: { note: text } });
    }),
  );
});

it('The same row becomes the same line, whatever rows came before', () => {
  const first = rowMapper(example, example.columns);
  const second = rowMapper(example, example.columns);
  const rows = fc.array(fc.array(cell, { minLength: 14, maxLength: 14 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, (all) => {
      const numbered = all.map((cells) => ({ number: 1, cells }));
      const forwards = numbered.map(first);
      expect(numbered.toReversed().map(second).toReversed()).toEqual(forwards);
    }),
  );
});

it('Columns of a template that the table lacks are empty', () => {
  const template = templateOf({
    columns: ['a', 'b'],
    fields: { payment_type: column('a'), payment_method: column('b') },
  });
  expect(rowMapper(template, ['b'])({ number: 1, cells: ['x'] })).toMatchObject({
    kind: 'line',
    line: '{"payment_method":"x"}',
  });
});
