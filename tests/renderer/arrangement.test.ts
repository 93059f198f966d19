import { describe, expect, it } from 'vitest';
import {
  arrange,
  inOrder,
  isArrangedAlike,
  orderBy,
  usualOrder,
  usualWish,
  type Wish,
} from '../../src-renderer/queue/arrangement.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { row } from '../shells/rows.ts';

/** Noon of a day; 25 October 2026 has 25 hours where clocks change then. */
const noon = (day: number) => new Date(2026, 9, day, 12).getTime();
const now = noon(26);
const rows = [
  row(1, { state: 'processed', addedAt: noon(19), fileName: 'march 10.jsonl', folder: '/exports/cards', bytes: 10 }),
  row(2, { state: 'held', addedAt: noon(20), fileName: 'March 9.jsonl', folder: '/exports/loans', bytes: 30 }),
  row(3, { state: 'uploading', addedAt: noon(26), fileName: 'april.jsonl', folder: 'C:\\Cards', bytes: 20 }),
].map((one) => ({ ...one, connection: one.id === 3 ? 'UAT' : 'Nordbank' }));
const arranged = (wish: Partial<Wish>, more: { since?: number; found?: ReadonlySet<SubmissionRow['id']> } = {}) => {
  const whole = { ...usualWish, ...wish };
  return arrange(inOrder(rows, whole.order), whole, { now, ...more });
};
const shown = (wish: Partial<Wish>) => [...arranged(wish).ids];
const id = (number: number) => submissionIdSchema.parse(number);

describe('What the queue shows', () => {
  it.each([
    ['added', 'descending', [3, 2, 1]],
    ['added', 'ascending', [1, 2, 3]],
    ['name', 'ascending', [3, 2, 1]],
    ['name', 'descending', [1, 2, 3]],
    ['state', 'ascending', [2, 3, 1]],
    ['state', 'descending', [1, 3, 2]],
    ['size', 'descending', [2, 3, 1]],
    ['size', 'ascending', [1, 3, 2]],
  ] as const)('The queue sorts submissions by %s, %s', (column, direction, ids) => {
    expect(shown({ order: { column, direction } })).toEqual(ids);
  });

  it.each(['ascending', 'descending'] as const)(
    'Of submissions that are alike the newest comes first, %s',
    (direction) => {
      const alike = rows.map((row) => ({ ...row, bytes: 10 }));
      expect(inOrder(alike, { column: 'size', direction }).map(({ id }) => id)).toEqual([3, 2, 1]);
    },
  );

  it('The queue shows one group when a person asks for it', () => {
    expect(shown({ group: 'needs' })).toEqual([2]);
  });

  it('The queue finds a submission by a part of its name in upper or lower case', () => {
    expect(shown({ search: ' MARCH ' })).toEqual([2, 1]);
  });

  it.each([
    ['in its folder', 'loans', [2]],
    ['in its name and its folder, in any order', 'CARDS march', [1]],
    ['in a folder of Windows', 'c:\\cards', [3]],
    ['as its number', '#2', [2]],
  ])('The queue finds a submission by words %s', (_, search, ids) => {
    expect(shown({ search })).toEqual(ids);
  });

  it('The queue shows what the search finds by an id, whatever its name', () => {
    expect([...arranged({ search: 'f3b1' }, { found: new Set([id(1)]) }).ids]).toEqual([1]);
  });

  it.each([
    ['today', [3]],
    ['yesterday', []],
    ['week', [3, 2]],
    [{ from: '2026-10-19', to: '2026-10-20' }, [2, 1]],
    [{ from: '2026-10-20' }, [3, 2]],
    [{ to: '2026-10-19' }, [1]],
  ] as const)('The queue shows what was added on days: %j', (added, ids) => {
    expect(shown({ added })).toEqual(ids);
  });

  it('The queue shows several states at once, and those of a connection', () => {
    expect(shown({ states: ['held', 'uploading'] })).toEqual([3, 2]);
    expect(shown({ states: ['held', 'uploading'], connections: ['UAT', 'gone'] })).toEqual([3]);
    expect(shown({ connections: ['gone'] })).toEqual([]);
  });

  it('Each choice has the number that it would show, with the other filters as they are', () => {
    const { states, connections, added } = arranged({ connections: ['Nordbank'], states: ['held'] }).choices;
    expect([...states]).toEqual([
      ['held', 1],
      ['processed', 1],
    ]);
    expect([...connections].sort()).toEqual([
      ['Nordbank', 1],
      ['UAT', 0],
    ]);
    expect(added).toEqual({ today: 0, yesterday: 0, week: 1 });
  });

  it('Where nothing matches it is known which filters match nothing by themselves', () => {
    const { ids, alone } = arranged({ search: 'april', states: ['failed'], group: 'done' });
    expect([ids.length, alone]).toEqual([0, { group: 1, search: 1, states: 0, connections: 3, added: 3 }]);
  });

  it('A version of a row that has the place of the one before is arranged alike', () => {
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    expect(isArrangedAlike(row, { ...row, checkedBytes: row.checkedBytes + 1 })).toBe(true);
    expect(isArrangedAlike(row, { ...row, state: 'failed' })).toBe(false);
  });

  const hidden = (wish: Partial<Wish>, since: number) => arranged(wish, { since }).hidden;

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
    expect(arranged({ search: 'nothing' }).counts).toEqual({
      all: 3,
      needs: 1,
      moving: 1,
      done: 1,
    });
  });
});

describe('The order of names', () => {
  const sorted = (...names: string[]) =>
    inOrder(
      names.map((fileName, index) => row(index + 1, { state: 'processed', fileName })),
      { column: 'name', direction: 'ascending' },
    ).map(({ fileName }) => fileName);

  it('counts numbers as numbers, however long they are and whatever stands around them', () => {
    const long = '1'.repeat(30);
    expect(sorted('a10', 'a9', 'a010b', `a${long}`, 'a2', 'A1')).toEqual([
      'A1',
      'a2',
      'a9',
      'a10',
      'a010b',
      `a${long}`,
    ]);
  });

  it('does not part names by letter case, accents or marks of direction', () => {
    expect(sorted('zebra', 'ärger', 'Apfel', '\u202Eberg', 'Österreich', 'orange')).toEqual([
      ...['Apfel', 'ärger', '\u202Eberg', 'orange', 'Österreich', 'zebra'],
    ]);
  });
});

describe('A click on the head of a column', () => {
  it('sorts by it with what a person looks for on top, and a second click turns that round', () => {
    const size = orderBy('size', usualOrder);
    const name = orderBy('name', size);
    expect([size, name]).toEqual([
      { column: 'size', direction: 'descending' },
      { column: 'name', direction: 'ascending' },
    ]);
    expect([orderBy('size', size).direction, orderBy('name', name).direction]).toEqual(['ascending', 'descending']);
  });
});
