import { describe, expect, it } from 'vitest';
import { arrange, groupOf, type Wish } from '../../src-renderer/queue/arrangement.ts';
import { AppError } from '../../src-shared/errors.ts';
import { demoRow } from './demo-rows.ts';

const everything: Wish = { group: 'all', search: '', order: 'newest' };
const rows = [
  { ...demoRow(1, 'processed', 0), fileName: 'march 10.jsonl', bytes: 10 },
  { ...demoRow(2, 'held', 0), fileName: 'March 9.jsonl', bytes: 30 },
  { ...demoRow(3, 'uploading', 0), fileName: 'april.jsonl', bytes: 20 },
];
const shown = (wish: Partial<Wish>) => [...arrange(rows, { ...everything, ...wish }).ids];

describe('What the queue shows', () => {
  it.each([
    ['newest', [3, 2, 1]],
    ['name', [3, 2, 1]],
    ['state', [2, 3, 1]],
    ['size', [2, 3, 1]],
  ] as const)('The queue sorts submissions by %s', (order, ids) => {
    expect(shown({ order })).toEqual(ids);
  });

  it('The queue shows one group when a person asks for it', () => {
    expect(shown({ group: 'needs' })).toEqual([2]);
  });

  it('The queue finds a submission by a part of its name in upper or lower case', () => {
    expect(shown({ search: ' MARCH ' })).toEqual([2, 1]);
  });

  const hidden = (wish: Partial<Wish>, since: number) => arrange(rows, { ...everything, ...wish }, since).hidden;

  it('A search that a person has kept hides files that came later, and their number is told', () => {
    expect([
      hidden({ search: 'march' }, 2),
      hidden({ search: 'nothing' }, 1),
      hidden({ search: 'nothing' }, 3),
    ]).toEqual([1, 2, 0]);
  });

  it('A filter hides files that came later, except those that need no look any more', () => {
    expect([hidden({ group: 'needs' }, 0), hidden({ group: 'moving' }, 0), hidden({ group: 'done' }, 0)]).toEqual([
      1, 1, 2,
    ]);
  });

  it('Nothing is hidden where all is shown', () => {
    expect(hidden({}, 0)).toBe(0);
  });

  it('A filter does not change the count of each group', () => {
    expect(arrange(rows, { ...everything, search: 'nothing' }).counts).toEqual({
      all: 3,
      needs: 1,
      moving: 1,
      done: 1,
    });
  });
});

describe('The group of a submission', () => {
  it('A submission is in “needs you” while its connection fails permanently', () => {
    const error = new AppError('auth.forbidden', { endpoint: 'POST /x' }).toRecord();
    expect(groupOf({ ...demoRow(1, 'waiting', 0), error })).toBe('needs');
  });

  it('A submission is in “moving” while it only waits for the network', () => {
    const error = new AppError('network.unreachable', { host: 'x', reason: 'y' }).toRecord();
    expect(groupOf({ ...demoRow(1, 'waiting', 0), error })).toBe('moving');
  });
});
