import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../harness/commands.ts';
import { bank, openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;

beforeEach(async () => {
  window = await openWindow();
  await window.value('connections.add', { ...bank, kind: 'production' });
});

afterEach(() => window.close());

async function added(...contents: string[]): Promise<number[]> {
  const offers = await Promise.all(contents.map((content, at) => window.offered(`${at}.jsonl`, content)));
  return (await window.value('files.add', { offers, options: { ...options, connection: 'Bank' } })).added;
}

/** The ids as the page has them, parsed by the contract. */
const ids = (...numbers: number[]) => commands['queue.pause'].input.parse({ ids: numbers });
const stateOf = async (id: number) =>
  (await window.value('queue.snapshot')).submissions.find((row) => row.id === id)?.state;

describe('Commands for several submissions', () => {
  it('A command acts on each submission for which it is possible, and says why not for the others', async () => {
    const [one = 0, two = 0] = await added('{}\n', '{"a":1}\n');
    await window.value('queue.pause', ids(two));
    expect(await window.value('queue.pause', ids(98, one, two, one))).toEqual([
      { id: 98, done: false, obstacle: { reason: 'unknown-id' } },
      { id: one, done: true, batches: 0 },
      { id: two, done: false, obstacle: { reason: 'paused-already' } },
    ]);
    const { submissions } = await window.value('queue.snapshot');
    expect(submissions.map(({ paused }) => paused)).toEqual([true, true]);
    await window.value('queue.resume', ids(one));
    expect((await window.value('queue.snapshot')).submissions.map(({ paused }) => paused)).toEqual([false, true]);
  });

  it('A command for no submissions does nothing', async () => {
    expect(await window.value('queue.cancel', { ids: [] })).toEqual([]);
  });
});

it('Who waits hears first of what has happened, and then that there is nothing more to wait for', async () => {
  const [id = 0] = await added('{}\n');
  const waiting = { ...ids(id), waitFor: 'final' as const };
  window.app.queue.actions.cancel(commands['submission.details'].input.parse({ id }).id);
  expect(await window.value('queue.situation', waiting)).toEqual({ state: 'wait', isOnHold: false });
  await vi.waitFor(async () => expect((await window.value('queue.situation', waiting)).state).toBe('finished'));
  const stages = window.changes.flatMap(({ news = [] }) => news.map((one) => one.kind === 'submission' && one.stage));
  expect(stages).toEqual(['checking', 'cancelled']);
});

it('Files that are added in one step are known as that, also after a restart', async () => {
  await added('{"a":0}\n');
  await added('{"a":1}\n', '{"a":2}\n');
  const additions = async () => (await window.value('queue.snapshot')).submissions.map(({ addition }) => addition);
  const [alone, first, second] = await additions();
  expect(alone).toBeUndefined();
  expect(first).toMatchObject({ by: 'person' });
  expect(second).toEqual(first);
  window = await window.reopened();
  expect(await additions()).toEqual([undefined, first, second]);
});

describe('Removing', () => {
  it('Removing takes out ended submissions, and reports them once', async () => {
    const [one = 0, two = 0] = await added('{}\n', '{"a":1}\n');
    await window.value('queue.cancel', ids(one));
    await window.value('queue.remove', ids(one));
    expect(await stateOf(one)).toBeUndefined();
    expect(await stateOf(two)).toBe('checking');
    expect(await window.value('queue.retry', ids(one))).toMatchObject([{ obstacle: { reason: 'unknown-id' } }]);
  });

  it('Removing leaves open submissions in the queue', async () => {
    const [one = 0] = await added('{}\n');
    expect(await window.value('queue.remove', ids(one))).toMatchObject([{ obstacle: { reason: 'checking' } }]);
    expect(await stateOf(one)).toBe('checking');
  });

  it('Removed submissions stay removed after a restart', async () => {
    const [one = 0, two = 0] = await added('{}\n', '{"a":1}\n');
    await window.value('queue.cancel', ids(one, two));
    await window.value('queue.remove', ids(one));
    window = await window.reopened();
    expect((await window.value('queue.snapshot')).submissions.map(({ id }) => id)).toEqual([two]);
  });

  it('Removed content still counts as sent before', async () => {
    const { connection, sample } = await window.value('practice.start');
    await window.backend.start();
    const [sound] = sample.offers;
    const call = { options: { ...options, connection } };
    const first = await window.value('files.add', { ...call, offers: [sound?.offer ?? ''] });
    await window.until(first.added[0] ?? 0, ({ state }) => state === 'processed');
    await window.value('queue.remove', ids(first.added[0] ?? 0));
    const again = await window.value('practice.start');
    const second = await window.value('files.add', { ...call, offers: [again.sample.offers[0]?.offer ?? ''] });
    const row = await window.until(second.added[0] ?? 0, ({ state }) => state === 'held');
    expect(row.error?.code).toBe('submission.sent-before');
  });
});

describe('Sending with errors', () => {
  it('needs a reason, which the history keeps', async () => {
    const { connection } = await window.value('practice.start');
    await window.backend.start();
    const offer = await window.offered('faulty.jsonl', '{}\n');
    const call = { offers: [offer], options: { ...options, connection, onInvalid: 'stop' as const } };
    const [id = 0] = (await window.value('files.add', call)).added;
    await window.until(id, ({ state, errors }) => state === 'held' && errors > 0);
    expect(await window.code('queue.approve', { id })).toBe('submission.no-reason');
    expect(await window.code('queue.approve', { id, reason: ' \n' })).toBe('submission.no-reason');
    expect(await stateOf(id)).toBe('held');
    const [row] = (await window.value('queue.snapshot')).submissions;
    if (row === undefined) throw new Error('There is no submission.');
    await window.value('queue.approve', { id: row.id, reason: 'The provider asked to see it' });
    await window.until(id, ({ state }) => state === 'rejected');
    const { history } = await window.value('submission.details', { id: row.id });
    expect(history.filter(({ reason }) => reason !== undefined)).toMatchObject([
      { kind: 'approved', reason: 'The provider asked to see it' },
    ]);
  });
});
