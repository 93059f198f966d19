/** @file Whatever the order in which pieces of the queue and its changes arrive: in the end the page has what the app has. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWindowQueue } from '../../src-renderer/window-queue.ts';
import type { OlderSubmissions, QueueSnapshot, QueueState, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { settle } from '../fake-clock.ts';
import { bridgeTo } from '../shells/page-bridge.ts';
import { row } from '../shells/rows.ts';

type Id = SubmissionRow['id'];
type State = SubmissionRow['state'];

const NEWEST = 2;
const PIECE = 2;
const isDone = (state: State) => ['processed', 'cancelled', 'corrected'].includes(state);

/** An app and the line to the page, both of which do only what a test says. Written by hand: it shares no code with either. */
class AppDouble {
  readonly rows = new Map<number, State>();
  readonly taken = new Map<number, State>();
  readonly #changed = new Set<number>();
  readonly #removed = new Set<number>();
  #sequence = 0;
  #latest = 0;
  /** What the page asked for and the app has not looked at yet. */
  readonly asked: (() => void)[] = [];
  /** What the app has answered and the page has not received yet. */
  readonly answered: (() => void)[] = [];
  /** What the app has told and the page has not received yet. */
  readonly told: QueueState[] = [];
  readonly listeners = new Set<(change: QueueState) => void>();

  add(state: State): void {
    this.put(++this.#latest, state);
  }

  put(id: number, state: State): void {
    this.rows.set(id, state);
    this.#changed.add(id);
    this.#removed.delete(id);
  }

  take(id: number): void {
    const state = this.rows.get(id);
    if (state === undefined) return;
    this.rows.delete(id);
    this.taken.set(id, state);
    this.#changed.delete(id);
    this.#removed.add(id);
  }

  bringBack(id: number): void {
    const state = this.taken.get(id);
    if (state === undefined) return;
    this.taken.delete(id);
    this.put(id, state);
  }

  /** The page has not missed what is there from the start. */
  forgetNews(): void {
    this.#changed.clear();
  }

  tell(): void {
    this.#sequence += 1;
    const submissions = [...this.#changed].map((id) => this.#row(id));
    const removed = [...this.#removed].map((id) => id as Id);
    this.told.push({ sequence: this.#sequence, submissions, removed });
    this.#changed.clear();
    this.#removed.clear();
  }

  snapshot(): QueueSnapshot {
    const ids = [...this.rows.keys()].sort((a, b) => b - a);
    const before = ids[NEWEST - 1] ?? 0;
    const first = ids.filter((id) => id >= before || !isDone(this.#state(id)));
    const count = ids.length - first.length;
    return {
      sequence: this.#sequence,
      submissions: first.map((id) => this.#row(id)),
      removed: [],
      ...(count > 0 && { older: { before: before as Id, count } }),
    };
  }

  older(before: number): OlderSubmissions {
    const ids = [...this.rows.keys()].filter((id) => id < before && isDone(this.#state(id))).sort((a, b) => b - a);
    const piece = ids.slice(0, PIECE);
    const last = piece.at(-1);
    return {
      sequence: this.#sequence,
      submissions: piece.map((id) => this.#row(id)),
      ...(ids.length > PIECE && last !== undefined && { before: last as Id }),
    };
  }

  call<Answer>(answer: () => Answer): Promise<Result<Answer>> {
    const { promise, resolve } = Promise.withResolvers<Result<Answer>>();
    this.asked.push(() => {
      const value = answer();
      this.answered.push(() => resolve({ ok: true, value }));
    });
    return promise;
  }

  /** The line breaks: what was on its way is lost, and the page learns it when the line is back. */
  breakLine(): void {
    this.asked.length = 0;
    this.answered.length = 0;
    this.told.length = 0;
    for (const fail of this.#failing.splice(0)) fail();
    this.hand({ sequence: Number.MAX_SAFE_INTEGER, submissions: [], removed: [] });
  }

  readonly #failing: (() => void)[] = [];

  /** A call that fails when the line breaks. */
  over<Answer>(call: Promise<Result<Answer>>): Promise<Result<Answer>> {
    const broken = new Promise<Result<Answer>>((resolve) =>
      this.#failing.push(() => resolve({ ok: false, error: new AppError('page.disconnected', {}).toRecord() })),
    );
    return Promise.race([call, broken]);
  }

  hand(change: QueueState): void {
    for (const listener of this.listeners) listener(change);
  }

  #state(id: number): State {
    const state = this.rows.get(id);
    if (state === undefined) throw new Error(`There is no submission ${id}.`);
    return state;
  }

  #row(id: number): SubmissionRow {
    return row(id, { state: this.#state(id) });
  }
}

function openPage(app: AppDouble) {
  const bridge = bridgeTo();
  const store = createWindowQueue(
    {
      ...bridge,
      invoke: {
        ...bridge.invoke,
        'queue.snapshot': () => app.over(app.call(() => app.snapshot())),
        'queue.older': ({ before }) => app.over(app.call(() => app.older(before))),
      },
      on: {
        ...bridge.on,
        'queue.changed': (listener) => {
          app.listeners.add(listener);
          return () => app.listeners.delete(listener);
        },
      },
    },
    { whenIdle: (work) => work() },
  );
  const unfollow = store.getState().follow();
  return {
    store,
    unfollow,
    shown: () => {
      const { list } = store.getState();
      return list && [...list.rows.values()].sort((a, b) => a.id - b.id).map(({ id, state }) => `${id} ${state}`);
    },
    older: () => store.getState().list?.older,
    said: () => store.getState().announcement,
  };
}

const held = (app: AppDouble) => [...app.rows].sort(([a], [b]) => a - b).map(([id, state]) => `${id} ${state}`);

/** The app answers everything, and everything reaches the page. */
async function finish(app: AppDouble): Promise<void> {
  for (let isMoving = true; isMoving; ) {
    isMoving = app.asked.length + app.answered.length + app.told.length > 0;
    for (const answer of app.asked.splice(0)) answer();
    for (const change of app.told.splice(0)) app.hand(change);
    for (const arrive of app.answered.splice(0)) arrive();
    await settle();
  }
}

async function answerNext(app: AppDouble): Promise<void> {
  app.asked.shift()?.();
  app.answered.shift()?.();
  await settle();
}

function appWith(...states: State[]): AppDouble {
  const app = new AppDouble();
  for (const state of states) app.add(state);
  app.forgetNews();
  return app;
}

interface Step {
  does: string;
  id?: number;
  state?: State;
}

function act(app: AppDouble, { does, id = 0, state = 'processed' }: Step): void {
  const acts: Record<string, () => void> = {
    put: () => app.rows.has(id) && app.put(id, state),
    take: () => app.take(id),
    bringBack: () => app.bringBack(id),
    add: () => app.add(state),
    tell: () => app.tell(),
    answer: () => app.asked.shift()?.(),
    arrive: () => app.answered.shift()?.(),
    arriveLast: () => app.answered.pop()?.(),
    hand: () => {
      for (const change of app.told.splice(0, 1)) app.hand(change);
    },
    lose: () => app.told.shift(),
    break: () => app.breakLine(),
  };
  acts[does]?.();
}

describe('The queue arrives in pieces', () => {
  it('shows the newest, and what moves or needs a person, before the rest is there, and says how many are missing', async () => {
    const app = appWith('failed', 'processed', 'processed', 'waiting', 'processed', 'cancelled', 'processed');
    const page = openPage(app);
    await answerNext(app);
    expect(page.shown()).toEqual(['1 failed', '4 waiting', '6 cancelled', '7 processed']);
    expect(page.older()).toBe(3);
    await finish(app);
    expect(page.shown()).toEqual(held(app));
    expect(page.older()).toBe(0);
    expect(page.said()).toBe('');
  });

  it('A submission that changes before its piece arrives is shown at once, and its piece does not turn it back', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed');
    const page = openPage(app);
    await answerNext(app);
    app.asked.shift()?.();
    app.put(1, 'uploading');
    app.tell();
    for (const change of app.told.splice(0)) app.hand(change);
    expect(page.shown()).toContain('1 uploading');
    expect(page.older()).toBe(1);
    await finish(app);
    expect(page.shown()).toEqual(['1 uploading', '2 processed', '3 processed', '4 processed']);
  });

  it('A submission that is taken out before its piece arrives does not come back with it', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed');
    const page = openPage(app);
    await answerNext(app);
    app.asked.shift()?.();
    app.take(2);
    app.tell();
    for (const change of app.told.splice(0)) app.hand(change);
    expect(page.older()).toBe(1);
    await finish(app);
    expect(page.shown()).toEqual(['1 processed', '3 processed', '4 processed']);
  });

  it('A submission that was taken out and brought back before its piece arrives is there', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed');
    const page = openPage(app);
    await answerNext(app);
    app.take(2);
    app.tell();
    app.asked.shift()?.();
    app.bringBack(2);
    app.tell();
    await finish(app);
    expect(page.shown()).toEqual(held(app));
  });

  it('After a gap the page keeps showing what it has until all of it has come again, and says what is different', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed', 'waiting');
    const page = openPage(app);
    await finish(app);
    app.put(5, 'uploading');
    app.tell();
    app.told.length = 0;
    app.tell();
    for (const change of app.told.splice(0)) app.hand(change);
    await answerNext(app);
    expect(page.shown()).toHaveLength(5);
    await finish(app);
    expect(page.shown()).toEqual(held(app));
    expect(page.said()).toBe('file-5.jsonl: Sending.');
  });

  it('A piece that was asked for before a gap is not taken for one of the snapshot after it', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed', 'processed', 'processed');
    const page = openPage(app);
    await answerNext(app);
    app.asked.shift()?.();
    app.take(3);
    app.tell();
    app.told.length = 0;
    app.tell();
    for (const change of app.told.splice(0)) app.hand(change);
    app.asked.shift()?.();
    app.answered.pop()?.();
    await settle();
    app.answered.shift()?.();
    await settle();
    await finish(app);
    expect(page.shown()).toEqual(held(app));
  });

  it('A page that no longer follows asks for no further piece', async () => {
    const app = appWith('processed', 'processed', 'processed', 'processed', 'processed');
    const page = openPage(app);
    await answerNext(app);
    page.unfollow();
    await answerNext(app);
    expect(app.asked).toHaveLength(0);
  });

  it('In the end the page has what the app has, in whatever order changes, pieces, gaps and broken lines come', async () => {
    const state = fc.constantFrom<State>('processed', 'processed', 'processed', 'cancelled', 'uploading', 'failed');
    const id = fc.integer({ min: 1, max: 9 });
    const line = fc.record({ does: fc.constantFrom('tell', 'answer', 'arrive', 'arriveLast', 'hand', 'hand') });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ does: fc.constant('put'), id, state }) },
      { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('take', 'take', 'bringBack'), id }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('add'), state }) },
      { weight: 12, arbitrary: line },
      { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('lose', 'lose', 'break') }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(state, { minLength: 4, maxLength: 9 }),
        fc.array(step, { minLength: 10, maxLength: 80 }),
        async (states, steps) => {
          const app = appWith(...states);
          const page = openPage(app);
          for (const one of steps) {
            act(app, one);
            await settle();
          }
          // A change after the last one that was lost.
          app.tell();
          await finish(app);
          app.tell();
          await finish(app);
          expect(page.shown()).toEqual(held(app));
          expect(page.older()).toBe(0);
          page.unfollow();
        },
      ),
      { numRuns: 500 },
    );
  });
});
