import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandHandlers } from '../../src-main/actions/ports.ts';
import { createAddFilesStore } from '../../src-renderer/add-files/add-files-store.ts';
import type { Problem } from '../../src-renderer/window-queue.ts';
import type { CommandOutput, FileOffer, SendOptions } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { bank, openWindow, options } from '../actions/window.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

const sending: SendOptions = { ...options, connection: bank.name };

const inQueue = { submission: submissionIdSchema.parse(1), at: '2026-11-30T05:00:00Z' };

const lines = (name: string) => new File(['{}\n'], name);

/** Beside what the test answers, the app is real. */
async function openDialog() {
  const window = await openWindow();
  onTestFinished(() => window.close());
  await window.value('connections.add', bank);
  const { bridge } = window;
  const problems: Problem[] = [];
  const store = createAddFilesStore(bridge, (more) => problems.push(...more));
  const choose = async (name: string) => {
    window.picks = [join(window.folder, name)];
    await writeFile(join(window.folder, name), '{}\n');
    await store.getState().choose();
  };
  return { window, bridge, problems, store, choose };
}

describe('Files on their way into the queue', () => {
  it('Files can be picked in several steps', async () => {
    const { store, choose } = await openDialog();
    await choose('may.jsonl');
    await choose('june.jsonl');
    expect(store.getState().picked?.offers.map(({ fileName }) => fileName)).toEqual(['may.jsonl', 'june.jsonl']);
  });

  it('Nothing is picked when the person cancels the dialog', async () => {
    const { store } = await openDialog();
    await store.getState().choose();
    expect(store.getState().picked).toBeUndefined();
  });

  it('The selection closes when its last file is removed', async () => {
    const { store, choose } = await openDialog();
    await choose('may.jsonl');
    store.getState().leaveOut(store.getState().picked?.offers[0]?.offer ?? '');
    expect(store.getState().picked).toBeUndefined();
  });

  it('Only files that can be sent are added', async () => {
    const { window, bridge, store } = await openDialog();
    await store.getState().receive([lines('a.jsonl'), new File(['id;amount\n1;2\n'], 'b.csv')]);
    expect(await store.getState().add(sending)).toHaveLength(1);
    expect(bridge.calls.find(({ name }) => name === 'files.add')?.input).toMatchObject({ options: sending });
    const { submissions } = await window.value('queue.snapshot');
    expect(submissions).toMatchObject([{ fileName: 'a.jsonl', connection: 'Bank' }]);
  });

  it('A reason is kept with the files that it is given for, and with no other', async () => {
    const { window, store, choose } = await openDialog();
    await choose('again.jsonl');
    await choose('new.jsonl');
    const [again] = store.getState().picked?.offers ?? [];
    const reason = { reason: 'The provider asked for it', offers: [again?.offer ?? ''] };
    expect(await store.getState().add(sending, reason)).toHaveLength(2);
    expect(window.app.store.submissions().map((one) => one.options.sendAgain)).toEqual([
      'The provider asked for it',
      undefined,
    ]);
  });

  it('A reason for a file that is not among them is kept with none', async () => {
    const { window, bridge, store, choose } = await openDialog();
    await choose('new.jsonl');
    const offers = store.getState().picked?.offers.map(({ offer }) => offer) ?? [];
    const reason = { sendAgain: 'The provider asked for it', sendAgainOf: [crypto.randomUUID()] };
    await bridge.invoke['files.add']({ offers, options: { ...sending, ...reason } });
    expect(window.app.store.submissions().map((one) => one.options.sendAgain)).toEqual([undefined]);
  });

  it('Files stay picked when they cannot be added, and the reason is shown beside them', async () => {
    const { problems, store, choose } = await openDialog();
    await choose('may.jsonl');
    await store.getState().add({ ...sending, connection: 'Gone' });
    const { problem, picked } = store.getState();
    expect([problem?.code, picked?.offers.length, problems]).toEqual(['connection.unknown', 1, []]);
  });
});

describe('What is in the files on offer', () => {
  const seenLines = ({ seen }: { seen: ReadonlyMap<string, { contents: { lines?: number | undefined } }> }) =>
    [...seen.values()].map(({ contents }) => contents.lines);

  it('It is found once for each file and connection, and gone with the dialog', async () => {
    const { bridge, store, choose } = await openDialog();
    await choose('may.jsonl');
    await choose('june.jsonl');
    const { signal } = new AbortController();
    await store.getState().look(bank.name, signal);
    await store.getState().look(bank.name, signal);
    expect(seenLines(store.getState())).toEqual([1, 1]);
    expect(bridge.calls.filter(({ name }) => name === 'files.look')).toHaveLength(2);
    await store.getState().look(undefined, signal);
    expect(bridge.calls.filter(({ name }) => name === 'files.look')).toHaveLength(4);
    store.getState().close();
    expect(store.getState().seen.size).toBe(0);
  });

  it('Nothing more is looked into once the dialog is over', async () => {
    const { bridge, store, choose } = await openDialog();
    await choose('may.jsonl');
    await store.getState().look(bank.name, AbortSignal.abort());
    expect(bridge.calls.map(({ name }) => name)).not.toContain('files.look');
  });
});

describe('Files that are being taken over', () => {
  async function receiving() {
    const { bridge, problems } = await openDialog();
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
    const received = store.getState().receive([lines('a.jsonl')]);
    return { store, received, end: resolve, problems, isStopped: () => isStopped, report: () => report?.(5, 10) };
  }

  it('are stopped by the person: nothing is offered, and nothing more is told', async () => {
    const { store, received, end, problems, isStopped, report } = await receiving();
    expect([store.getState().receiving, isStopped()]).toEqual([{ sentBytes: 1, totalBytes: 10 }, false]);
    store.getState().stopReceiving();
    report();
    expect([store.getState().receiving, isStopped()]).toEqual([undefined, true]);
    end();
    await received;
    expect([store.getState().picked, store.getState().receiving, problems]).toEqual([undefined, undefined, []]);
  });

  it('are on offer once all of them are there', async () => {
    const { store, received, end } = await receiving();
    end();
    await received;
    expect([store.getState().picked?.offers.length, store.getState().receiving]).toEqual([1, undefined]);
  });
});

describe('Many files at once', () => {
  const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const offerOf = (at: number, more: Partial<FileOffer> = {}): FileOffer => ({
    offer: idOf(at),
    fileName: `day ${at}.jsonl`,
    folder: '/exports',
    bytes: 8,
    kind: 'json-lines',
    estimatedBatches: 1,
    estimatedCheckMs: 1,
    ...more,
  });
  const many = (count: number) => Array.from({ length: count }, (_, at) => offerOf(at));

  /** A store whose app adds what `answer` says of each call. */
  function adding(answer: (offers: string[]) => CommandOutput<'files.add'>) {
    const problems: Problem[] = [];
    const calls: number[] = [];
    const steps = new Set<string | undefined>();
    const add: CommandHandlers['files.add'] = ({ offers, addedWith }) => {
      calls.push(offers.length);
      steps.add(addedWith);
      return answer(offers);
    };
    const bridge = bridgeTo({ 'files.add': add, 'files.stopReading': () => {} });
    const store = createAddFilesStore(bridge, (more) => problems.push(...more));
    return { store, calls, steps, problems };
  }
  const all = (offers: string[]) => ({ added: offers.map((_, at) => submissionIdSchema.parse(at + 1)), refused: [] });

  it('Where control figures differ, the dialog stays with these files, and adds them once that is accepted', async () => {
    const given: unknown[] = [];
    const error = new AppError('control.differ', { path: 'manifest.json', differences: 2 }).toRecord();
    const bridge = bridgeTo({
      'files.add': ({ offers, options: asked }) => {
        given.push(asked.acceptsDifferences);
        const isAsked = asked.acceptsDifferences !== true;
        const ids = offers.slice(isAsked ? 1 : 0).map((_, at) => submissionIdSchema.parse(at + 1));
        return { added: ids, refused: isAsked ? [{ fileName: 'file-0.jsonl', error }] : [] };
      },
    });
    const store = createAddFilesStore(bridge, () => {});
    const [first, second] = many(2);
    if (first === undefined || second === undefined) throw new Error('two offers expected');
    store.getState().take({ offers: [{ ...first, fileName: 'file-0.jsonl' }, second], refused: [] });
    expect(await store.getState().add(sending)).toHaveLength(0);
    const { picked, problem } = store.getState();
    expect([picked?.offers.map(({ fileName }) => fileName), problem?.code]).toEqual([
      ['file-0.jsonl'],
      'control.differ',
    ]);
    expect(await store.getState().add(sending)).toHaveLength(1);
    expect(given).toEqual([undefined, true]);
    expect(store.getState().picked).toBeUndefined();
  });

  it('They are added part by part, with how far it is, and as one step', async () => {
    const { store, calls, steps } = adding(all);
    const told: unknown[] = [];
    store.subscribe(({ adding }) => told.push(adding?.added));
    store.getState().take({ offers: many(250), refused: [] });
    expect(await store.getState().add(sending)).toHaveLength(250);
    expect(calls).toEqual([100, 100, 50]);
    expect([...steps]).toEqual([many(1)[0]?.offer]);
    expect(told.filter((one) => one !== undefined)).toEqual([0, 100, 200]);
    expect(store.getState().picked).toBeUndefined();
  });

  it('Stopped, the rest stays on offer, and what was added is not offered again', async () => {
    const { store } = adding((offers) => {
      store.getState().stopAdding();
      return all(offers);
    });
    store.getState().take({ offers: many(250), refused: [] });
    expect(await store.getState().add(sending)).toHaveLength(0);
    expect(store.getState().picked?.offers.map(({ offer }) => offer)).toEqual(
      many(250)
        .slice(100)
        .map(({ offer }) => offer),
    );
  });

  it('Many that have vanished meanwhile stay in the dialog, each with its reason', async () => {
    const error = new AppError('file.not-found', { path: '/exports/day.jsonl' }).toRecord();
    const { store, problems } = adding((offers) => ({
      added: [],
      refused: offers.map((offer) => ({ fileName: offer, error })),
    }));
    store.getState().take({ offers: many(20), refused: [] });
    await store.getState().add(sending);
    expect(problems).toEqual([]);
    expect(store.getState().picked).toMatchObject({ offers: [], refused: { length: 20 } });
  });

  it('Those that the queue has already are left out beside new ones', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { known: inQueue }), offerOf(2)], refused: [] });
    await store.getState().add(sending);
    expect(calls).toEqual([1]);
  });

  it('Those that the queue has already are added where a person wants it', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { known: inQueue }), offerOf(2)], refused: [] });
    store.getState().decideKnown(true);
    await store.getState().add(sending);
    expect(calls).toEqual([2]);
  });

  it('A file that the queue has already was meant if it comes by itself, unless it went', async () => {
    const { store, calls } = adding(all);
    store.getState().take({ offers: [offerOf(1, { known: inQueue })], refused: [] });
    await store.getState().add(sending);
    expect(calls).toEqual([1]);
    const gone = adding(all);
    gone.store
      .getState()
      .take({ offers: [offerOf(1, { known: { ...inQueue, goneAs: inQueue.submission } })], refused: [] });
    await gone.store.getState().add(sending);
    expect(gone.calls).toEqual([]);
  });

  it('A whole group is left out at once', () => {
    const { store } = adding(all);
    store.getState().take({ offers: many(3), refused: [] });
    store.getState().leaveOut(idOf(0), idOf(2));
    expect(store.getState().picked?.offers.map(({ offer }) => offer)).toEqual([idOf(1)]);
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
