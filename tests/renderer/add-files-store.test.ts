import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../src-preload/bridge.ts';
import { createAddFilesStore } from '../../src-renderer/add-files/add-files-store.ts';
import type { Problem } from '../../src-renderer/window-queue.ts';
import { type CommandOutput, type FileOffer, type SendOptions, submissionIdSchema } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { createDemoBridge } from './demo-bridge.ts';

const options: SendOptions = {
  connection: 'Nordbank',
  onInvalid: 'stop',
  ingestValid: false,
  maxBatchBytes: 1_000_000,
};

function openDialog() {
  const bridge = createDemoBridge({ isMoving: false });
  const problems: Problem[] = [];
  const store = createAddFilesStore(bridge, (more) => problems.push(...more));
  return { bridge, problems, store };
}

describe('Files on their way into the queue', () => {
  it('Files can be picked in several steps', async () => {
    const { store } = openDialog();
    await store.getState().choose();
    await store.getState().choose();
    expect(store.getState().picked?.offers).toHaveLength(2);
  });

  it('Nothing is picked when the person cancels the dialog', () => {
    const { store } = openDialog();
    store.getState().take({ offers: [], refused: [] });
    expect(store.getState().picked).toBeUndefined();
  });

  it('The selection closes when its last file is removed', async () => {
    const { store } = openDialog();
    await store.getState().choose();
    store.getState().leaveOut(store.getState().picked?.offers[0]?.offer ?? '');
    expect(store.getState().picked).toBeUndefined();
  });

  it('Only files that can be sent are added', async () => {
    const { bridge, store } = openDialog();
    await store.getState().receive([new File(['a'], 'a.jsonl'), new File(['b'], 'b.csv')]);
    expect(await store.getState().add(options)).toBe(1);
    expect(bridge.calls.find(({ name }) => name === 'files.add')?.input).toMatchObject({
      offers: [expect.any(String)],
      options,
    });
  });

  it('Files stay picked when they cannot be added, and the reason is shown beside them', async () => {
    const { bridge, problems, store } = openDialog();
    await store.getState().choose();
    const error = new AppError('disk.full', { folder: '/data' }).toRecord();
    const refusing = createAddFilesStore(
      { ...bridge, invoke: { ...bridge.invoke, 'files.add': () => Promise.resolve({ ok: false, error }) } },
      (more) => problems.push(...more),
    );
    refusing.getState().take(store.getState().picked ?? { offers: [], refused: [] });
    await refusing.getState().add(options);
    const { problem, picked } = refusing.getState();
    expect([problem, picked?.offers.length, problems]).toEqual([error, 1, []]);
  });
});

describe('Files that are being taken over', () => {
  function receiving() {
    const { bridge, problems } = openDialog();
    const { promise, resolve } = Promise.withResolvers<void>();
    let isStopped = false;
    let report: ((sentBytes: number, totalBytes: number) => void) | undefined;
    const store = createAddFilesStore(
      {
        ...bridge,
        offerFiles: async (files, onProgress, onBegun) => {
          report = onProgress;
          onBegun?.(() => {
            isStopped = true;
          });
          onProgress?.(1, 10);
          await promise;
          return await bridge.offerFiles(files);
        },
      },
      (more) => problems.push(...more),
    );
    const received = store.getState().receive([new File(['a'], 'a.jsonl')]);
    return { store, received, end: resolve, problems, isStopped: () => isStopped, report: () => report?.(5, 10) };
  }

  it('are stopped by the person: nothing is offered, and nothing more is told', async () => {
    const { store, received, end, problems, isStopped, report } = receiving();
    expect([store.getState().receiving, isStopped()]).toEqual([{ sentBytes: 1, totalBytes: 10 }, false]);
    store.getState().stopReceiving();
    report();
    expect([store.getState().receiving, isStopped()]).toEqual([undefined, true]);
    end();
    await received;
    expect([store.getState().picked, store.getState().receiving, problems]).toEqual([undefined, undefined, []]);
  });

  it('are on offer once all of them are there', async () => {
    const { store, received, end } = receiving();
    end();
    await received;
    expect([store.getState().picked?.offers.length, store.getState().receiving]).toEqual([1, undefined]);
  });
});

describe('Many files at once', () => {
  const offerOf = (at: number, more: Partial<FileOffer> = {}): FileOffer => ({
    ...{ offer: `offer ${at}`, fileName: `day ${at}.jsonl`, folder: '/exports', bytes: 8, kind: 'json-lines' },
    ...{ estimatedBatches: 1, estimatedCheckMs: 1 },
    ...more,
  });
  const many = (count: number) => Array.from({ length: count }, (_, at) => offerOf(at));

  /** A store whose app adds what `answer` says of each call. */
  function adding(answer: (offers: string[]) => CommandOutput<'files.add'>) {
    const { bridge, problems } = openDialog();
    const calls: number[] = [];
    const add: Bridge['invoke']['files.add'] = async ({ offers }) => {
      calls.push(offers.length);
      return { ok: true, value: answer(offers) };
    };
    const store = createAddFilesStore({ ...bridge, invoke: { ...bridge.invoke, 'files.add': add } }, (more) =>
      problems.push(...more),
    );
    return { store, calls, problems };
  }
  const all = (offers: string[]) => ({ added: offers.map((_, at) => submissionIdSchema.parse(at + 1)), refused: [] });

  it('They are added part by part, with how far it is', async () => {
    const { store, calls } = adding(all);
    const told: unknown[] = [];
    store.subscribe(({ adding }) => told.push(adding?.added));
    store.getState().take({ offers: many(250), refused: [] });
    expect(await store.getState().add(options)).toBe(250);
    expect(calls).toEqual([100, 100, 50]);
    expect(told.filter((one) => one !== undefined)).toEqual([0, 100, 200]);
    expect(store.getState().picked).toBeUndefined();
  });

  it('Stopped, the rest stays on offer, and what was added is not offered again', async () => {
    const { store } = adding((offers) => {
      store.getState().stopAdding();
      return all(offers);
    });
    store.getState().take({ offers: many(250), refused: [] });
    expect(await store.getState().add(options)).toBe(0);
    expect(store.getState().picked?.offers.map(({ offer }) => offer)).toEqual(
      many(250)
        .slice(100)
        .map(({ offer }) => offer),
    );
  });

  it('Many that have vanished meanwhile stay in the dialog, each with its reason', async () => {
    const error = new AppError('file.not-found', { path: '/exports/day.jsonl' }).toRecord();
    const { store, problems } = adding((offers) => ({
      ...{ added: [], refused: offers.map((offer) => ({ fileName: offer, error })) },
    }));
    store.getState().take({ offers: many(20), refused: [] });
    await store.getState().add(options);
    expect(problems).toEqual([]);
    expect(store.getState().picked).toMatchObject({ offers: [], refused: { length: 20 } });
  });

  it('Those that the queue has already are left out beside new ones', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { isKnown: true }), offerOf(2)], refused: [] });
    await store.getState().add(options);
    expect(calls).toEqual([1]);
  });

  it('Those that the queue has already are added where a person wants it', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { isKnown: true }), offerOf(2)], refused: [] });
    store.getState().decideKnown(true);
    await store.getState().add(options);
    expect(calls).toEqual([2]);
  });

  it('A file that the queue has already was meant if it comes by itself', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { isKnown: true })], refused: [] });
    await store.getState().add(options);
    expect(calls).toEqual([1]);
  });

  it('A whole group is left out at once', () => {
    const { store } = adding(all);
    store.getState().take({ offers: many(3), refused: [] });
    store.getState().leaveOut('offer 0', 'offer 2');
    expect(store.getState().picked?.offers.map(({ offer }) => offer)).toEqual(['offer 1']);
  });

  it('Reading folders that is stopped offers nothing', async () => {
    const { store } = adding(all);
    const { promise, resolve } = Promise.withResolvers<void>();
    const dropped = store.getState().drop(async ({ signal }) => {
      await promise;
      signal?.throwIfAborted();
      return { files: [new File(['a'], 'a.jsonl')], refused: [] };
    });
    store.getState().stopReading();
    resolve();
    await dropped;
    expect(store.getState()).toMatchObject({ picked: undefined, reading: undefined });
  });
});
