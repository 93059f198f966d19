import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldPredicate } from '../../src-main/checking/rules/field-predicate.ts';
import { isJsonObject } from '../../src-main/checking/rules/json-object.ts';
import { fieldExplainer } from '../../src-main/checking/rules/transaction.ts';
import { spoiltLines } from './generated-lines.ts';
import { NOW, spoilt, transaction } from './sources.ts';

const restricted = {
  payment_method: ['A', 'low'],
  payment_type: ['A'],
  'modification.type': ['low'],
  risk_assessment: ['low'],
};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

describe.each([
  ['any value', {}],
  ['only some values', restricted],
])('With a rule set that allows %s', (_, allowed) => {
  const isFine = fieldPredicate({ allowed, now: NOW });
  const explain = fieldExplainer({ allowed, now: NOW });

  it('The predicate is true exactly when the schema has no complaint', () => {
    fc.assert(
      fc.property(spoiltLines, (lines) => {
        for (const line of lines) {
          const value = parsed(line.toString());
          if (isJsonObject(value))
            expect([line.toString(), isFine(value)]).toEqual([line.toString(), explain(value).length === 0]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('Predicate and schema agree on any value in any field', () => {
    const paths = Object.entries(transaction()).flatMap(([key, field]) =>
      typeof field === 'object' ? [key, ...Object.keys(field).map((inner) => `${key}.${inner}`)] : [key],
    );
    const field = fc.constantFrom(
      ...paths,
      'receiver.unknown.external_id',
      'receiver.unknown.risk_assessment',
      '__proto__',
      'toString',
      'sender.constructor',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', 'low', 'A', 'DE', 'QQ', 'EUR', 'QQQ', 'a\0', '\ud800', -0, -1, 0, 'unknown'),
    );
    fc.assert(
      fc.property(field, value, (path, content) => {
        const whole = parsed(spoilt(path, content));
        if (isJsonObject(whole)) expect(isFine(whole)).toBe(explain(whole).length === 0);
      }),
      { numRuns: 3000 },
    );
  });
});
