/** @file Lines with the faults of earlier lines: what the walk has learned of those says of them what the judge would. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { checkObviously } from './reference.ts';
import { ruleSets } from './rule-sets.ts';
import { check, NOW, transaction, unknownEntity, uuid } from './sources.ts';

type Change = readonly [path: string, value: unknown];

/** Faults that depend on the value, on which keys there are, or on the figures of the line. */
const changes: readonly Change[] = [
  ['request_uuid', 'wrong'],
  ['request_uuid', null],
  ['payment_source_country', 'de'],
  ['payment_source_country', 'a country whose name is longer than what a message shows of it'],
  ['payment_source_country', 'a country whose name is longer than what a message shows of that'],
  ['odd', 1],
  ['odd', 2],
  ['odd2', 1],
  ['payment_method', null],
  ['payment_method', undefined],
  ['sender', undefined],
  ['sender', 'x'],
  ['sender', { by_external_id: null }],
  ['sender', unknownEntity()],
  ['receiver', { by_external_id: 'x' }],
  ['receiver', { external_entity_type: 'unknown', unknown: { external_id: uuid(1) } }],
  ['modification.external_id', undefined],
  ['modification.external_id', 'no uuid'],
  ['modification.external_id', null],
  ['modification.amount', -5],
  ['modification.amount', '5'],
  ['modification.amount', undefined],
  ['modification.amount', 7.25],
  ['modification.currency', 'QQQ'],
  ['modification.currency', 'eur'],
  ['modification.currency', 'USD'],
  ['modification.currency', undefined],
  ['modification.created_at', '2999-01-01T00:00:00'],
  ['modification.created_at', '2025-02-30T00:00:00'],
];

function changed(applied: readonly Change[], n: number): string {
  const whole: Record<string, unknown> = transaction(n);
  for (const [path, value] of applied) {
    const [key = '', inner] = path.split('.');
    const own = whole[key];
    if (inner === undefined) whole[key] = value;
    else if (typeof own === 'object') whole[key] = { ...own, [inner]: value };
  }
  return JSON.stringify(whole);
}

/** Many lines with few combinations of faults, each line with figures and ids of its own. */
const repeated = fc
  .tuple(
    fc.array(fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(5), fc.nat(40)), { minLength: 40, maxLength: 80 }),
  )
  .map(([combinations, lines]) =>
    Buffer.from(lines.map(([which, n]) => `${changed(combinations[which % combinations.length] ?? [], n)}\n`).join('')),
  );

/** Spoilt lines of any kind, each several times, with another digit at the end: in an id, an amount, a date, or a fault. */
const spoiltAgain = fc
  .tuple(spoiltLines, fc.array(fc.tuple(fc.nat(11), fc.nat(9)), { minLength: 60, maxLength: 120 }))
  .map(([lines, picks]) => {
    const few = [Buffer.from('{}'), ...lines.slice(0, 11)];
    const written = picks.map(([which, digit]) => {
      // One character for each byte, as a line need not be UTF-8.
      const text = few[which % few.length]?.toString('latin1') ?? '';
      return `${text.replace(/(\d)(?=\D*$)/, `${digit}`).replace(/\n?$/, '\n')}`;
    });
    return Buffer.from(written.join(''), 'latin1');
  });

function withoutTimes({ findings, summary }: Awaited<ReturnType<typeof check>>) {
  const { durationMs: _, modifiedAt: __, ...rest } = summary;
  return { findings, summary: rest };
}

it.each([
  ['the same faults', repeated, runs(8, 1250)],
  ['faults of any kind that come again', spoiltAgain, runs(4, 500)],
])(
  'Lines with %s have the findings, ids and totals that each has by itself, with each rule set',
  async (_, contents, numRuns) => {
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 300, max: 20_000 }), async (content, chunkBytes) => {
        for (const [name, ruleSet] of ruleSets) {
          const options = { ruleSet, maxBatchBytes: 2_000_000_000 };
          const checked = await check(content, { ...options, chunkBytes });
          expect(withoutTimes(checked), name).toEqual(checkObviously(content, options, NOW));
        }
      }),
      { numRuns },
    );
  },
);

it('More different faults than can be remembered are all found, among lines with equal ones', async () => {
  const lines = Array.from({ length: 6000 }, (_, n) => {
    if (n % 3 === 0) return changed([['payment_source_country', 'de']], n);
    return changed([[n % 3 === 1 ? 'request_uuid' : `odd${n}`, `no id ${n}`]], n);
  });
  const content = Buffer.from(lines.join('\n'));
  const options = { ruleSet: ruleSets[0]?.[1] ?? expect.fail('a rule set expected'), maxBatchBytes: 2_000_000_000 };
  expect(withoutTimes(await check(content, options))).toEqual(checkObviously(content, options, NOW));
});
