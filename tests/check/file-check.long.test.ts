import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { runs } from '../harness/night.ts';
import { oddFile } from './odd-files.ts';
import { checkObviously, linesOf } from './reference.ts';
import { check, NOW, rules, spoilt, transaction } from './sources.ts';

/** Rule sets under which a line with findings may still be valid, or a duplicate is not an error. */
const someRuleSet = fc.constantFrom(
  defaultRuleSet,
  defaultRuleSet,
  rules({ severities: { 'modification.duplicate': 'warning', 'line.blank': 'off', 'entity.no-form': 'warning' } }),
  rules({ severities: { 'field.format': 'off', 'entity.main-not-known': 'off' } }),
  rules({ required: [], mainEntity: 'sender', severities: { 'field.unknown': 'error', 'file.bom': 'warning' } }),
);

function withoutTimes({ findings, summary }: Awaited<ReturnType<typeof check>>) {
  const { durationMs: _, modifiedAt: __, ...own } = summary;
  return { findings, summary: own };
}

describe('The check of a whole file', () => {
  it('The check of a file agrees with the reference for any lines and any size of chunks and batches', async () => {
    const sizes = fc.record({ chunkBytes: fc.integer({ min: 1, max: 5000 }), room: fc.nat(5000) });
    await fc.assert(
      fc.asyncProperty(oddFile, sizes, someRuleSet, async (content, { chunkBytes, room }, ruleSet) => {
        const longest = Math.max(1, ...linesOf(content).map(({ length }) => length));
        const options = { ruleSet, maxBatchBytes: longest + room };
        const expected = checkObviously(content, options, NOW);
        expect(withoutTimes(await check(content, { ...options, chunkBytes }))).toEqual(expected);
      }),
      { numRuns: runs(200, 20_000) },
    );
  });

  it('The check of a file agrees with the reference for lines that are alike', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => JSON.stringify(transaction(index % 299)));
    const content = Buffer.from(lines.join('\n'));
    const options = { ruleSet: defaultRuleSet, maxBatchBytes: 100_000 };
    expect(withoutTimes(await check(content, { ...options, chunkBytes: 9000 }))).toEqual(
      checkObviously(content, options, NOW),
    );
  });

  it.each([0, 1])("The limit for a line's length is exact, with a line end or without (16 MiB%+d)", async (more) => {
    const long = 'x'.repeat(16 * 1024 * 1024 + more);
    const options = { ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
    for (const content of [`{}\n${long}\n{}`, `{}\n${long}\r\n`, `{}\n${long}`, `{}\n${long}\r`].map((text) =>
      Buffer.from(text),
    )) {
      expect(withoutTimes(await check(content))).toEqual(checkObviously(content, options, NOW));
    }
  });

  it('Different findings are handed over a few hundred at a time, however many a chunk has', async () => {
    const sizes: number[] = [];
    const lines = Array.from({ length: 3000 }, (_, n) => spoilt('request_uuid', `no id ${n}`, n));
    await check(lines.join('\n'), { onFindings: ({ kinds }) => sizes.push(kinds.length) });
    expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size)]).toEqual([500, 3000]);
  });

  it('Equal findings are handed over some thousand at a time, and each kind of them once', async () => {
    const sizes: number[] = [];
    const kinds: number[] = [];
    await check('1\n\n'.repeat(20_000), {
      onFindings: (findings) => {
        sizes.push(findings.length);
        kinds.push(findings.kinds.length);
      },
    });
    expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size)]).toEqual([16_384, 40_000]);
    expect(Math.max(...kinds)).toBe(2);
  });

  it('A transaction with two errors, one of them a duplicate, counts as invalid once', async () => {
    const faulty = JSON.stringify({ ...transaction(), request_uuid: 'x' });
    expect(
      (await check(`${faulty}\n${JSON.stringify(transaction())}\n${JSON.stringify(transaction(2))}`)).summary,
    ).toMatchObject({
      transactions: 3,
      valid: 1,
      errors: 3,
      byRule: { 'field.format': 1, 'modification.duplicate': 2 },
    });
  });

  it('§2.6.2 finds an id on two lines of different batches', async () => {
    const line = `${JSON.stringify(transaction())}\n`;
    const { findings, summary } = await check(line + line, { maxBatchBytes: Buffer.byteLength(line) });
    expect([summary.ranges.length, findings.map((finding) => [finding.line, finding.rule])]).toEqual([
      2,
      [
        [1, 'modification.duplicate'],
        [2, 'modification.duplicate'],
        [0, 'file.over-limit'],
      ],
    ]);
  });

  it('The check refuses a line larger than a whole batch', async () => {
    const line = `${JSON.stringify(transaction())}\n`;
    const limit = Buffer.byteLength(line);
    await expect(check(`${line} ${line}`, { maxBatchBytes: limit })).rejects.toMatchObject({
      code: 'file.line-over-limit',
      params: { line: 2, bytes: limit + 1, limit },
    });
  });
});
