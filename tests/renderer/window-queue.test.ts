import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWindowQueue } from '../../src-renderer/window-queue.ts';
import type { ActedOn, Obstacle, QueueState, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { settle } from '../fake-clock.ts';
import { bridgeTo } from '../shells/page-bridge.ts';
import { row as queueRow } from '../shells/rows.ts';

const row = (id: number, state: SubmissionRow['state']) => queueRow(id, { state });

/** An app whose answers the test controls. */
function openPage() {
  const snapshots: ((result: Result<QueueState>) => void)[] = [];
  const listeners = new Set<(change: QueueState) => void>();
  const calls: [string, unknown][] = [];
  let answer: Result<ActedOn[]> = { ok: true, value: [] };
  const act = (name: string) => (input: unknown) => {
    calls.push([name, input]);
    return Promise.resolve(answer);
  };
  const bridge = bridgeTo();
  const store = createWindowQueue({
    ...bridge,
    invoke: {
      ...bridge.invoke,
      'queue.snapshot': () => new Promise((resolve) => snapshots.push(resolve)),
      'queue.pause': act('pause'),
      'queue.resume': act('resume'),
      'queue.retry': act('retry'),
      'queue.cancel': act('cancel'),
      'queue.remove': act('remove'),
      'queue.restore': act('restore'),
      'queue.approve': async (input) => {
        const result = await act('approve')(input);
        return result.ok ? { ok: true, value: undefined } : result;
      },
    },
    on: {
      ...bridge.on,
      'queue.changed': (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const unfollow = store.getState().follow();
  return {
    store,
    unfollow,
    calls,
    listeners,
    asked: () => snapshots.length,
    async snapshot(sequence: number, ...submissions: SubmissionRow[]) {
      snapshots.at(-1)?.({ ok: true, value: { sequence, submissions, removed: [] } });
      await settle();
    },
    async refuseSnapshot(error: AppError) {
      snapshots.at(-1)?.({ ok: false, error: error.toRecord() });
      await settle();
    },
    change(sequence: number, ...submissions: SubmissionRow[]) {
      for (const listener of listeners) listener({ sequence, submissions, removed: [] });
    },
    failNext(error: AppError) {
      answer = { ok: false, error: error.toRecord() };
    },
    answerNext(acted: ActedOn[]) {
      answer = { ok: true, value: acted };
    },
    obstructNext({ id }: SubmissionRow, obstacle: Obstacle) {
      answer = { ok: true, value: [{ id, done: false, obstacle }] };
    },
    states: () => {
      const { list } = store.getState();
      return list && [...list.rows.values()].toSorted((a, b) => b.id - a.id).map(({ id, state }) => `${id} ${state}`);
    },
  };
}

describe('The page and the queue', () => {
  it('The page shows nothing before the snapshot has arrived', () => {
    expect(openPage().states()).toBeUndefined();
  });

  it('The page shows the snapshot', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'processed'), row(2, 'waiting'));
    expect(page.states()).toEqual(['2 waiting', '1 processed']);
  });

  it('The page applies changes: it replaces changed rows, adds new ones, and keeps the others', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'processed'), row(2, 'waiting'));
    page.change(4, row(2, 'uploading'), row(3, 'checking'));
    expect(page.states()).toEqual(['3 checking', '2 uploading', '1 processed']);
  });

  it('The page asks for a snapshot again when a sequence number is missing, and does not show the change after the gap', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'waiting'));
    page.change(5, row(1, 'uploading'));
    expect([page.asked(), page.states()]).toEqual([2, ['1 waiting']]);
    await page.snapshot(5, row(1, 'uploading'), row(2, 'checking'));
    expect(page.states()).toEqual(['2 checking', '1 uploading']);
  });

  it('The page asks only once while the snapshot after a gap is loading', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'waiting'));
    page.change(5);
    page.change(6);
    page.change(9);
    expect(page.asked()).toBe(2);
  });

  it('The page ignores a change that the snapshot includes', async () => {
    const page = openPage();
    await page.snapshot(5, row(1, 'processing'));
    page.change(5, row(1, 'uploading'));
    expect(page.states()).toEqual(['1 processing']);
  });

  it('The page keeps changes that overtake the snapshot, and applies those that it lacks', async () => {
    const page = openPage();
    page.change(3, row(1, 'waiting'));
    page.change(4, row(1, 'uploading'));
    await page.snapshot(3, row(1, 'waiting'));
    expect(page.states()).toEqual(['1 uploading']);
  });

  it('The page asks again when the changes that overtook the snapshot have a gap', async () => {
    const page = openPage();
    page.change(6, row(1, 'uploading'));
    await page.snapshot(3, row(1, 'waiting'));
    expect(page.asked()).toBe(2);
  });

  it('The page announces a changed state in words, and never progress', async () => {
    const page = openPage();
    await page.snapshot(1, row(1, 'waiting'), row(2, 'uploading'));
    expect(page.store.getState().announcement).toBe('');
    page.change(2, row(1, 'uploading'));
    page.change(3, row(2, 'uploading'));
    expect(page.store.getState().announcement).toBe('file-1.jsonl: Sending.');
  });

  it('The page shows why there is no snapshot', async () => {
    const page = openPage();
    await page.refuseSnapshot(new AppError('disk.full', { folder: '/data' }));
    expect(page.store.getState().problems).toMatchObject([{ error: { code: 'disk.full' } }]);
  });

  it('The page loads a failed snapshot at the next change, and withdraws the error', async () => {
    const page = openPage();
    await page.refuseSnapshot(new AppError('disk.full', { folder: '/data' }));
    page.change(4, row(1, 'waiting'));
    await page.snapshot(4, row(1, 'waiting'));
    expect(page.states()).toEqual(['1 waiting']);
    expect(page.store.getState().problems).toEqual([]);
  });

  it('The page tries a failed snapshot again by itself, and shows the error once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const page = openPage();
    const failure = new AppError('page.disconnected', {});
    for (const attempt of [1, 2, 3]) {
      expect(page.asked()).toBe(attempt);
      await page.refuseSnapshot(failure);
      vi.advanceTimersToNextTimer();
    }
    expect(page.store.getState().problems).toHaveLength(1);
    page.unfollow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('The page stops listening', () => {
    const page = openPage();
    page.unfollow();
    expect(page.listeners.size).toBe(0);
  });
});

describe('What a person does', () => {
  it.each(['pause', 'resume', 'retry', 'cancel', 'remove'] as const)(
    'The page passes %s on for the chosen submissions',
    async (action) => {
      const page = openPage();
      const ids = [row(4, 'waiting').id, row(5, 'waiting').id];
      await page.store.getState().act(action, ids);
      expect(page.calls).toEqual([[action, { ids: [4, 5] }]]);
    },
  );

  it('The page sends no command when a step applies to no submission', async () => {
    const page = openPage();
    await page.store.getState().act('pause', []);
    expect(page.calls).toEqual([]);
  });

  it('The page passes on the reason for sending something again', async () => {
    const page = openPage();
    await page.store.getState().approve([{ id: row(4, 'held').id, reason: 'corrected' }]);
    expect(page.calls).toEqual([['approve', { id: 4, reason: 'corrected' }]]);
  });

  it('is withdrawn once it is no longer so, and no other with it', () => {
    const { store } = openPage();
    const missing = (line: number) => ({ error: new AppError('edit.no-reason', { line }).toRecord() });
    store.getState().complain([missing(7), missing(8)]);
    store.getState().withdraw(({ params }) => params['line'] === 7);
    expect(store.getState().problems).toEqual([missing(8)]);
  });

  it('The page shows a refusal with the name of the file until it is dismissed', async () => {
    const page = openPage();
    await page.snapshot(1, row(4, 'waiting'));
    page.obstructNext(row(4, 'waiting'), { reason: 'unknown-id' });
    await page.store.getState().act('pause', [row(4, 'waiting').id]);
    expect(page.store.getState().problems).toMatchObject([
      { fileName: 'file-4.jsonl', error: { code: 'queue.unknown-id' } },
    ]);
    page.store.getState().dismissProblems();
    expect(page.store.getState().problems).toEqual([]);
  });
});

describe('A removal', () => {
  const [one, two] = [row(1, 'failed'), row(2, 'processed')];

  it('can be undone, all of it at once', async () => {
    const { store, calls, snapshot } = openPage();
    await snapshot(1, one, two);
    await store.getState().act('remove', [one.id, two.id]);
    expect(store.getState().removal).toEqual({ ids: [1, 2], fileName: 'file-1.jsonl' });
    await store.getState().undoRemoval();
    expect(calls).toEqual([
      ['remove', { ids: [1, 2] }],
      ['restore', { ids: [1, 2] }],
    ]);
    expect(store.getState().removal).toBeUndefined();
  });

  it('of which a part is back in another way offers nothing to undo', async () => {
    const { store, snapshot, answerNext } = openPage();
    await snapshot(1, one, two);
    await store.getState().act('remove', [one.id, two.id]);
    answerNext([{ id: two.id, done: true, batches: 0 }]);
    expect(await store.getState().restore([two.id])).toEqual({ ok: true, value: [two.id] });
    expect(store.getState()).toMatchObject({ removal: undefined, restored: 1 });
  });

  it('that did not work, and any other step, offers nothing to undo', async () => {
    const { store, snapshot, obstructNext } = openPage();
    await snapshot(1, one, two);
    await store.getState().act('retry', [one.id]);
    obstructNext(one, { reason: 'checking' });
    await store.getState().act('remove', [one.id]);
    expect(store.getState().removal).toBeUndefined();
    expect(store.getState().problems.map(({ error }) => error.code)).toEqual(['queue.still-moving']);
  });

  it('that cannot be undone says why', async () => {
    const { store, snapshot, obstructNext } = openPage();
    await snapshot(1, one);
    await store.getState().act('remove', [one.id]);
    obstructNext(one, { reason: 'removed-long-ago' });
    await store.getState().undoRemoval();
    expect(store.getState().problems.map(({ error }) => error.code)).toEqual(['queue.not-changed']);
  });
});

describe('Trying again', () => {
  it('is done at once for what only waits, and is no problem', async () => {
    const { store, snapshot, obstructNext } = openPage();
    await snapshot(1, row(4, 'waiting'));
    obstructNext(row(4, 'waiting'), { reason: 'under-way', state: 'waiting' });
    await store.getState().act('tryNow', [row(4, 'waiting').id]);
    expect(store.getState().problems).toEqual([]);
  });
});
