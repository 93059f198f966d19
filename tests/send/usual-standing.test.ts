import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingSchema } from '../../src-main/send/storage/standing-document.ts';
import { isUsualStanding } from '../../src-main/send/storage/usual-standing.ts';
import { noLines } from '../../src-shared/account.ts';

const share = { bytes: 300, batches: 3 };
const usual = {
  submission: {
    id: 7,
    name: '/exports/a.jsonl',
    content: '/exports/a.jsonl',
    addedAt: 1_700_000_000_000,
    connection: 'Bank',
    destination: 'https://bank.example',
    paused: false,
    stage: 'approved',
    check: {
      bytes: 300,
      lines: 30,
      valid: 30,
      errors: 0,
      warnings: 1,
      durationMs: 5.5,
      totals: { sums: [{ currency: 'EUR', amount: '1204.5' }] },
    },
  },
  sums: {
    whole: share,
    accepted: share,
    seen: share,
    processed: share,
    ended: { failed: 0, rejected: 0, unreported: 0, 'partially-accepted': 0, cancelled: 0, processed: 3 },
    account: { ...noLines(), accepted: 30 },
  },
};

type Path = readonly string[];
const paths = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, part]) => paths(part, [...path, name]))]
    : [path];

/** The value with another part at this path; without it where that is undefined. */
function changed(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  const before = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { [name]: old, ...others } = before;
  const after = changed(old, rest, part);
  return after === undefined ? others : { ...others, [name]: after };
}

describe('The standing of a usual submission', () => {
  it('is recognised', () => {
    expect(isUsualStanding(usual)).toBe(true);
    expect(isUsualStanding(changed(usual, ['sums', 'ended', 'failed'], 2))).toBe(true);
    expect(isUsualStanding(changed(usual, ['submission', 'check', 'totals'], undefined))).toBe(true);
    const together = { id: 'a', by: 'person' };
    expect(isUsualStanding(changed(usual, ['submission', 'addition'], together))).toBe(true);
    expect(isUsualStanding(changed(usual, ['submission', 'addition'], { ...together, by: 'nobody' }))).toBe(false);
  });

  it.each<[string, Path, unknown]>([
    [
      'an error of its batches',
      ['sums', 'error'],
      { code: 'batch.refused', params: { reason: 'x' }, retryable: false },
    ],
    ['a warning', ['submission', 'warning'], { code: 'disk.full', params: {}, retryable: true }],
    ['a correction', ['submission', 'corrects'], 3],
    ['a field that is not known', ['submission', 'path'], '/exports/b.jsonl'],
    ['another stage', ['submission', 'stage'], 'held'],
    ['a sum that is no amount', ['submission', 'check', 'totals', 'sums'], [{ currency: 'EUR', amount: '1,2' }]],
    ['no batches', ['sums'], undefined],
    ['sums from before lines were counted', ['sums', 'account'], undefined],
  ])('is left to the schema with %s', (_, path, part) => {
    expect(isUsualStanding(changed(usual, path, part))).toBe(false);
  });

  it('is never recognised where the schema refuses it or reads it otherwise, whatever is changed in it', () => {
    const odd = fc.constantFrom<unknown>(undefined, null, '', 'x', 0, -1, 0.5, 1e300, true, [], {}, [share], '7');
    const part = fc.oneof(odd, fc.jsonValue());
    const path = fc.constantFrom(
      ...paths(usual),
      ...[
        ['submission', 'error'],
        ['submission', 'corrected'],
        ['submission', 'purgedAt'],
      ],
      ...[
        ['sums', 'error'],
        ['sums', 'ended', 'uploading'],
      ],
    );
    fc.assert(
      fc.property(path, part, (at, other) => {
        const value = JSON.parse(JSON.stringify(changed(usual, at, other) ?? null));
        if (!isUsualStanding(value)) return;
        const read = standingSchema.safeParse(value);
        expect(read.success).toBe(true);
        expect(read.data).toMatchObject({ submission: value.submission });
      }),
      { numRuns: 3000 },
    );
  });
});
