/** @file What the fields of the history page ask for. */

import { describe, expect, it } from 'vitest';
import { everything, filterOf } from '../../src-renderer/history/look-up.ts';
import { historyTexts } from '../../src-renderer/texts/history.ts';
import { historyFilterSchema } from '../../src-shared/history-shapes.ts';

describe('the fields of the history page', () => {
  it('ask for everything while they are empty', () => {
    expect(filterOf(everything)).toEqual({});
  });

  it('ask for days from midnight to midnight in the zone of the person', () => {
    const { from, before } = filterOf({ ...everything, from: '2026-03-29', to: '2026-03-29' });
    expect(from).toBe(new Date(2026, 2, 29).getTime());
    expect(before).toBe(new Date(2026, 2, 30).getTime());
  });

  it('ask for nothing by a day that is only half typed, by blanks, or by a state that there is not', () => {
    expect(filterOf({ ...everything, from: '2026-1', to: 'tomorrow', fileName: '  ', state: 'lost' })).toEqual({});
  });

  it('ask for what the contract takes', () => {
    const filter = filterOf({
      fileName: ' day ',
      batchId: 'a',
      modificationId: 'b',
      from: '2026-03-01',
      to: '',
      state: 'held',
      person: 'mara',
      isRemoved: true,
    });
    expect(historyFilterSchema.parse(filter)).toEqual(filter);
    expect(filter.named).toBe('day');
  });
});

it('The history says in one clause how long findings and reports are kept, where that is as long', () => {
  const kept = (findings: number | null, reports: number | null) =>
    historyTexts.kept({ submissions: null, findings, reports, ids: null, logs: 90 });
  expect(kept(null, null)).toContain('Findings and reports are kept until the file is removed.');
  expect(kept(90, null)).toContain('Findings are kept for 90 days, reports until the file is removed.');
});

it('The history says how long single transactions are recognised where that has a limit, and else nothing of it', () => {
  const kept = (ids: number | null) =>
    historyTexts.kept({ submissions: null, findings: null, reports: null, ids, logs: 90 });
  expect(kept(null)).not.toContain('recognised');
  expect(kept(1)).toContain('Single transactions of what was sent are recognised for 1 day after its removal.');
});

it('What can be restored is not said of files that are gone for good', () => {
  expect(historyTexts.shownOfRemoved(43, 4, true)).toBe('43 entries about 4 removed files');
  expect([historyTexts.restoreAll(4, 4), historyTexts.restoreAll(4, 6)]).toEqual([
    'Restore these 4 files',
    'Restore the 4 that can still be restored',
  ]);
});

it('What is back already is neither counted as removed nor called lost', () => {
  expect(historyTexts.shownOfRemoved(60, 6, true, 2)).toBe('60 entries about 6 files, of which 4 are still removed');
  expect(historyTexts.restoreAll(4, 4, 2)).toBe('Restore the other 4');
  expect(historyTexts.restoreAll(3, 4, 2)).toBe('Restore the 3 that can still be restored');
});
