import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT_MS, MOST_UNANSWERED, Pulse } from '../../src-renderer/pulse.ts';

const said: string[] = [];
let pulse: Pulse;
beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  pulse = new Pulse({
    ask: () => {},
    onSilence: () => said.push('silent'),
    onReturn: () => said.push('back'),
  });
  pulse.start();
});
afterEach(() => {
  pulse.stop();
  vi.useRealTimers();
});
const beats = (count: number) => vi.advanceTimersByTime(count * BEAT_MS);

describe('The pulse of the app', () => {
  it('is silent once as many questions as that stayed without a word, and is said to be so once', () => {
    beats(MOST_UNANSWERED);
    expect(said).toEqual([]);
    beats(10);
    expect(said).toEqual(['silent']);
  });

  it('is there as long as anything comes', () => {
    for (let beat = 0; beat < 20; beat += 1) {
      beats(MOST_UNANSWERED);
      pulse.hear();
    }
    expect(said).toEqual([]);
  });

  it('comes back with the first word, again and again', () => {
    for (let time = 0; time < 2; time += 1) {
      beats(MOST_UNANSWERED + 1);
      pulse.hear();
      pulse.hear();
    }
    expect(said).toEqual(['silent', 'back', 'silent', 'back']);
  });

  it('does not judge by the time of day: a computer that slept has missed one answer at most', () => {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    beats(1);
    expect(said).toEqual([]);
  });

  it('is not asked for without a connection', () => {
    beats(MOST_UNANSWERED + 1);
    pulse.stop();
    beats(10);
    pulse.hear();
    expect(said).toEqual(['silent']);
  });
});
