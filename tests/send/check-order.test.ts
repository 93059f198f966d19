import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { addInOrder, type DueCheck, nextCheck } from '../../src-main/send/check-order.ts';

const MB = 1_000_000;
const GB = 1000 * MB;
const MINUTE = 60_000;

const CORES = 2;

const due = (id: number, bytes: number, since = 0): DueCheck => ({ id: id as SubmissionId, bytes, since });

function inOrder(...checks: readonly DueCheck[]): DueCheck[] {
  const sorted: DueCheck[] = [];
  for (const check of checks) addInOrder(sorted, check);
  return sorted;
}

const next = (waiting: readonly DueCheck[], underWay: readonly DueCheck[]) =>
  nextCheck(inOrder(...waiting), underWay, CORES)?.id;

/** The ids in the order in which the checks begin, if each is over before the next begins. */
function order(all: readonly DueCheck[]): number[] {
  const left = inOrder(...all);
  const ids: number[] = [];
  for (let begun = nextCheck(left, [], CORES); begun !== undefined; begun = nextCheck(left, [], CORES)) {
    left.splice(left.indexOf(begun), 1);
    ids.push(begun.id);
  }
  return ids;
}

describe('the next check', () => {
  it('is that of the smallest of the files added together', () => {
    expect(order([due(1, 8 * GB), due(2, 3 * MB), due(3, 500 * MB)])).toEqual([2, 3, 1]);
  });

  it('is that of the file added first, among equal ones', () => {
    expect(order([due(3, MB), due(1, MB), due(2, MB)])).toEqual([1, 2, 3]);
  });

  it('is that of a large file that has waited long, however small the files are that came later', () => {
    expect(order([due(1, 6 * GB), due(2, MB, 10 * MINUTE)])).toEqual([1, 2]);
  });

  it('is that of a small file while a large one is checked', () => {
    expect(next([due(2, GB), due(3, 50 * MB)], [due(1, 40 * GB)])).toBe(3);
  });

  it('is that of no second large file', () => {
    expect(next([due(2, GB)], [due(1, 40 * GB)])).toBeUndefined();
  });

  it('waits while a small file is checked beside a large one, because that is soon over', () => {
    expect(next([due(3, MB)], [due(1, 40 * GB), due(2, MB)])).toBeUndefined();
  });

  it('is that of a file for each core, where one core is enough for a file', () => {
    expect(next([due(2, MB)], [due(1, MB)])).toBe(2);
    expect(next([due(3, MB)], [due(1, MB), due(2, MB)])).toBeUndefined();
    expect(next([due(2, MB)], [due(1, 50 * MB)])).toBeUndefined();
  });

  it('is that of a file more where another one is only to be decided, up to some dozens of these', () => {
    const checked = (id: number): DueCheck => ({ ...due(id, MB), isChecked: true });
    const dozens = Array.from({ length: 64 }, (_, at) => checked(at + 10));
    expect(next([due(3, MB)], [checked(1), due(2, MB)])).toBe(3);
    expect(next([due(3, GB)], [checked(1)])).toBe(3);
    expect(next([due(3, MB)], dozens.slice(1))).toBe(3);
    expect(next([due(3, MB)], dozens)).toBeUndefined();
    expect(next([due(1, MB)], [checked(1)])).toBeUndefined();
  });

  it('waits until all cores are free for one that needs them, and those after it wait, too', () => {
    expect(next([due(2, GB), due(3, MB, 10 * MINUTE)], [due(1, MB)])).toBeUndefined();
  });

  it('is not that of a file whose ended check has not let go yet', () => {
    expect(next([due(1, MB)], [due(1, GB)])).toBeUndefined();
    expect(next([due(1, MB), due(2, 2 * MB)], [due(1, GB)])).toBe(2);
    expect(next([due(1, MB), due(2, 2 * MB)], [due(1, MB)])).toBe(2);
  });

  it('is overtaken only by files that came while it could have been checked at 50 MB a second', () => {
    const file = fc.record({ bytes: fc.nat({ max: 500 * GB }), since: fc.nat({ max: 24 * 60 * MINUTE }) });
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 30 }), (files) => {
        const all = files.map(({ bytes, since }, at) => due(at + 1, bytes, since));
        const ids = order(all);
        expect(ids.toSorted((one, other) => one - other)).toEqual(all.map(({ id }) => id));
        for (const one of all) {
          const seconds = one.bytes / (50 * MB);
          const overtaking = all.filter(({ id }) => ids.indexOf(id) < ids.indexOf(one.id));
          for (const other of overtaking) expect(other.since).toBeLessThanOrEqual(one.since + 1000 * seconds);
        }
      }),
    );
  });
});
