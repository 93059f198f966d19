import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Happening } from '../../src-shared/happenings.ts';
import { Notifier } from '../../src-shared/notifier.ts';
import { FakeClock } from '../fake-clock.ts';

const processed: Happening = {
  fileName: 'a.jsonl',
  connection: 'Bank',
  hasEnded: true,
  needsPerson: false,
  title: 'Processed',
};

let clock: FakeClock;
let isWatched: boolean;
let settings: { ended: boolean; needsPerson: boolean };
const show = vi.fn();
let notifier: Notifier;

beforeEach(() => {
  clock = new FakeClock();
  isWatched = false;
  settings = { ended: true, needsPerson: true };
  show.mockReset();
  notifier = new Notifier({ clock, settings: () => settings, isWatched: () => isWatched, show });
});

describe('The notifier', () => {
  it('The notifier combines events within a moment', async () => {
    notifier.note(processed);
    await clock.advance(1000);
    notifier.note(processed);
    await clock.advance(5000);
    expect(show.mock.calls).toEqual([[expect.objectContaining({ title: '2 files were processed' })]]);
  });

  it('The notifier reports later events separately', async () => {
    notifier.note(processed);
    await clock.advance(5000);
    notifier.note(processed);
    await clock.advance(5000);
    expect(show).toHaveBeenCalledTimes(2);
  });

  it('The notifier is silent while a person looks at the window', async () => {
    isWatched = true;
    notifier.note(processed);
    await clock.advance(5000);
    expect(show).not.toHaveBeenCalled();
  });

  it('The notifier is silent when a person has looked in the meantime', async () => {
    notifier.note(processed);
    isWatched = true;
    await clock.advance(5000);
    expect(show).not.toHaveBeenCalled();
  });

  it('The notifier obeys settings that have just changed', async () => {
    notifier.note(processed);
    settings = { ended: false, needsPerson: true };
    await clock.advance(5000);
    expect(show).not.toHaveBeenCalled();
  });

  it('The notifier is silent after it is closed', async () => {
    notifier.note(processed);
    notifier.close();
    await clock.advance(5000);
    expect(show).not.toHaveBeenCalled();
  });
});
