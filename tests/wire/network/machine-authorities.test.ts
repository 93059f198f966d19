/** @file The authorities of the machine are read in a thread: nothing but what needs them waits, and not for ever. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src-main/ground/clock.ts';
import {
  MachineAuthorities,
  type ReadAuthorities,
  readInThread,
} from '../../../src-main/wire/network/machine-authorities.ts';
import { SecureContexts } from '../../../src-main/wire/network/secure-contexts.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A machine that answers when the test says so. */
function machine() {
  const clock = new FakeClock();
  const answer = Promise.withResolvers<ReadAuthorities>();
  let reads = 0;
  const authorities = new MachineAuthorities({
    clock,
    read: async () => {
      reads += 1;
      return await answer.promise;
    },
  });
  const reports: object[] = [];
  authorities.follow((report) => reports.push(report));
  return { authorities, clock, answer, reports, reads: () => reads };
}

/** The URL of a thread with this code. */
function threadOf(code: string): URL {
  const folder = temporaryFolder();
  const path = join(folder, 'thread.mjs');
  writeFileSync(path, code);
  return pathToFileURL(path);
}

describe('the thread as it ships', () => {
  it('reads the authorities of this machine, each once', async () => {
    const { certificates, problem } = await readInThread();
    expect(problem).toBeUndefined();
    expect(certificates.length).toBeGreaterThan(50);
    expect(new Set(certificates).size).toBe(certificates.length);
  });

  it.each([
    ['throws', "throw new Error('the store is damaged')", 'the store is damaged'],
    ['ends without an answer', 'process.exit(3)', 'ended with code 3'],
    ['needs too much memory', 'const all = []; for (;;) all.push(new Array(100_000).fill({}));', 'memory'],
  ])('does not end this process where it %s', async (_, code, words) => {
    await expect(readInThread({}, threadOf(code))).rejects.toThrow(words);
  });
});

describe('the authorities of the machine', () => {
  it('are asked for once, for all that need them', async () => {
    const { authorities, answer, reads } = machine();
    authorities.start();
    const [one, two] = [authorities.get(), authorities.get()];
    answer.resolve({ certificates: ['A'] });
    expect([await one, await two, await authorities.get(), reads()]).toEqual([['A'], ['A'], ['A'], 1]);
  });

  it('are reported with their number and the time that they took, also to who asks later', async () => {
    const { authorities, clock, answer, reports } = machine();
    authorities.start();
    await clock.advance(48 * SECOND);
    answer.resolve({ certificates: ['A', 'B'] });
    await settle();
    const report = { certificates: 2, milliseconds: 48 * SECOND };
    expect([reports, authorities.problem]).toEqual([[report], undefined]);
    const later: object[] = [];
    authorities.follow((one) => later.push(one));
    expect(later).toEqual([report]);
  });

  it('are waited for as long as the slowest computer needs', async () => {
    const { authorities, clock, answer } = machine();
    const waiting = authorities.get();
    await clock.advance(48 * SECOND);
    answer.resolve({ certificates: ['A'] });
    expect(await waiting).toEqual(['A']);
    expect(clock.remaining).toEqual([]);
  });

  it('give way to those of Tranship where the system does not answer, and count once it does', async () => {
    const { authorities, clock, answer, reports } = machine();
    const waiting = authorities.get();
    await clock.advance(60 * SECOND);
    const own = await waiting;
    expect(own.length).toBeGreaterThan(50);
    expect(authorities.problem).toEqual('the system did not give them within 60 s');
    // Nothing waits a second time.
    expect(await authorities.get()).toBe(own);
    answer.resolve({ certificates: ['A'] });
    await settle();
    expect([await authorities.get(), authorities.problem, reports.length]).toEqual([['A'], undefined, 2]);
  });

  it('give way to those of Tranship where they cannot be read, and the reason is told', async () => {
    const { authorities, answer, reports } = machine();
    const waiting = authorities.get();
    answer.reject(new Error('the store is damaged'));
    expect((await waiting).length).toBeGreaterThan(50);
    expect(authorities.problem).toBe('the store is damaged');
    expect(reports).toEqual([expect.objectContaining({ problem: 'the store is damaged' })]);
  });

  it('make another TLS context once they have come', async () => {
    const { authorities, clock, answer } = machine();
    const contexts = new SecureContexts(async () => [], authorities);
    const identity = async () => undefined;
    const making = contexts.get(identity, 'api.example');
    await clock.advance(60 * SECOND);
    const before = await making;
    expect(await contexts.get(identity, 'api.example')).toBe(before);
    answer.resolve({ certificates: [] });
    await settle();
    expect(await contexts.get(identity, 'api.example')).not.toBe(before);
  });
});
