import { describe, expect, it } from 'vitest';
import { submissionRow } from '../../src-main/shells/submission-row.ts';
import type { Bridge, QueueState, Result, SubmissionRow } from '../../src-preload/contract.ts';
import { AppError } from '../../src-preload/errors.ts';
import { createQueueStore } from '../../src-renderer/queue-store.ts';
import { settle } from '../fake-clock.ts';
import { submission, view } from '../shells/submissions.ts';

const row = (id: number, state: SubmissionRow['state']): SubmissionRow => ({
  ...submissionRow(view(submission(id)), { sentBytes: new Map() }),
  state,
});

/** An app that answers when the test says so. */
function openPage() {
  const snapshots: ((result: Result<QueueState>) => void)[] = [];
  const listeners = new Set<(change: QueueState) => void>();
  const calls: [string, number][] = [];
  let answer: Result<void> = { ok: true, value: undefined };
  let files: Awaited<ReturnType<Bridge['invoke']['queue.addFiles']>> = { ok: true, value: { added: [], refused: [] } };
  const act = (name: string) => (input: { id: number }) => {
    calls.push([name, input.id]);
    return Promise.resolve(answer);
  };
  const bridge: Bridge = {
    invoke: {
      'queue.snapshot': () => new Promise((resolve) => snapshots.push(resolve)),
      'queue.addFiles': () => Promise.resolve(files),
      'queue.pause': act('pause'),
      'queue.resume': act('resume'),
      'queue.retry': act('retry'),
      'queue.cancel': act('cancel'),
      'queue.approve': act('approve'),
    },
    on: {
      'queue.changed': (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const store = createQueueStore(bridge);
  const unfollow = store.getState().follow();
  return {
    store,
    unfollow,
    calls,
    listeners,
    asked: () => snapshots.length,
    async snapshot(sequence: number, ...submissions: SubmissionRow[]) {
      snapshots.at(-1)?.({ ok: true, value: { sequence, submissions } });
      await settle();
    },
    async refuseSnapshot(error: AppError) {
      snapshots.at(-1)?.({ ok: false, error: error.toRecord() });
      await settle();
    },
    change(sequence: number, ...submissions: SubmissionRow[]) {
      for (const listener of listeners) listener({ sequence, submissions });
    },
    failNext(error: AppError) {
      answer = { ok: false, error: error.toRecord() };
    },
    chosen(result: typeof files) {
      files = result;
    },
    states: () => store.getState().list?.rows.map(({ id, state }) => `${id} ${state}`),
  };
}

describe('the page and the queue', () => {
  it('shows nothing before the snapshot is there', () => {
    expect(openPage().states()).toBeUndefined();
  });

  it('shows the snapshot, newest first', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'processed'), row(2, 'waiting'));
    expect(page.states()).toEqual(['2 waiting', '1 processed']);
  });

  it('follows changes: what changed is replaced, what is new is added, the rest stays', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'processed'), row(2, 'waiting'));
    page.change(4, row(2, 'uploading'), row(3, 'checking'));
    expect(page.states()).toEqual(['3 checking', '2 uploading', '1 processed']);
  });

  it('asks for a snapshot again when a number is missing, and shows nothing of the change after the gap', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'waiting'));
    page.change(5, row(1, 'uploading'));
    expect([page.asked(), page.states()]).toEqual([2, ['1 waiting']]);
    await page.snapshot(5, row(1, 'uploading'), row(2, 'checking'));
    expect(page.states()).toEqual(['2 checking', '1 uploading']);
  });

  it('asks only once while the snapshot after a gap is under way', async () => {
    const page = openPage();
    await page.snapshot(3, row(1, 'waiting'));
    page.change(5);
    page.change(6);
    page.change(9);
    expect(page.asked()).toBe(2);
  });

  it('ignores a change that the snapshot has in it already', async () => {
    const page = openPage();
    await page.snapshot(5, row(1, 'processing'));
    page.change(5, row(1, 'uploading'));
    expect(page.states()).toEqual(['1 processing']);
  });

  it('keeps changes that overtake the snapshot, and applies those that it lacks', async () => {
    const page = openPage();
    page.change(3, row(1, 'waiting'));
    page.change(4, row(1, 'uploading'));
    await page.snapshot(3, row(1, 'waiting'));
    expect(page.states()).toEqual(['1 uploading']);
  });

  it('asks again when the changes that overtook the snapshot have a gap', async () => {
    const page = openPage();
    page.change(6, row(1, 'uploading'));
    await page.snapshot(3, row(1, 'waiting'));
    expect(page.asked()).toBe(2);
  });

  it('announces a changed state in words, and progress not at all', async () => {
    const page = openPage();
    await page.snapshot(1, row(1, 'waiting'), row(2, 'uploading'));
    expect(page.store.getState().announcement).toBe('');
    page.change(2, row(1, 'uploading'));
    page.change(3, row(2, 'uploading'));
    expect(page.store.getState().announcement).toBe('file-1.jsonl: Being sent.');
  });

  it('says why there is no snapshot', async () => {
    const page = openPage();
    await page.refuseSnapshot(new AppError('disk.full', { folder: '/data' }));
    expect(page.store.getState().problems).toMatchObject([{ error: { code: 'disk.full' } }]);
  });

  it('ends listening', () => {
    const page = openPage();
    page.unfollow();
    expect(page.listeners.size).toBe(0);
  });
});

describe('what a person does', () => {
  it.each(['pause', 'resume', 'retry', 'cancel'] as const)('passes %s on for that submission', async (action) => {
    const page = openPage();
    await page.store.getState().act(action, row(4, 'waiting'));
    expect(page.calls).toEqual([[action, 4]]);
  });

  it('shows a refusal with the name of the file, until it is put away', async () => {
    const page = openPage();
    page.failNext(new AppError('queue.unknown-id', { id: '4' }));
    await page.store.getState().act('pause', row(4, 'waiting'));
    expect(page.store.getState().problems).toMatchObject([
      { fileName: 'file-4.jsonl', error: { code: 'queue.unknown-id' } },
    ]);
    page.store.getState().dismissProblems();
    expect(page.store.getState().problems).toEqual([]);
  });

  it('shows each file that could not be added', async () => {
    const page = openPage();
    const error = new AppError('file.not-found', { path: '/exports/a.jsonl' }).toRecord();
    page.chosen({ ok: true, value: { added: [], refused: [{ fileName: 'a.jsonl', error }] } });
    await page.store.getState().addFiles();
    expect(page.store.getState().problems).toEqual([{ fileName: 'a.jsonl', error }]);
  });

  it('shows why no file can be added, and forgets it with the next try', async () => {
    const page = openPage();
    page.chosen({ ok: false, error: new AppError('connection.none', { missing: 'all' }).toRecord() });
    await page.store.getState().addFiles();
    expect(page.store.getState().problems).toMatchObject([{ error: { code: 'connection.none' } }]);
    page.chosen({ ok: true, value: { added: [], refused: [] } });
    await page.store.getState().addFiles();
    expect(page.store.getState().problems).toEqual([]);
  });
});
