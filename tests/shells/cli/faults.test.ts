import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { endOnFault, type FaultPorts } from '../../../src-main/shells/cli/faults.ts';
import { FakeClock, settle } from '../../fake-clock.ts';

function command(change: Partial<FaultPorts> = {}) {
  const calls: string[] = [];
  const clock = new FakeClock();
  const faults = new EventEmitter();
  endOnFault({
    faults,
    clock,
    note: () => calls.push('note'),
    tell: ({ detail }) => calls.push(`tell ${detail}`),
    stop: async () => void calls.push('stop'),
    end: () => calls.push('end'),
    ...change,
  });
  return { calls, clock, fail: (text: string) => faults.emit('uncaughtException', new Error(text)) };
}

it('An error that nothing has caught is noted and told, and ends the command after a clean stop', async () => {
  const { calls, fail } = command();
  fail('a part is missing');
  await settle();
  expect(calls).toEqual(['note', 'tell a part is missing', 'stop', 'end']);
});

it('Further errors change nothing', async () => {
  const { calls, fail } = command();
  fail('a part is missing');
  fail('another part is missing');
  await settle();
  expect(calls.filter((call) => call.startsWith('tell'))).toEqual(['tell a part is missing']);
  expect(calls.filter((call) => call === 'end')).toHaveLength(1);
});

it('A stop that hangs does not keep the command from ending', async () => {
  const { calls, clock, fail } = command({ stop: () => new Promise(() => {}) });
  fail('a part is missing');
  await clock.advance(10_000);
  expect(calls.at(-1)).toBe('end');
});

it.each(['note', 'tell', 'stop'] as const)('A failing “%s” keeps none of the others back', async (part) => {
  const broken = vi.fn(() => {
    throw new Error('disk full');
  });
  const { calls, fail } = command({ [part]: broken });
  fail('a part is missing');
  await settle();
  expect(broken).toHaveBeenCalledTimes(1);
  expect(calls).toHaveLength(3);
  expect(calls.at(-1)).toBe('end');
});
