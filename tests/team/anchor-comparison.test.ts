/** @file What a history is compared with in the team ledger, and what a difference is said to mean. */

import { expect, it } from 'vitest';
import type { Anchor } from '../../src-main/team/history/anchor.ts';
import { AnchorComparing, type ComparedHistory } from '../../src-main/team/history/anchor-comparison.ts';

/** A history of ten entries, whose hashes are `own 1` to `own 10`. */
const own = (position: number) => (position <= 10 ? `own ${position}` : undefined);

/** Anchors such as `own 3` of this desk; with another desk, `own 3 at copy`. */
function compare(noted: readonly string[], more: Partial<ComparedHistory> = {}) {
  const comparing = new AnchorComparing({
    desk: 'this',
    ledger: 'L',
    remembered: undefined,
    hashAt: own,
    ...more,
  });
  for (const [id, text] of noted.entries()) comparing.take(anchorOf(id, text));
  const { checkpoints, doubts, ...found } = comparing.end();
  return {
    anchors: found.anchors,
    latest: found.latest?.hash,
    checkpoints: checkpoints.map(({ hash }) => hash),
    doubts: doubts.map(({ kind }) => kind),
  };
}

function anchorOf(id: number, text: string): Anchor {
  const [hash = '', desk = 'this'] = text.split(' at ');
  const position = Number(hash.split(' ')[1]);
  return { id, desk, deskName: desk, person: 'mara', position, hash, count: position, at: '2026-01-05T09:00:00.000Z' };
}

it.each<[string, string[], object]>([
  ['nothing is noted', [], { latest: undefined, checkpoints: [], doubts: [] }],
  ['all fits', ['own 3', 'own 7'], { latest: 'own 7', checkpoints: ['own 7'], doubts: [] }],
  [
    'the end is missing',
    ['own 7', 'own 12', 'own 15'],
    { checkpoints: ['own 7', 'own 12', 'own 15'], doubts: ['lost'] },
  ],
  ['a stretch was rewritten', ['own 3', 'was 5', 'own 9'], { checkpoints: ['own 9', 'was 5'], doubts: ['lost'] }],
  ['it was put back and went on', ['own 3', 'was 5', 'was 8', 'own 6'], { latest: 'own 6', doubts: ['lost'] }],
  ['two are told in turn', ['own 3', 'was 5', 'own 6', 'was 7', 'own 8'], { doubts: ['returned'] }],
  [
    'a copy went its own way',
    ['own 3 at copy', 'was 5 at copy', 'was 9 at copy'],
    { latest: 'own 3', doubts: ['copied'] },
  ],
])('where %s', (_, noted, expected) => {
  expect(compare(noted)).toMatchObject(expected);
});

it('the many notes of a copy come to one, and those of this desk to two', () => {
  const copies = Array.from({ length: 1000 }, (_, index) => `was ${index + 4} at copy`);
  expect(compare(copies).checkpoints).toEqual(['was 4']);
  const lost = Array.from({ length: 1000 }, (_, index) => `was ${index + 4}`);
  expect(compare(lost).checkpoints).toEqual(['was 4', 'was 1003']);
});

it('what the desk remembers and the ledger does not have is compared as well, and is no proof against the history', () => {
  const remembered = { position: 9, hash: 'own 9' };
  expect(compare(['own 3'], { remembered })).toMatchObject({ checkpoints: ['own 3', 'own 9'], doubts: ['forgotten'] });
  expect(compare(['own 3', 'own 9'], { remembered })).toMatchObject({ doubts: [] });
});
