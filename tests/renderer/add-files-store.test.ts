import { describe, expect, it } from 'vitest';
import { createAddFilesStore } from '../../src-renderer/add-files/add-files-store.ts';
import type { Problem } from '../../src-renderer/window-queue.ts';
import type { SendOptions } from '../../src-shared/contract.ts';
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

  it('Files stay picked when they cannot be added, and the reason is shown', async () => {
    const { bridge, problems, store } = openDialog();
    await store.getState().choose();
    const error = new AppError('disk.full', { folder: '/data' }).toRecord();
    const refusing = createAddFilesStore(
      { ...bridge, invoke: { ...bridge.invoke, 'files.add': () => Promise.resolve({ ok: false, error }) } },
      (more) => problems.push(...more),
    );
    refusing.getState().take(store.getState().picked ?? { offers: [], refused: [] });
    await refusing.getState().add(options);
    expect([problems, refusing.getState().picked?.offers.length]).toEqual([[{ error }], 1]);
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
