import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalmAnnouncer } from '../../src-renderer/frame/calm-announcer.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { row as queueRow } from '../shells/rows.ts';

type State = SubmissionRow['state'];
const row = (id: number, state: State) => queueRow(id, { state, fileName: `${id}.jsonl` });
const rows = (...all: SubmissionRow[]) => new Map(all.map((one) => [one.id, one]));

let said: { words: string; at: number }[];
let announcer: CalmAnnouncer;
let now: Map<SubmissionRow['id'], SubmissionRow>;

/** The state of one submission changes. */
function change(id: number, state: State): void {
  const before = now;
  const next = row(id, state);
  now = new Map(before).set(next.id, next);
  announcer.note(before, now, [next]);
}
const words = () => said.map((one) => one.words);

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  now = rows(row(1, 'waiting'), row(2, 'waiting'));
  announcer = new CalmAnnouncer((words) => said.push({ words, at: Date.now() }));
});
afterEach(() => void vi.useRealTimers());

describe('What a screen reader hears of the queue', () => {
  it('A change is heard at once, and progress never', () => {
    change(1, 'uploading');
    change(1, 'uploading');
    vi.advanceTimersByTime(60_000);
    expect(words()).toEqual(['1.jsonl: Sending.']);
  });

  it('Changes within five seconds are heard together, as they are by then', () => {
    change(1, 'uploading');
    vi.advanceTimersByTime(1000);
    change(1, 'processing');
    change(2, 'uploading');
    vi.advanceTimersByTime(1000);
    change(1, 'processed');
    vi.advanceTimersByTime(2999);
    expect(said).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(words().slice(1)).toEqual(['1.jsonl: Done. 2.jsonl: Sending.']);
  });

  it('What comes back to what was said last is not heard again', () => {
    change(1, 'uploading');
    change(1, 'waiting');
    change(1, 'uploading');
    vi.advanceTimersByTime(60_000);
    expect(words()).toEqual(['1.jsonl: Sending.']);
  });

  it('The short steps around sending are not heard', () => {
    change(1, 'reserving');
    vi.advanceTimersByTime(6000);
    change(1, 'uploading');
    vi.advanceTimersByTime(6000);
    change(1, 'verifying');
    vi.advanceTimersByTime(6000);
    expect(words()).toEqual(['1.jsonl: Sending.']);
  });

  it('A new submission is heard, and more than three are counted', () => {
    change(9, 'checking');
    expect(words()).toEqual(['9.jsonl: Checking.']);
    for (const id of [11, 12, 13, 14]) change(id, 'paused');
    vi.advanceTimersByTime(5000);
    expect(words()[1]).toBe('4 submissions: Paused.');
  });

  it('A thousand files in a minute are heard at most thirteen times', () => {
    for (let id = 100; id < 1100; id++) {
      change(id, 'checking');
      vi.advanceTimersByTime(20);
      change(id, 'uploading');
      vi.advanceTimersByTime(20);
      change(id, 'processed');
      vi.advanceTimersByTime(20);
    }
    expect(said.length).toBeGreaterThan(5);
    expect(said.length).toBeLessThanOrEqual(13);
  });

  it('After it is closed, nothing is heard', () => {
    change(1, 'uploading');
    change(2, 'uploading');
    announcer.close();
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(1);
  });

  it('However states change, five seconds lie between two announcements, and nothing that lasts is lost', () => {
    const event = fc.record({
      id: fc.constantFrom(1, 2, 3),
      state: fc.constantFrom(...submissionStateNames),
      after: fc.integer({ min: 0, max: 4000 }),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), (events) => {
        said = [];
        now = rows(row(1, 'waiting'), row(2, 'waiting'));
        announcer = new CalmAnnouncer((spoken) => said.push({ words: spoken, at: Date.now() }));
        for (const { id, state, after } of events) {
          vi.advanceTimersByTime(after);
          change(id, state);
        }
        change(3, 'processed');
        vi.advanceTimersByTime(10_000);
        const gaps = said.slice(1).map(({ at }, place) => at - (said[place]?.at ?? at));
        expect(gaps.every((gap) => gap >= 5000)).toBe(true);
        const about3 = said.map((one) => /3\.jsonl: ([^.]*)\./.exec(one.words)?.[1] ?? /Done/.exec(one.words)?.[0]);
        expect(about3.findLast((one) => one !== undefined)).toBe('Done');
      }),
    );
  });
});
