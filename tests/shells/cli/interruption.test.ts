/** @file Ctrl-C at a call: the first asks it to stop, a later one ends it where it stands. */

import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted, Interruption } from '../../../src-main/shells/cli/interruption.ts';
import { FakeClock } from '../../fake-clock.ts';

function aCall() {
  const events = new EventEmitter();
  const clock = new FakeClock();
  const ended: number[] = [];
  const interruption = new Interruption({ events, clock, end: (exitCode) => void ended.push(exitCode) });
  onTestFinished(() => interruption[Symbol.dispose]());
  return { events, clock, ended, interruption };
}

describe('A call', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('is asked to stop by the first %s, and goes on with its end', (signal) => {
    const { events, ended, interruption } = aCall();
    events.emit(signal);
    expect(interruption.signal.reason).toBeInstanceOf(Interrupted);
    expect(ended).toEqual([]);
  });

  it('takes two signals at once for one, since a terminal sends Ctrl-C to what started it, too', async () => {
    const { events, clock, ended } = aCall();
    events.emit('SIGINT');
    await clock.advance(500);
    events.emit('SIGTERM');
    expect(ended).toEqual([]);
  });

  it('ends where it stands at a second signal, and says that the rest is in the queue', async () => {
    const { events, clock, ended } = aCall();
    events.emit('SIGINT');
    await clock.advance(501);
    events.emit('SIGINT');
    expect(ended).toEqual([4]);
  });

  it('that is over hears no signal any more', () => {
    const { events, interruption } = aCall();
    interruption[Symbol.dispose]();
    expect(events.eventNames()).toEqual([]);
  });
});
