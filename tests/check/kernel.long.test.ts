import { Buffer, isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeLine } from '../../src-main/check/judged-line.ts';
import { Kernel } from '../../src-main/check/kernel/kernel.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet, type RuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import type { LineVerdict } from '../../src-main/check/rules/verdict.ts';
import { runs } from '../harness/night.ts';
import { machineLines, spoiltLines } from './generated-lines.ts';
import { linesOf } from './reference.ts';
import { ruleSets } from './rule-sets.ts';
import { NOW, spoilt, transaction } from './sources.ts';
import { acceptor, walkedBy } from './walked.ts';

/** The verdict on a line with its line end, without what the rule set lets through. */
function judgeOf(ruleSet: RuleSet): (line: Buffer) => LineVerdict {
  const judge = lineJudge(ruleSet, NOW);
  return (line) => {
    const end = line.toString('latin1').replace(/\r?\n$|\r$/, '').length;
    const verdict = judgeLine(judge, line, 0, end);
    return { ...verdict, complaints: verdict.complaints.filter(({ rule }) => severityOf(rule, ruleSet) !== 'off') };
  };
}

const isClean = ({ isTransaction, complaints }: LineVerdict) => isTransaction && complaints.length === 0;

describe('With each rule set', () => {
  const each = ruleSets.map(([name, ruleSet]) => ({
    name,
    ruleSet,
    judge: judgeOf(ruleSet),
    kernel: new Kernel(ruleSet, NOW),
  }));

  it('The kernel accepts no line about which the judge would complain, and reads the same from it', () => {
    fc.assert(
      fc.property(spoiltLines, (written) => {
        // A spoilt line may contain a newline, which makes two lines of it.
        const content = Buffer.concat(written);
        const lines = linesOf(content);
        for (const { name, kernel, judge } of each) {
          const walked = walkedBy(kernel, content, isUtf8(content));
          const verdicts = lines.filter((__, index) => walked.lines[index]).map(judge);
          for (const verdict of verdicts) expect(verdict, name).toMatchObject({ complaints: [], isTransaction: true });
          const ids = verdicts.flatMap(({ modificationId }) => modificationId?.toLowerCase().replaceAll('-', '') ?? []);
          const bytes = Buffer.from(walked.ids.buffer);
          expect(
            ids.map((__, at) => bytes.toString('hex', at * 20, at * 20 + 16)),
            name,
          ).toEqual(ids);
          expect(walked.ids.length, name).toBe(ids.length * 5);
        }
      }),
      { numRuns: runs(200, 20_000) },
    );
  });

  it('The kernel accepts every clean line of a machine', () => {
    fc.assert(
      fc.property(machineLines, (written) => {
        const lines = written.map((line) => Buffer.from(line));
        for (const { name, ruleSet, kernel, judge } of each) {
          const walked = walkedBy(kernel, Buffer.concat(lines));
          for (const [index, line] of lines.entries()) {
            if (isClean(judge(line)) && !isForJudge(line, ruleSet))
              expect([line.toString(), walked.lines[index]], name).toEqual([line.toString(), true]);
          }
        }
      }),
      { numRuns: runs(200, 15_000) },
    );
  });
});

/** What the kernel leaves to the judge although it is clean: rule sets that let wrong values through are rare. */
function isForJudge(line: Buffer, { severities }: RuleSet): boolean {
  if (Object.values(severities).every((severity) => severity !== 'off')) return false;
  return /"unknown"|null|by_external_id":\s*""/.test(line.toString()) || severities['field.format'] === 'off';
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const allBytes = Array.from({ length: 256 }, (_, byte) => byte);

/** A line with these bytes as the value of a field. */
function lineWith(path: string, value: string | Uint8Array): Buffer {
  const [before = '', after = ''] = spoilt(path, '@@').split('"@@"');
  return Buffer.concat([Buffer.from(before), Buffer.from(value), Buffer.from(`${after}\n`)]);
}

const accepts = acceptor();
const judge = judgeOf(defaultRuleSet);

/** Agrees with the judge about each of these values of a field. */
function expectAgreement(path: string, candidates: Iterable<string | Uint8Array>): void {
  for (const value of candidates) {
    const line = lineWith(path, value);
    const isRight = linesOf(line).length === 1 && isClean(judge(line));
    const isAccepted = accepts(line);
    if (isRight && !isAccepted) expect.fail(`does not accept ${path} ${Buffer.from(value).toString('latin1')}`);
    if (!isRight && isAccepted && isUtf8(line)) expect.fail(`accepts ${path} ${Buffer.from(value).toString('latin1')}`);
  }
}

describe('The kernel and the judge agree', () => {
  it('They agree about every country code', () => {
    const alphabet = [...letters, 'a', '0', '[', '@'];
    expectAgreement(
      'payment_source_country',
      alphabet.flatMap((first) => alphabet.map((second) => `"${first}${second}"`)),
    );
  });

  it('They agree about every currency code', () => {
    const alphabet = [...letters, 'a', '[', '@', '0'];
    const codes = alphabet.flatMap((first) =>
      alphabet.flatMap((second) => alphabet.map((third) => `"${first}${second}${third}"`)),
    );
    expectAgreement('modification.currency', codes);
  });

  it('They agree about a UUID with any byte at any place', () => {
    const uuid = Buffer.from('"01234567-89ab-CDEF-0123-456789abcdef"');
    const changed = Array.from(uuid, (_, at) => allBytes.map((byte) => Buffer.from(uuid).fill(byte, at, at + 1)));
    expectAgreement('modification.external_id', changed.flat());
  });

  it('They agree about a text of any two bytes', () => {
    const texts = allBytes.flatMap((first) => allBytes.map((second) => Buffer.from([0x22, first, second, 0x22])));
    expectAgreement(
      'payment_method',
      texts.filter((text) => isUtf8(text)),
    );
  });

  it('They agree about texts with escapes, at any place of a vector', () => {
    const piece = fc.constantFrom(
      ...[
        '\\',
        'u',
        '\\u',
        '\\u00',
        '00e4',
        '\\u00E4',
        '\\u0000',
        '\\ud83d',
        '\\uDE00',
        '\\ude00',
        '\\udbff',
        '\\udc00',
      ],
      ...[
        '\\uD7FF',
        '\\ue000',
        '\\n',
        '\\/',
        '\\"',
        '\\\\',
        '\\x',
        '\\b',
        '\\f',
        '\\r',
        '\\t',
        'a',
        'é',
        '\\u12g4',
        '\\u123',
      ],
      ...['\\u0001', 'abcdefghijklmno', '山田山田山田山田'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expectAgreement('payment_method', [`"${pieces.join('')}"`]);
        expectAgreement('additional_fields', [`{"a":"${pieces.join('')}"}`, `{"${pieces.join('')}":1}`]);
      }),
      { numRuns: runs(200, 20_000) },
    );
  });

  it('They agree about numbers', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '9',
      '00',
      '.',
      '-',
      '+',
      'e',
      'E',
      '5',
      '12',
      '99',
      '309',
      '0'.repeat(300),
      '1234567890',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        expectAgreement('additional_fields', [`{"a":${text}}`]);
        const line = lineWith('modification.amount', text);
        const isRight = isClean(judge(line));
        if (accepts(line)) expect(isRight).toBe(true);
        else if (isRight) expect(text.length > 200 || /^-|e[-+]?\d{3}|e[-+]\d\d/i.test(text)).toBe(true);
      }),
      { numRuns: runs(200, 30_000) },
    );
  });

  it('They agree about every day of the calendar', () => {
    const pad = (part: number, digits = 2) => String(part).padStart(digits, '0');
    const years = [0, 4, 100, 1900, 2000, 2023, 2024];
    const dates = years.flatMap((year) =>
      Array.from({ length: 14 }, (_, month) =>
        Array.from({ length: 33 }, (__, day) => `"${pad(year, 4)}-${pad(month)}-${pad(day)}T12:30:59"`),
      ).flat(),
    );
    expectAgreement('modification.created_at', dates);
  });

  it('They agree about the form and the future of a date and time with any byte at any place', () => {
    const moments = ['"2025-07-01T02:00:00.5"', '"2025-07-01T01:59:59"'].map((text) => Buffer.from(text));
    const changed = moments.flatMap((moment) =>
      Array.from(moment, (_, at) => allBytes.map((byte) => Buffer.from(moment).fill(byte, at, at + 1))).flat(),
    );
    expectAgreement('modification.created_at', changed);
  });
});

describe('The kernel', () => {
  const good = `${JSON.stringify(transaction())}\n`;

  it('Accepts no line that the limit cuts, with any bytes after it', () => {
    const kernel = new Kernel(defaultRuleSet, NOW);
    const bytes = Buffer.from(good + good);
    const at = kernel.memory.write(bytes);
    for (let limit = 1; limit < good.length - 1; limit++) {
      kernel.memory.bytes(at, at + bytes.length).set(bytes);
      kernel.memory.bytes(at + limit, at + limit + 1)[0] = 0x0a;
      expect(kernel.walk(at, at + limit, true)).toEqual({ at, stop: 'judge' });
    }
  });

  it('Accepts a last line without a line end', () => {
    expect(acceptor()(good.trimEnd())).toBe(true);
  });

  it('Leaves a line that is too long to the judge', () => {
    const line = (length: number) => `${spoilt('additional_fields', { long: 'x'.repeat(length) })}\n`;
    const rest = Buffer.byteLength(line(0)) - 1;
    expect(acceptor()(line(16 * 1024 * 1024 - 2 - rest))).toBe(true);
    expect(acceptor()(line(16 * 1024 * 1024 + 1 - rest))).toBe(false);
  });

  it.each([2, 5, 32, 33, 34, 100, 5000, 40_000])(
    'Finds a duplicate among %i keys, and none where there is none',
    (count) => {
      const accepts = acceptor();
      const keys = Array.from(
        { length: count },
        (_, n) => `"${n % 7 === 0 ? 'a_long_key_with_its_number_at_the_end_' : 'k'}${n}":1`,
      );
      const line = (members: readonly string[]) => lineWith('additional_fields', `{${members.join(',')}}`);
      expect(accepts(line(keys))).toBe(true);
      for (const twin of [0, count >> 1, count - 2]) expect(accepts(line([...keys, keys[twin] ?? '']))).toBe(false);
    },
  );

  it('Finds a duplicate key of an outer object after inner ones have ended', () => {
    const inner = `{${Array.from({ length: 50 }, (_, n) => `"k${n}":1`).join(',')}}`;
    const members = Array.from({ length: 60 }, (_, n) => `"k${n}":${n % 9 === 0 ? inner : '1'}`);
    const accepts = acceptor();
    expect(accepts(lineWith('additional_fields', `{${members.join(',')}}`))).toBe(true);
    expect(accepts(lineWith('additional_fields', `{${members.join(',')},"k33":2}`))).toBe(false);
  });

  it('Finds a key that is escaped the second time', () => {
    const accepts = acceptor();
    expect(accepts(lineWith('additional_fields', '{"ü":1,"\\u00fd":2}'))).toBe(true);
    expect(accepts(lineWith('additional_fields', '{"ü":1,"\\u00fc":2}'))).toBe(false);
    expect(accepts(good.replace('"sender"', '"\\u0073ender"'))).toBe(true);
    expect(accepts(good.replace('"request_uuid"', '"\\u0073ender"'))).toBe(false);
  });

  it('Walks two million small objects of one line', () => {
    const line = lineWith('additional_fields', `{"a":[${Array(1_900_000).fill('{"a":1}').join(',')}]}`);
    expect(acceptor()(line)).toBe(line.length <= 16 * 1024 * 1024);
  });
});
