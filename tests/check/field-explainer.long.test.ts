import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src-main/check/rules/json-object.ts';
import { fieldExplainer } from '../../src-main/check/rules/transaction.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { NOW, spoilt, transaction } from './sources.ts';
import { zodExplainer } from './zod-explainer.ts';

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
  const explainer = fieldExplainer({ allowed, now: NOW });
  /** Without the values, which the schemas have only in their words. */
  const explain = (value: Parameters<typeof explainer>[0]) =>
    explainer(value).map(({ rule, path, message }) => ({ rule, path, message }));
  const explainByZod = zodExplainer({ allowed, now: NOW });

  it('The explainer and the schemas complain about the same, in the same order and words', () => {
    fc.assert(
      fc.property(spoiltLines, (lines) => {
        for (const line of lines) {
          const value = parsed(line.toString());
          if (isJsonObject(value)) expect(explain(value)).toEqual(explainByZod(value));
        }
      }),
      { numRuns: runs(100, 15_000) },
    );
  });

  it('They complain about the same for any values in any fields', () => {
    const paths = Object.entries(transaction()).flatMap(([key, field]) =>
      typeof field === 'object' ? [key, ...Object.keys(field).map((inner) => `${key}.${inner}`)] : [key],
    );
    const field = fc.constantFrom(
      ...paths,
      'receiver.unknown.external_id',
      'receiver.unknown.risk_assessment',
      '__proto__',
      'toString',
      '7',
      'sender.constructor',
      'sender.__proto__',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', 'low', 'A', 'DE', 'QQ', 'EUR', 'QQQ', 'a\0', '\ud800', -0, -1, 0, 'unknown'),
    );
    fc.assert(
      fc.property(field, value, field, value, (path, content, otherPath, other) => {
        const whole = parsed(spoilt(path, content));
        const both = parsed(spoilt(otherPath, other));
        if (!isJsonObject(whole) || !isJsonObject(both)) return;
        const mixed = { ...both, [path.split('.')[0] ?? '']: whole[path.split('.')[0] ?? ''] };
        for (const each of [whole, both, mixed]) expect(explain(each)).toEqual(explainByZod(each));
      }),
      { numRuns: runs(1000, 150_000) },
    );
  });

  it('They count unknown fields beyond the twentieth alike', () => {
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, n) => [`field ${n}`, n]));
    const whole = { ...transaction(), ...many, sender: many };
    expect(explain(whole)).toEqual(explainByZod(whole));
    expect(inEnglish(explain(whole).at(-1)?.message ?? '')).toBe('The service does not describe 3 more fields here.');
  });
});
