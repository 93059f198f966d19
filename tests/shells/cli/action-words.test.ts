import { describe, expect, it } from 'vitest';
import { doneInWords, lacksOnlyReports } from '../../../src-main/shells/cli/action-words.ts';

describe('What “queue retry” says', () => {
  it('names no sending where only a report is asked for again', () => {
    expect(doneInWords('retry', 1, undefined, true)).toBe(
      'has its report asked for again with the next “tranship work”; nothing is sent',
    );
    expect(doneInWords('retry', 1, undefined, false)).toMatch(/^is sent again/);
  });

  it('takes a retry for one of reports only where no batch is sent by it', () => {
    expect(lacksOnlyReports([{ state: 'unreported' }, { state: 'processed' }])).toBe(true);
    expect(lacksOnlyReports([{ state: 'unreported' }, { state: 'failed' }])).toBe(false);
    expect(lacksOnlyReports([])).toBe(false);
  });
});
