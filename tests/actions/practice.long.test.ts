import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import { openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;

beforeEach(async () => {
  // Practising needs no keychain.
  window = await openWindow({ box: createMemoryBox() });
});

afterEach(() => window.close());

/** Adds the valid sample, and returns its submission. */
async function practise(): Promise<number> {
  const { connection, sample } = await window.value('practice.start');
  const [sound] = sample.offers;
  if (sound === undefined) throw new Error('a sample expected');
  const { added } = await window.value('files.add', { offers: [sound.offer], options: { ...options, connection } });
  return added[0] ?? 0;
}

describe('Practising', () => {
  it('Practising offers one valid and one faulty export, over a distinguishable connection', async () => {
    const { connection, sample } = await window.value('practice.start');
    expect(sample.offers.map(({ kind, bytes }) => [kind, bytes > 10_000])).toEqual([
      ['json-lines', true],
      ['json-lines', true],
    ]);
    const [row] = await window.value('connections.list');
    expect(row).toMatchObject({ name: connection, kind: 'practice', hasSecret: true, openSubmissions: 0 });
  });

  it('Repeated practice starts one tenant and stores one connection', async () => {
    const [one, other] = await Promise.all([window.value('practice.start'), window.value('practice.start')]);
    expect(one.connection).toBe(other.connection);
    expect(await window.value('connections.list')).toHaveLength(1);
  });

  it('Practising leads from the first click to a processed file', async () => {
    await window.backend.start();
    const row = await window.until(await practise(), ({ state }) => state === 'processed');
    expect(row).toMatchObject({ errors: 0, connection: 'Practice', seen: row.whole });
  });

  it('The practice connection passes its diagnosis', async () => {
    const { connection: name } = await window.value('practice.start');
    const { steps } = await window.value('connections.diagnose', { name, askForStorage: false });
    const tried = steps.filter(({ outcome }) => outcome !== 'skipped');
    expect(tried.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
      ['name', 'proxy', 'token', 'service', 'clock', 'limits'].map((step) => `${step} good`),
    );
  });

  it('Practising offers other exports once the first were used, so that they do not count as sent before', async () => {
    await practise();
    const { sample } = await window.value('practice.start');
    expect(sample.offers[0]?.fileName).toBe('practice-export-2.jsonl');
  });

  it('Practising continues after a restart with the work under way, at the same address', async () => {
    await window.backend.start();
    const id = await practise();
    await window.until(id, ({ accepted }) => accepted.batches > 0);
    const [before] = await window.value('connections.list');
    window = await window.reopened();
    await window.backend.start();
    const row = await window.until(id, ({ state }) => state === 'processed' || state === 'failed');
    expect([row.state, (await window.value('connections.list'))[0]?.baseUrl]).toEqual(['processed', before?.baseUrl]);
  });

  it('Practising reports when its port was taken, and the rest of the app still works', async () => {
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
    // No work needs the old address, so a new start gets another one.
    await window.value('practice.start');
    const [moved] = await window.value('connections.list');
    expect([moved?.error, moved?.baseUrl === row?.baseUrl]).toEqual([undefined, false]);
    expect(settings.get('connections')).toHaveLength(1);
    other.close();
  });

  it('Practising ends when its connection is removed', async () => {
    const { connection: name } = await window.value('practice.start');
    const [row] = await window.value('connections.list');
    expect(await window.value('connections.remove', { name })).toEqual([]);
    await expect(fetch(row?.baseUrl ?? '')).rejects.toThrow();
  });
});
