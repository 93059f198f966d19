/** @file Whether a file of the checker is what was offered. */

import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../src-main/team/offers/offer.ts';
import { type CheckedFile, comparedWithOffer } from '../../src-main/team/offers/proof.ts';
import { offerOf } from './team-of-test.ts';

const offered = offerOf('ab');
const found = (change: Partial<CheckedFile> = {}): CheckedFile => ({
  sha256: offered.sha256,
  figures: offered.figures,
  rules: [],
  ...change,
});

describe('A file of the checker', () => {
  it('with the same bytes and figures is what was offered', () => {
    expect(comparedWithOffer(offered, found())).toEqual({ kind: 'same' });
  });

  it('with other bytes is another file, even with the same figures', () => {
    expect(comparedWithOffer(offered, found({ sha256: 'cd'.repeat(32) }))).toEqual({ kind: 'other-bytes' });
  });

  it('with the same bytes and other figures tells which: the maker may have written any', () => {
    const figures = { ...offered.figures, errors: 0, byRule: {} };
    expect(comparedWithOffer(offered, found({ figures }))).toEqual({
      kind: 'other-figures',
      differing: ['errors', 'byRule'],
    });
  });

  it('without any day is what was offered, although the ledger keeps nothing in place of a day', () => {
    const totals = { sums: [], firstDay: undefined, lastDay: undefined, days: 0 };
    const figures = figuresOf({ ...offered.figures, totals });
    const kept = { ...offered, figures: { ...offered.figures, totals: { sums: [], days: 0 } } };
    expect(comparedWithOffer(kept, found({ figures }))).toEqual({ kind: 'same' });
  });

  it('is not asked for the manifest, which only the desk of the maker has', () => {
    const figures = { ...offered.figures, manifest: { sha256: 'ef'.repeat(32), template: 'konten 1', differences: 0 } };
    expect(comparedWithOffer({ ...offered, figures }, found())).toEqual({ kind: 'same' });
  });
});
