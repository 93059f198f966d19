import { describe, expect, it } from 'vitest';
import { type Entry, entriesOf, type Grouping, idsOf } from '../../src-renderer/queue/entries.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { row } from '../shells/rows.ts';

const id = (number: number) => submissionIdSchema.parse(number);
const of = (number: number, key?: string, more: Partial<SubmissionRow> = {}) =>
  row(number, { ...(key !== undefined && { addition: { id: key, by: 'person' } }), ...more });
const usual: Grouping = { isTogether: true, isSearch: false, turned: new Set() };
const listed = (rows: readonly SubmissionRow[], grouping: Partial<Grouping> = {}) =>
  entriesOf(rows, { ...usual, ...grouping }).map(said);
const said = (entry: Entry) => {
  if (entry.kind === 'group') return `${entry.isOpen ? 'open' : 'closed'} ${entry.key}: ${entry.ids.join(' ')}`;
  return `${entry.group === undefined ? '' : `in ${entry.group} `}${entry.isCorrected ? 'below ' : ''}${entry.key}`;
};
const many = (key: string, first: number) => Array.from({ length: 6 }, (_, at) => of(first - at, key));

describe('Files that came together', () => {
  it('are one entry where the first of them would stand, which is closed if they are many', () => {
    expect(listed([of(20), ...many('a', 19).slice(0, 3), of(13), ...many('a', 19).slice(3)])).toEqual([
      '20',
      'closed a: 19 18 17 16 15 14',
      '13',
    ]);
  });

  it('are shown by themselves if they are few, until a person closes the entry', () => {
    const rows = [of(3, 'a'), of(2), of(1, 'a')];
    expect(listed(rows)).toEqual(['open a: 3 1', 'in a 3', 'in a 1', '2']);
    expect(listed(rows, { turned: new Set(['a']) })).toEqual(['closed a: 3 1', '2']);
  });

  it('of a watched day stay closed, as more of them come', () => {
    const watched = { addition: { id: 'w', by: 'watch' } } as const;
    expect(listed([row(2, watched), row(1, watched)])).toEqual(['closed w: 2 1']);
  });

  it('are looked into by a search', () => {
    expect(listed(many('a', 6), { isSearch: true })[0]).toBe('open a: 6 5 4 3 2 1');
    expect(listed(many('a', 6), { isSearch: true, turned: new Set(['a']) })).toEqual(['closed a: 6 5 4 3 2 1']);
  });

  it('are no group where one of them is shown, or where a person wants each file alone', () => {
    expect(listed([of(2, 'a'), of(1, 'b')])).toEqual(['2', '1']);
    expect(listed([of(2, 'a'), of(1, 'a')], { isTogether: false })).toEqual(['2', '1']);
  });

  it('are as few entries as there were additions, of however many files', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => of(at + 1, `${at % 40}`));
    expect(entriesOf(rows, usual)).toHaveLength(40);
  });
});

describe('A corrected file', () => {
  const corrected = (number: number, by: number, key?: string) => of(number, key, { story: { correctedBy: id(by) } });
  const correcting = (number: number, of_: number, key?: string) => of(number, key, { story: { corrects: id(of_) } });

  it('stands below its correction, whatever the order', () => {
    expect(listed([correcting(5, 1), of(3), corrected(1, 5)])).toEqual(['5', 'below 1', '3']);
    expect(listed([corrected(1, 5), of(3), correcting(5, 1)])).toEqual(['5', 'below 1', '3']);
  });

  it('stands below the last of several corrections', () => {
    const between = of(4, undefined, { story: { corrects: id(1), correctedBy: id(6) } });
    expect(listed([correcting(6, 4), between, of(3), corrected(1, 4)])).toEqual(['6', 'below 4', 'below 1', '3']);
  });

  it('stands alone where its correction is not shown', () => {
    expect(listed([corrected(1, 5)])).toEqual(['1']);
  });

  it('closes no group by what it left for later', () => {
    const few = [corrected(1, 6, 'a'), corrected(2, 7, 'a'), of(3, 'a'), of(4, 'a'), of(5, 'a')];
    const after = [correcting(6, 1, 'a'), correcting(7, 2, 'a'), correcting(8, 1, 'a'), correcting(9, 2, 'a')];
    expect(listed([...after, ...few])[0]).toMatch(/^open a: /);
  });

  it('is no group with its correction, and no further file in one', () => {
    expect(listed([correcting(5, 1, 'a'), corrected(1, 5, 'a')])).toEqual(['5', 'below 1']);
    expect(listed([correcting(5, 1, 'a'), of(2, 'a'), corrected(1, 5, 'a')])).toEqual([
      'open a: 5 1 2',
      'in a 5',
      'in a below 1',
      'in a 2',
    ]);
  });
});

it('A range of files goes through closed groups as through open ones', () => {
  const rows = [of(9), ...many('a', 8), of(1)];
  const all = [9, 8, 7, 6, 5, 4, 3, 1];
  expect(idsOf(entriesOf(rows, usual))).toEqual(all);
  expect(idsOf(entriesOf(rows, { ...usual, turned: new Set(['a']) }))).toEqual(all);
});
