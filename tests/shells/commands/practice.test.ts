import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../../src-main/credentials/memory-box.ts';
import { openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;

beforeEach(async () => {
  // Practising needs no keychain.
  window = await openWindow(createMemoryBox());
});

afterEach(() => window.close());

/** Adds the sound sample, and gives its submission. */
async function practise(): Promise<number> {
  const { connection, sample } = await window.value('practice.start');
  const [sound] = sample.offers;
  if (sound === undefined) throw new Error('a sample expected');
  const { added } = await window.value('files.add', { offers: [sound.offer], options: { ...options, connection } });
  return added[0] ?? 0;
}

describe('practising', () => {
  it('offers an export that is in order and one that is not, over a connection that is told apart', async () => {
    const { connection, sample } = await window.value('practice.start');
    expect(sample.offers.map(({ kind, bytes }) => [kind, bytes > 10_000])).toEqual([
      ['json-lines', true],
      ['json-lines', true],
    ]);
    const [row] = await window.value('connections.list');
    expect(row).toMatchObject({ name: connection, kind: 'practice', hasSecret: true, openSubmissions: 0 });
  });

  it('starts one tenant and stores one connection, however often it is asked for', async () => {
    const [one, other] = await Promise.all([window.value('practice.start'), window.value('practice.start')]);
    expect(one.connection).toBe(other.connection);
    expect(await window.value('connections.list')).toHaveLength(1);
  });

  it('leads from the first click to a file that is processed', async () => {
    await window.backend.start();
    const row = await window.until(await practise(), ({ state }) => state === 'processed');
    expect(row).toMatchObject({ errors: 0, connection: 'Practice', seen: row.whole });
  });

  it('passes the test of a connection', async () => {
    const { connection: name } = await window.value('practice.start');
    const { steps } = await window.value('connections.diagnose', { name, askForStorage: false });
    const tried = steps.filter(({ outcome }) => outcome !== 'skipped');
    expect(tried.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
      ['name', 'proxy', 'token', 'service', 'clock', 'limits'].map((step) => `${step} good`),
    );
  });

  it('offers other exports once the first were used, so that nobody is told that they were sent before', async () => {
    await practise();
    const { sample } = await window.value('practice.start');
    expect(sample.offers[0]?.fileName).toBe('practice-export-2.jsonl');
  });

  it('goes on after a restart with what was under way, at the same address', async () => {
    await window.backend.start();
    const id = await practise();
    await window.until(id, ({ accepted }) => accepted.batches > 0);
    const [before] = await window.value('connections.list');
    window = await window.reopened();
    await window.backend.start();
    const row = await window.until(id, ({ state }) => state === 'processed' || state === 'failed');
    expect([row.state, (await window.value('connections.list'))[0]?.baseUrl]).toEqual(['processed', before?.baseUrl]);
  });

  it('says why it cannot go on when its place was taken, and leaves the rest of the app alone', async () => {
    await window.value('practice.start');
    const [row] = await window.value('connections.list');
    const settings = window.settings;
    const { port } = new URL(row?.baseUrl ?? '');
    window = await window.reopened();
    const other = createServer().listen(Number(port), '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    await window.backend.start();
    const [stuck] = await window.value('connections.list');
    expect(stuck?.error?.code).toBe('practice.port-taken');
    // Nothing needs the old place: who starts anew gets another one.
    await window.value('practice.start');
    const [moved] = await window.value('connections.list');
    expect([moved?.error, moved?.baseUrl === row?.baseUrl]).toEqual([undefined, false]);
    expect(settings.get('connections')).toHaveLength(1);
    other.close();
  });

  it('ends with its connection', async () => {
    const { connection: name } = await window.value('practice.start');
    const [row] = await window.value('connections.list');
    expect(await window.value('connections.remove', { name })).toEqual([]);
    await expect(fetch(row?.baseUrl ?? '')).rejects.toThrow();
  });
});
