import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, RuleId, Severity } from '../../src-main/check/findings/finding.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { compareFound } from '../../src-main/check/trial/compare-found.ts';
import { FirstPart } from '../../src-main/check/trial/first-part.ts';
import { Found, Sorts } from '../../src-main/check/trial/found.ts';
import { runTrial, type TrialOptions } from '../../src-main/check/trial/run-trial.ts';
import { tryRuleSet } from '../../src-main/check/trial/trial.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { NOW, sourceFile, spoilt, uuid } from './sources.ts';

const noLimit = 2_000_000_000;

async function trial(
  content: string | Uint8Array,
  rules: Partial<RuleSet>,
  {
    before = {},
    mostBytes = noLimit,
    ...options
  }: TrialOptions & { before?: Partial<RuleSet>; mostBytes?: number } = {},
) {
  const path = sourceFile(content);
  const request = {
    path,
    maxBatchBytes: noLimit,
    mostBytes,
    before: { ...defaultRuleSet, ...before },
    after: { ...defaultRuleSet, ...rules },
  };
  return await runTrial({ request, now: NOW, workers: 1 }, () => undefined, options);
}

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const good = (n: number) => spoilt('payment_method', 'SEPA', n);

describe('A trial of a rule set', () => {
  it('tells errors that become warnings, and what is new, by rule with the first lines', async () => {
    const content = lines(
      spoilt('payment_source_country', 'Germany', 1),
      spoilt('payment_method', 'CARD', 2),
      spoilt('payment_source_country', 'Sweden', 3),
      spoilt('payment_source_country', 'Norway', 4),
      good(5),
    );
    const outcome = await trial(content, {
      severities: { 'field.format': 'warning' },
      allowed: { payment_method: ['SEPA'] },
    });
    expect(outcome).toMatchObject({ lines: 5, isCut: false, before: { faulty: 3, warned: 0 } });
    const [first, second] = outcome.changes;
    // The value that is not allowed is a fault of the format, which only warns now.
    expect(outcome.after).toEqual({ faulty: 0, warned: 4 });
    expect(first).toMatchObject({ rule: 'field.format', from: 'nothing', to: 'warning', lines: 1 });
    expect(first?.examples.map(({ line }) => line)).toEqual([2]);
    expect(second).toMatchObject({ rule: 'field.format', from: 'error', to: 'warning', lines: 3 });
    expect(second?.examples.map(({ line }) => line)).toEqual([1, 3]);
    expect(inEnglish(second?.examples[0]?.message ?? '')).toContain('Germany');
  });

  it('tells errors that are gone', async () => {
    const content = lines(spoilt('modification.external_id', undefined, 1), good(2));
    const { changes, before, after } = await trial(content, { required: ['sender'] });
    expect(changes).toMatchObject([{ rule: 'field.required', from: 'error', to: 'nothing', lines: 1 }]);
    expect(inEnglish(changes[0]?.examples[0]?.message ?? '')).toContain('modification.external_id');
    expect([before.faulty, after.faulty]).toEqual([1, 0]);
  });

  it('tells another required field on a line that lacked one before', async () => {
    const content = lines(spoilt('request_uuid', undefined, 1));
    const outcome = await trial(
      content,
      { required: ['request_uuid'] },
      { before: { required: ['request_uuid', 'payment_type'] } },
    );
    expect(outcome.changes).toEqual([]);
  });

  it('compares duplicates, which are found last, and the file itself, which is no line', async () => {
    const content = `\ufeff${lines(good(7), good(8), good(7), good(7))}`;
    const severities = { 'modification.duplicate': 'warning', 'file.bom': 'off' } as const;
    const { changes, before, after } = await trial(content, { severities });
    expect(changes).toMatchObject([
      { rule: 'modification.duplicate', from: 'error', to: 'warning', lines: 3, examples: [{ line: 1 }, { line: 3 }] },
      { rule: 'file.bom', from: 'error', to: 'nothing', lines: 1, examples: [{ line: 0 }] },
    ]);
    expect([before, after]).toEqual([
      { faulty: 3, warned: 0 },
      { faulty: 0, warned: 3 },
    ]);
  });

  it('tells what is new when the main party is another', async () => {
    const { changes } = await trial(lines(good(1), good(2)), { mainEntity: 'receiver' });
    expect(changes).toMatchObject([{ rule: 'entity.main-not-known', from: 'nothing', to: 'error', lines: 2 }]);
  });

  it('checks only whole lines of the first part of a larger file', async () => {
    const [first, second] = [good(1), spoilt('payment_source_country', 'Germany', 2)];
    const content = lines(first, second, 'no JSON at all');
    const checkedBytes = Buffer.byteLength(lines(first, second));
    const mostBytes = checkedBytes + 3;
    const outcome = await trial(content, { severities: { 'field.format': 'off' } }, { mostBytes });
    expect(outcome).toMatchObject({ bytes: Buffer.byteLength(content), checkedBytes, lines: 2 });
    expect(outcome.before).toEqual({ faulty: 1, warned: 0 });
    expect(outcome.after).toEqual({ faulty: 0, warned: 0 });
  });

  it('compares only the lines of which all findings are there, where there are too many', async () => {
    const faulty = (n: number) => spoilt('payment_source_country', `country ${n}`, n);
    const content = lines(...Array.from({ length: 30 }, (_, index) => faulty(index)));
    const outcome = await trial(content, { severities: { 'field.format': 'off' } }, { mostFindings: 10 });
    expect(outcome).toMatchObject({ isCut: true, lines: 10, before: { faulty: 10 }, after: { faulty: 0 } });
    expect(outcome.changes).toMatchObject([{ lines: 10 }]);
  });

  it.each([
    ['an empty file', ''],
    ['a file of another kind', 'PK\u0003\u0004'],
    ['a file without a line end', good(1)],
    ['blank lines', '\n\n'],
  ])('of %s with the same rules tells no difference', async (_, content) => {
    expect((await trial(content, {})).changes).toEqual([]);
  });

  it('changes no byte of the file', async () => {
    const content = lines(good(1), 'x');
    const path = sourceFile(content);
    const rules = {
      before: defaultRuleSet,
      after: { ...defaultRuleSet, severities: { 'json.syntax': 'off' as const } },
    };
    await runTrial(
      { request: { path, ...rules, maxBatchBytes: noLimit, mostBytes: noLimit }, now: NOW, workers: 1 },
      () => undefined,
    );
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('ends with the file’s own error where it is gone', async () => {
    const request = { path: '/nowhere/at-all.jsonl', before: defaultRuleSet, after: defaultRuleSet };
    const asked = runTrial({ request: { ...request, maxBatchBytes: 1, mostBytes: 1 }, now: NOW, workers: 1 }, () => {});
    await expect(asked).rejects.toMatchObject({ code: 'file.not-found' });
  });

  it('fails in words when its thread breaks down, and ends with the reason of the signal', async () => {
    const request = { path: 'a.jsonl', before: defaultRuleSet, after: defaultRuleSet, maxBatchBytes: 1, mostBytes: 1 };
    const workerFile = new URL(`data:text/javascript,throw new Error('broken')`);
    await expect(tryRuleSet(request, { workerFile })).rejects.toMatchObject({ code: 'check.failed' });
    const idle = new URL(`data:text/javascript,setInterval(() => {}, 1000)`);
    const aborting = new AbortController();
    const asked = tryRuleSet(request, { workerFile: idle, signal: aborting.signal });
    const why = new Error('stopped by a person');
    aborting.abort(why);
    await expect(asked).rejects.toBe(why);
  });
});

describe('The first part of a file', () => {
  it.each([
    ['ends after the last whole line', 'aa\nbb\ncc\n', 7, 6],
    ['is all of a small file', 'aa\nbb', 5, 5],
    ['is the first line where that is longer', 'aaaaaaaa\nbb\n', 3, 9],
    ['is the whole file where there is but one line', 'aaaaaaaa', 3, 8],
    ['ends at a line that ends exactly there', 'aa\nbb\n', 3, 3],
  ])('%s', (_, content, most, expected) => {
    const part = new FirstPart(sourceFile(content), most);
    expect([part.bytes, part.wholeBytes]).toEqual([expected, content.length]);
    part.close();
  });

  it('finds the end of a line far before the limit', () => {
    const content = `a\n${'b'.repeat(200_000)}\n`;
    const part = new FirstPart(sourceFile(content), 190_000);
    expect(part.bytes).toBe(2);
    part.close();
  });
});

describe('A comparison of findings', () => {
  const rules: RuleId[] = ['field.format', 'field.required', 'json.syntax'];
  const finding = fc.record({
    line: fc.integer({ min: 1, max: 6 }),
    rule: fc.constantFrom(...rules),
    severity: fc.constantFrom<Severity>('error', 'warning'),
    path: fc.constantFrom('', 'sender', 'a\nb'),
    message: fc.constant('a sentence'),
  });
  // A check gives a rule one severity.
  const check = fc
    .tuple(fc.array(finding, { maxLength: 20 }), fc.constantFrom<Severity>('error', 'warning'))
    .map(([all, severity]): Finding[] =>
      all.map((one) => ({ ...one, severity })).sort((one, other) => one.line - other.line),
    );
  const compared = (before: Finding[], after: Finding[]) => {
    const sorts = new Sorts();
    const [old, now] = [new Found(sorts), new Found(sorts)];
    old.add(before);
    now.add(after);
    return compareFound(old, now, Number.POSITIVE_INFINITY);
  };
  const faulty = (all: Finding[]) => new Set(all.filter((one) => one.severity === 'error').map(({ line }) => line));

  it('of the same findings tells no change', () => {
    fc.assert(
      fc.property(check, (all) => {
        expect(compared(all, all).changes).toEqual([]);
      }),
    );
  });

  it('counts as many lines with errors as there are', () => {
    fc.assert(
      fc.property(check, check, (before, after) => {
        const comparison = compared(before, after);
        expect(comparison.before.faulty).toBe(faulty(before).size);
        expect(comparison.after.faulty).toBe(faulty(after).size);
      }),
    );
  });

  it('tells every line at which a rule finds something else, once', () => {
    const about = (all: Finding[], rule: RuleId, line: number) =>
      all.filter((one) => one.rule === rule && one.line === line).map(({ path, severity }) => `${path} ${severity}`);
    fc.assert(
      fc.property(check, check, (before, after) => {
        const { changes } = compared(before, after);
        for (const rule of rules) {
          const differing = [1, 2, 3, 4, 5, 6].filter((line) => {
            const [old, now] = [new Set(about(before, rule, line)), new Set(about(after, rule, line))];
            return old.size !== now.size || [...old].some((one) => !now.has(one));
          });
          const told = changes.filter((change) => change.rule === rule);
          expect(told.reduce((sum, { lines }) => sum + lines, 0)).toBe(differing.length);
          for (const { examples, lines } of told) expect(examples).toHaveLength(Math.min(2, lines));
        }
      }),
    );
  });

  it('keeps little of sentences and fields that are all different', () => {
    const sorts = new Sorts();
    const found = new Found(sorts, 150_000);
    const endless = function* (): Generator<Finding> {
      for (let line = 1; line <= 150_000; line += 1)
        yield { line, rule: 'field.unknown', severity: 'warning', path: `f${line}`, message: uuid(line) };
    };
    found.add(endless());
    const { changes } = compareFound(new Found(sorts), found, Number.POSITIVE_INFINITY);
    expect(changes).toMatchObject([{ rule: 'field.unknown', from: 'nothing', to: 'warning', lines: 150_000 }]);
    expect(sorts.messageNumber('one more')).toBe(0);
  });
});
