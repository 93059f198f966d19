import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkCheck } from '../../src-main/check/chunk-check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { judgeLine } from '../../src-main/check/judged-line.ts';
import { Kernel } from '../../src-main/check/kernel/kernel.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet, type RuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import { FileTotals } from '../../src-main/check/totals/file-totals.ts';
import { faultless, linesOfKind } from '../bench/kinds-of-lines.ts';
import { isNight, runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { linesOf, totalsOf } from './reference.ts';
import { ruleSets } from './rule-sets.ts';
import { NOW, spoilt, transaction, unknownEntity, uuid } from './sources.ts';

const FAULTY = 0x8000_0000;

/** What a check finds in lines, apart from the order of the ids. */
interface Found {
  findings: Finding[];
  transactions: number;
  valid: number;
  /** Hexadecimal, with the line and whether it has an error. */
  ids: string[];
  totals: unknown;
}

/** Checks one content: the walk leaves out days that it has reported before, so another content needs another checker. */
function checker(ruleSet: RuleSet): (content: Buffer) => Promise<Found & { judged: number }> {
  const kernel = new Kernel(ruleSet, NOW);
  const judge = lineJudge(ruleSet, NOW);
  let judged = 0;
  const counting: typeof judge = (...line) => {
    judged++;
    return judge(...line);
  };
  const block = kernel.memory.reserve(1 << 20);
  const judges = { load: async () => counting, judgeApart: () => Promise.reject(new Error('No line is long.')) };
  return async (content) => {
    const check = new ChunkCheck(kernel, ruleSet, NOW, judges);
    kernel.memory.bytes(block, block + content.length).set(content);
    kernel.memory.bytes(block + content.length, block + content.length + 1)[0] = 0x0a;
    const totals = new FileTotals();
    const found = { findings: [] as Finding[], transactions: 0, valid: 0, ids: [] as string[] };
    judged = 0;
    let lines = 0;
    let bytes = 0;
    for await (const part of check.check(block, block + content.length)) {
      bytes += part.bytes;
      for (const finding of part.findings) found.findings.push({ ...finding, line: finding.line + lines });
      found.transactions += part.transactions;
      found.valid += part.valid;
      totals.add(part.totals);
      for (let at = 0; at < part.ids.length; at += 5) {
        const line = part.ids[at + 4] ?? 0;
        const id = Buffer.from(part.ids.buffer).toString('hex', at * 4, at * 4 + 16);
        found.ids.push(`${id} ${(line & ~FAULTY) + lines} ${(line & FAULTY) !== 0}`);
      }
      lines += part.lines;
    }
    expect(bytes).toBe(content.length);
    return { ...found, ids: found.ids.toSorted(), totals: totals.finish(), judged };
  };
}

/** The same by the judge alone. */
function judgedAlone(content: Buffer, ruleSet: RuleSet): Found {
  const judge = lineJudge(ruleSet, NOW);
  const lines = linesOf(content);
  const found: Omit<Found, 'totals'> = { findings: [], transactions: 0, valid: 0, ids: [] };
  const transactions = lines.map((line, index) => {
    const end = line.toString('latin1').replace(/\r?\n$|\r$/, '').length;
    const { complaints, isTransaction, modificationId } = judgeLine(judge, line, 0, end);
    let isFaulty = false;
    for (const { rule, path, message } of complaints) {
      const severity = severityOf(rule, ruleSet);
      if (severity === 'off') continue;
      found.findings.push({ line: index + 1, rule, severity, path, message });
      isFaulty ||= severity === 'error';
    }
    if (!isTransaction) return undefined;
    found.transactions++;
    if (!isFaulty) found.valid++;
    if (modificationId !== undefined) found.ids.push(`${keyOf(modificationId)} ${index + 1} ${isFaulty}`);
    return line;
  });
  return { ...found, ids: found.ids.toSorted(), totals: totalsOf(transactions) };
}

/** A UUID by its digits, any other id by half of its digest, as hexadecimal. */
function keyOf(id: string): string {
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  if (isUuid) return id.toLowerCase().replaceAll('-', '');
  return createHash('sha256').update(id, 'utf16le').digest('hex').slice(0, 32);
}

async function expectSame(check: ReturnType<typeof checker>, content: Buffer, ruleSet: RuleSet): Promise<number> {
  const { judged, ...found } = await check(content);
  expect(found).toEqual(judgedAlone(content, ruleSet));
  return judged;
}

async function expectSameWithEach(content: Buffer): Promise<void> {
  for (const [name, ruleSet] of ruleSets) {
    const { judged: _, ...found } = await checker(ruleSet)(content);
    expect(found, name).toEqual(judgedAlone(content, ruleSet));
  }
}

it('With each rule set, spoilt lines have the findings, ids and totals that they have by the judge alone', async () => {
  await fc.assert(
    fc.asyncProperty(spoiltLines, async (written) => {
      await expectSameWithEach(Buffer.concat(written));
    }),
    { numRuns: runs(6, 2000) },
  );
});

describe('Any values in any fields', () => {
  const paths = [
    ...['request_uuid', 'payment_source_country', 'payment_method', 'additional_fields', 'sender', 'receiver'],
    ...['receiver.unknown', 'receiver.external_entity_type', 'receiver.unknown.risk_assessment', 'sender.unknown'],
    ...['sender.by_external_id', 'receiver.by_external_id', 'modification', 'modification.external_id', 'odd', '7'],
    ...['modification.amount', 'modification.currency', 'modification.created_at', 'modification.odd', 'ключ'],
    ...['modification.original_amount', 'sender.odd', 'receiver.unknown.odd', '__proto__', '\ud800', 'a"b'],
  ];
  const values = [
    ...[undefined, null, 1, -1, -0, 0.5, true, '', 'DE', 'QQ', 'QQQ', 'EUR', 'a\0', '\ud800', 'unknown', [], {}],
    ...[[{ a: 1 }], { by_external_id: 'x' }, unknownEntity(), uuid(7), '2999-01-01T00:00:00', '2025-02-30T00:00:00'],
    ...['\u{1f600}', 'ü', { amount: 3, currency: 'QQQ', created_at: '2999-01-01T00:00:00' }, { odd: 1 }, 1e300],
  ];

  it('They have the same findings, ids and totals with each rule set', async () => {
    const one = fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...values));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { minLength: 12, maxLength: 12 }),
        async (lines) => {
          const written = lines.map((changes, n) => {
            const whole: Record<string, unknown> = structuredClone(transaction(n));
            for (const [path, value] of changes) set(whole, path.split('.'), structuredClone(value));
            return `${JSON.stringify(whole)}\n`;
          });
          await expectSameWithEach(Buffer.from(written.join('')));
        },
      ),
      { numRuns: runs(6, 2000) },
    );
  });
});

function set(whole: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let place = whole;
  for (const key of keys.slice(0, -1)) {
    const inner = place[key];
    if (typeof inner !== 'object' || inner === null) return;
    place = inner as Record<string, unknown>; // An object of the sample, or one that was put there before.
  }
  Object.defineProperty(place, keys.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
}

describe.each(
  Object.entries(faultless)
    .filter(([kind]) => kind !== '300 additional fields')
    .map(([kind, spelling], number) => ({ kind, spelling, number })),
)('Lines with $kind', ({ spelling, number }) => {
  const content = Buffer.from(linesOfKind(spelling, 200_000));

  it('They are accepted, every one', async () => {
    const { judged, findings } = await checker(defaultRuleSet)(content);
    expect({ judged, findings }).toEqual({ judged: 0, findings: [] });
  });

  it('They have the findings of the judge alone with another byte at any place', async () => {
    const [line = Buffer.alloc(0)] = linesOf(content);
    const odd = [...Buffer.from('"\\,:{}[]0-.eE \n\0zZ'), 0x80, 0xc3, 0xff];
    // Each kind has a third of the bytes, another one than its neighbours.
    for (const byte of odd.filter((_, n) => isNight || n % 3 === number % 3)) {
      const changed = Array.from(line, (__, at) => Buffer.from(line).fill(byte, at, at + 1));
      await expectSame(checker(defaultRuleSet), Buffer.concat(changed), defaultRuleSet);
    }
  });
});

describe('One fault in a line', () => {
  it.each([
    ['an undocumented field', spoilt('odd', 'x')],
    ['an undocumented field of the modification', spoilt('modification.odd', { a: [1] })],
    ['null', spoilt('payment_method', null)],
    ['a wrong date', spoilt('modification.created_at', '2025-02-30T00:00:00')],
    ['a date in the future', spoilt('modification.created_at', '2999-01-01T00:00:00')],
    ['a wrong country', spoilt('payment_source_country', 'de')],
    ['an unassigned currency', spoilt('modification.currency', 'QQQ')],
    ['a negative amount', spoilt('modification.amount', -5.25)],
    ['a missing id', spoilt('modification.external_id', undefined)],
    ['a missing sender', spoilt('sender', undefined)],
    ['a text as sender', spoilt('sender', 'x')],
    ['two forms of an entity', spoilt('receiver.by_external_id', 'x')],
  ])('The line with %s is not parsed, and has the findings of the judge', async (_, line) => {
    const content = Buffer.from(`${line}\n`);
    expect(judgedAlone(content, defaultRuleSet).findings.length).toBeGreaterThan(0);
    expect(await expectSame(checker(defaultRuleSet), content, defaultRuleSet)).toBe(0);
    expect(await expectSame(checker(defaultRuleSet), Buffer.from(line), defaultRuleSet)).toBe(0);
  });
});

it('An escaped key is named as it is spelled, after lines with other keys that begin with a backslash', async () => {
  const keys = ['"\\\\"', '"\\\\u"', '"\\u0061"', '"\\u0061b"', '"\\""'];
  const lines = keys.map((key) => JSON.stringify(transaction()).replace('"sender"', key));
  const { findings } = await checker(defaultRuleSet)(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  const unknown = findings.filter(({ rule }) => rule === 'field.unknown').map(({ path }) => path);
  expect(unknown).toEqual(['\\', '\\u', 'a', 'ab', '"']);
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  expect(judgedAlone(content, defaultRuleSet).findings).toEqual(findings);
});
