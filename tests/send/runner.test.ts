import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src-main/ground/clock.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { Performance } from '../../src-main/send/effects.ts';
import { defaultPatience } from '../../src-main/send/machine/events.ts';
import type { BatchEvent, Effect } from '../../src-main/send/machine/machine.ts';
import { Runner } from '../../src-main/send/runner.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, batchId, batchIdOf, sampleBatch } from './samples.ts';

interface Asked {
  effect: Effect;
  batch: Batch;
  signal: AbortSignal;
  /** Sends the world's reply. */
  answer: (event: BatchEvent | undefined) => void;
}

/** The outside world as a conversation: each effect waits until the test answers it. */
class World {
  readonly #asked: Asked[] = [];
  readonly #waiting: ((asked: Asked) => void)[] = [];
  readonly perform = ({ effect, batch, signal }: Performance) => {
    const { promise, resolve } = Promise.withResolvers<BatchEvent | undefined>();
    const asked = { effect, batch, signal, answer: resolve };
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#asked.push(asked);
    else waiter(asked);
    return promise;
  };

  /** The next effect that the runner wants performed. */
  next(): Promise<Asked> {
    const asked = this.#asked.shift();
    if (asked !== undefined) return Promise.resolve(asked);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  get unanswered(): number {
    return this.#asked.length;
  }
}

let folder: string;
let store: QueueStore;
let world: World;
let clock: FakeClock;
let runner: Runner;
let holds: ErrorRecord[];
let fatal: PromiseWithResolvers<AppError>;

function newRunner(uploads: number | (() => number) = 1): Runner {
  const limits = () => ({ uploadsPerConnection: typeof uploads === 'number' ? uploads : uploads() });
  return new Runner({
    store,
    clock,
    random: () => 0.5,
    performer: world,
    limits,
    bytesPerSecond: () => undefined,
    patience: () => defaultPatience,
    onSent: () => {},
    onBatch: () => {},
    onDue: () => {},
    onRelease: () => {},
    onContact: () => {},
    onHold: (_submission, error) => holds.push(error),
    onFailure: (error) => fatal.resolve(error),
  });
}

beforeEach(() => {
  folder = temporaryFolder();
  store = new QueueStore(folder);
  world = new World();
  clock = new FakeClock();
  holds = [];
  fatal = Promise.withResolvers();
  runner = newRunner();
});
afterEach(() => {
  store.close();
});

const address = 'sealed' as Sealed;
const reserved = (digit: number, place?: string): BatchEvent => ({
  kind: 'reserved',
  batchId: batchId(digit),
  address,
  addressLifetime: undefined,
  ...(place !== undefined && { place }),
});
const states = () => store.batches().map(({ state }) => state);

/** The next request for an address; questions about what has arrived get no answer meanwhile. */
async function nextReservation() {
  for (let minute = 0; minute < 10; minute += 1) {
    await settle();
    while (world.unanswered > 0) {
      const asked = await world.next();
      if (asked.effect.kind === 'reserve') return asked;
    }
    await clock.advance(MINUTE);
  }
  throw new Error('No address is asked for.');
}

/** Starts to work on one submission with two batches. */
function startOne(more = {}) {
  const { submission, batches } = approved(store, more);
  runner.adopt(submission, batches);
  runner.start();
  return submission;
}

describe('the runner', () => {
  it('the runner stores the reservation before the upload starts', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    const { effect } = await world.next();
    expect(effect.kind).toBe('upload');
    expect(store.batches()[0]).toMatchObject({ state: 'uploading', delivery: { batchId: batchId(1), address } });
  });

  it('rests after a look that took long, for a moment, also where the clock is set back by hours', async () => {
    const steady = clock.steady.bind(clock);
    let taken = 0;
    // Asked for at the begin and the end of each look.
    vi.spyOn(clock, 'steady').mockImplementation(() => steady() + taken++);
    startOne();
    const unavailable = new AppError('service.unavailable', { endpoint: 'POST', status: 503, reason: 'busy' });
    (await world.next()).answer({ kind: 'reserve-failed', error: unavailable.toRecord() });
    await settle();
    expect(world.unanswered).toBe(0);
    clock.set(clock.now() - HOUR);
    await clock.advance(250);
    expect((await world.next()).effect.kind).toBe('reserve');
  });

  it('what a person hurries is tried at once, and what the other side asked to wait for is not', async () => {
    const submission = startOne();
    const unavailable = new AppError('service.unavailable', { endpoint: 'POST', status: 503, reason: 'busy' });
    const limited = new AppError('service.rate-limited', { endpoint: 'POST', seconds: 30 });
    // One slot: the second batch is asked for as soon as the first waits.
    (await world.next()).answer({ kind: 'reserve-failed', error: unavailable.toRecord() });
    (await world.next()).answer({ kind: 'reserve-failed', error: limited.toRecord() });
    await settle();
    expect([world.unanswered, ...states()]).toEqual([0, 'waiting', 'waiting']);
    runner.hurry(submission);
    const { effect, batch } = await world.next();
    expect([effect.kind, batch.start, world.unanswered]).toEqual(['reserve', 0, 0]);
  });

  it('hurries only what waits for the connection that a person means', async () => {
    startOne();
    const unavailable = new AppError('service.unavailable', { endpoint: 'POST', status: 503, reason: 'busy' });
    (await world.next()).answer({ kind: 'reserve-failed', error: unavailable.toRecord() });
    (await world.next()).answer({ kind: 'reserve-failed', error: unavailable.toRecord() });
    expect(runner.hurry({ connection: 'another', destination: 'https://another.test' })).toBe(0);
    await settle();
    expect(world.unanswered).toBe(0);
  });

  it('tries at once what waited for a key store that has opened, over each connection, and nothing else', async () => {
    runner = newRunner(2);
    startOne();
    startOne({ connection: 'another', destination: 'https://another.test' });
    const closed = new AppError('secret.store-closed', { reason: 'It is locked.' }).toRecord();
    const busy = new AppError('service.unavailable', { endpoint: 'x', status: 503, reason: 'busy' }).toRecord();
    for (let asked = 0; asked < 4; asked += 1) {
      const { batch, answer } = await world.next();
      answer({ kind: 'reserve-failed', error: [1, 3].includes(batch.number) ? closed : busy });
      await settle();
    }
    await settle();
    expect(world.unanswered).toBe(0);
    runner.noteOpenSecrets();
    const again = [await world.next(), await world.next()];
    expect(again.map(({ batch }) => batch.number)).toEqual([1, 3]);
    await settle();
    expect(world.unanswered).toBe(0);
  });

  it('the runner gives the slot to the next batch when one is sent', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    (await world.next()).answer({ kind: 'accepted' });
    const { effect, batch } = await world.next();
    expect({ effect: effect.kind, start: batch.start }).toEqual({ effect: 'reserve', start: 100 });
  });

  it.each(['abcdef01-0000-4000-8000-000000000000', 'ABCDEF01-0000-4000-8000-000000000000'])(
    'an id that another batch has is not taken, and stops no other batch: %s',
    async (repeated) => {
      startOne();
      const taken = batchIdSchema.parse('abcdef01-0000-4000-8000-000000000000');
      (await world.next()).answer({ kind: 'reserved', batchId: taken, address, addressLifetime: undefined });
      (await world.next()).answer({ kind: 'accepted' });
      const again = { kind: 'reserved', batchId: batchIdSchema.parse(repeated), address, addressLifetime: undefined };
      for (let asked = 0; asked < 9; asked += 1) {
        const { effect, batch, answer } = await nextReservation();
        expect({ effect: effect.kind, start: batch.start }).toEqual({ effect: 'reserve', start: 100 });
        answer(again as BatchEvent);
      }
      await settle();
      expect(store.batches()[1]).toMatchObject({ state: 'waiting', error: { code: 'batch.repeated-id' } });
      (await nextReservation()).answer(again as BatchEvent);
      await settle();
      expect(store.batches()).toMatchObject([
        { state: 'processing', delivery: { batchId: taken } },
        { state: 'failed', error: { code: 'batch.repeated-id' }, attempts: 0 },
      ]);
      expect(store.batches()[1]?.delivery).toBeUndefined();
    },
  );

  it('an address that comes again for the same batch is used where nothing can have arrived at it', async () => {
    const { submission, batches } = approved(store);
    runner.adopt(submission, batches.slice(0, 1));
    runner.start();
    (await world.next()).answer(reserved(1, 'here'));
    const error = new AppError('upload.address-expired', {}).toRecord();
    (await world.next()).answer({ kind: 'refused', error, bodyComplete: false, addressOver: true });
    (await nextReservation()).answer(reserved(2, 'here'));
    await settle();
    expect(store.batches()[0]).toMatchObject({ state: 'uploading', delivery: { batchId: batchId(2) } });
  });

  it('an address is used for no other batch, also after a restart, nor where its file may have arrived already', async () => {
    startOne();
    (await world.next()).answer(reserved(1, 'here'));
    await settle();
    store.close();
    store = new QueueStore(folder);
    const [first, second] = store.batches();
    if (first === undefined || second === undefined) throw new Error('There are not two batches.');
    const watched = [{ batchId: batchId(1), since: 0, polls: 0, notBefore: 0, isOver: false }];
    const askers = [second, { ...first, watched }, first];
    expect(askers.map((batch) => store.isUsedFor(batch, { place: 'here' }))).toEqual([true, true, false]);
  });

  it('an id that belongs to no other batch ends the trouble with repeated ones', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    (await world.next()).answer({ kind: 'accepted' });
    (await nextReservation()).answer(reserved(1));
    (await nextReservation()).answer(reserved(2));
    await settle();
    expect(store.batches()[1]).toMatchObject({ state: 'uploading', delivery: { batchId: batchId(2) } });
  });

  it('a person is told that nothing was cancelled where that cannot be stored', async () => {
    startOne();
    await world.next();
    const [first] = store.batches();
    const full = new AppError('disk.full', { folder });
    vi.spyOn(store, 'saveBatch').mockImplementation(() => {
      throw full;
    });
    expect(() => first && runner.cancel(first.number)).toThrow(full);
    expect(await fatal.promise).toBe(full);
    expect(states()).toEqual(['reserving', 'waiting']);
  });

  it('the runner uploads as many batches at a time as it may, and no more', async () => {
    runner = newRunner(2);
    startOne();
    startOne();
    await world.next();
    await world.next();
    expect(world.unanswered).toBe(0);
    expect(states().filter((state) => state === 'reserving')).toHaveLength(2);
  });

  it('the runner is fair between submissions', async () => {
    runner = newRunner(2);
    const first = approved(store);
    const second = approved(store);
    for (const { submission, batches } of [first, second]) runner.adopt(submission, batches);
    runner.start();
    const uploading = [(await world.next()).batch.submission, (await world.next()).batch.submission];
    expect(new Set(uploading)).toEqual(new Set([first.submission.id, second.submission.id]));
  });

  it('the runner lets submissions take turns when there are more of them than slots', async () => {
    const large = startOne();
    const small = startOne();
    const turns = [];
    for (let turn = 1; turn <= 4; turn++) {
      const reservation = await world.next();
      turns.push(reservation.batch.submission);
      reservation.answer(reserved(turn));
      (await world.next()).answer({ kind: 'accepted' });
    }
    expect(turns).toEqual([large.id, small.id, large.id, small.id]);
  });

  it('the runner uploads more at a time as soon as it may', async () => {
    let uploadsPerConnection = 1;
    runner = newRunner(() => uploadsPerConnection);
    startOne();
    await world.next();
    uploadsPerConnection = 2;
    runner.refresh();
    expect((await world.next()).effect.kind).toBe('reserve');
  });

  it('the runner asks first about what a person looks at, and delays no batch for ever', async () => {
    const inFlight = Array.from({ length: 20 }, () => approved(store));
    const accepted = inFlight.flatMap(({ submission, batches }) =>
      batches.map((batch, index) => ({
        submission,
        batch: sampleBatch(batch.number, {
          submission: submission.id,
          state: 'processing',
          delivery: { batchId: batchIdOf(batch.number * 10 + index), mayHaveArrived: true },
        }),
      })),
    );
    for (const { submission, batch } of accepted) runner.adopt(submission, [batch]);
    const watched = inFlight.at(-1)?.submission.id ?? -1;
    runner.watch(new Set([watched]));
    runner.start();
    const asked: number[] = [];
    for (let question = 0; question < 40; question++) {
      const { batch, answer } = await world.next();
      asked.push(batch.submission);
      answer({ kind: 'status', remoteState: 'IN_PROGRESS', remoteMessage: '' });
    }
    expect(asked.slice(0, 2)).toEqual([watched, watched]);
    expect(new Set(asked).size).toBe(20);
  });

  it('the runner continues from what is stored, as after a crash, once the store works again', async () => {
    startOne();
    const reservation = await world.next();
    store.close();
    reservation.answer(reserved(1));
    await fatal.promise;
    await runner.stop();
    store = new QueueStore(folder);
    runner = newRunner();
    const [submission] = store.submissions();
    if (submission === undefined) throw new Error('The submission is gone.');
    runner.adopt(submission, store.batches());
    runner.start();
    expect((await world.next()).effect.kind).toBe('reserve');
  });

  it('the runner asks for the status when its time has come, not before', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    (await world.next()).answer({ kind: 'accepted' });
    await world.next();
    expect(world.unanswered).toBe(0);
    await clock.advance(1000);
    expect((await world.next()).effect).toEqual({ kind: 'ask-status', batchId: batchId(1) });
  });

  it('the runner holds a connection when only a person can help, and continues when told to', async () => {
    startOne();
    const error = new AppError('auth.refused', { reason: 'invalid_client' }).toRecord();
    (await world.next()).answer({ kind: 'reserve-failed', error });
    await clock.advance(10 * MINUTE);
    expect({ holds, unanswered: world.unanswered, waiting: runner.waits.situation().waitingForPerson }).toEqual({
      holds: [error],
      unanswered: 0,
      waiting: 2,
    });
    runner.releaseHolds();
    expect((await world.next()).effect.kind).toBe('reserve');
  });

  it('a hold does not affect a connection of the same name with another destination', async () => {
    const old = approved(store);
    const fresh = approved(store, { destination: 'another place' });
    for (const { submission, batches } of [old, fresh]) runner.adopt(submission, batches);
    runner.start();
    const error = new AppError('connection.moved', { connection: 'bank' }).toRecord();
    const asked = [await world.next(), await world.next()];
    asked.find(({ batch }) => batch.submission === old.submission.id)?.answer({ kind: 'reserve-failed', error });
    asked.find(({ batch }) => batch.submission === fresh.submission.id)?.answer(reserved(1));
    expect((await world.next()).effect.kind).toBe('upload');
    expect([runner.waits.holdOf(old.submission), runner.waits.holdOf(fresh.submission)]).toEqual([error, undefined]);
  });

  it('a hold does not affect another connection to the same destination, which may have another secret', async () => {
    const wrong = approved(store, { connection: 'wrong secret' });
    const good = approved(store, { connection: 'good secret' });
    for (const { submission, batches } of [wrong, good]) runner.adopt(submission, batches);
    runner.start();
    const error = new AppError('auth.refused', { reason: 'invalid_client' }).toRecord();
    const first = await world.next();
    expect(first.batch.submission).toBe(wrong.submission.id);
    first.answer({ kind: 'reserve-failed', error });
    const second = await world.next();
    expect(second.batch.submission).toBe(good.submission.id);
    expect([runner.waits.holdOf(wrong.submission), runner.waits.holdOf(good.submission)]).toEqual([error, undefined]);
    const { connection, destination } = wrong.submission;
    expect(runner.releaseHolds()).toEqual([{ connection, destination }]);
  });

  it('pausing a submission interrupts its upload and starts nothing of it', async () => {
    const submission = startOne();
    (await world.next()).answer(reserved(1));
    const upload = await world.next();
    runner.adopt({ ...submission, paused: true });
    expect(upload.signal.aborted).toBe(true);
    upload.answer({
      kind: 'upload-failed',
      error: new AppError('upload.interrupted', {}).toRecord(),
      bodyComplete: false,
    });
    await clock.advance(MINUTE);
    expect({ states: states(), unanswered: world.unanswered }).toEqual({
      states: ['waiting', 'waiting'],
      unanswered: 0,
    });
  });

  it('what is being sent is sent to its end where the pause comes after it, and nothing after that begins', async () => {
    const submission = startOne();
    (await world.next()).answer(reserved(1));
    const upload = await world.next();
    runner.letFinish(submission.id);
    runner.adopt({ ...submission, paused: true });
    expect(upload.signal.aborted).toBe(false);
    upload.answer({ kind: 'accepted' });
    await settle();
    expect(states()).toEqual(['processing', 'waiting']);
    // The next pause is one at once again.
    runner.adopt({ ...submission, paused: false });
    const next = await nextReservation();
    runner.adopt({ ...submission, paused: true });
    expect(next.signal.aborted).toBe(true);
  });

  it('a batch continues with the same address after a pause', async () => {
    const submission = startOne();
    (await world.next()).answer(reserved(1));
    const upload = await world.next();
    runner.adopt({ ...submission, paused: true });
    upload.answer({
      kind: 'upload-failed',
      error: new AppError('upload.interrupted', {}).toRecord(),
      bodyComplete: false,
    });
    await clock.advance(MINUTE);
    runner.adopt({ ...submission, paused: false });
    expect((await world.next()).effect).toMatchObject({ kind: 'upload', delivery: { batchId: batchId(1) } });
  });

  it('a cancelled upload ends, and its late result changes nothing', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    const upload = await world.next();
    runner.cancel(upload.batch.number);
    expect(upload.signal.aborted).toBe(true);
    upload.answer({ kind: 'accepted' });
    await world.next();
    expect(states()).toEqual(['cancelled', 'reserving']);
  });

  it('the runner stores where everything stopped before stop() resolves', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    const upload = await world.next();
    const stopped = runner.stop();
    expect(upload.signal.aborted).toBe(true);
    upload.answer({
      kind: 'upload-failed',
      error: new AppError('upload.interrupted', {}).toRecord(),
      bodyComplete: true,
    });
    await stopped;
    expect(states()).toEqual(['verifying', 'waiting']);
  });

  it('the runner stops cleanly when nothing can be stored any more', async () => {
    startOne();
    const reservation = await world.next();
    store.close();
    reservation.answer(reserved(1));
    const error = await fatal.promise;
    store = new QueueStore(folder);
    expect(error).toBeInstanceOf(AppError);
    expect(states()).toEqual(['reserving', 'waiting']);
  });

  it.each([
    new AppError('network.unreachable', { host: 'api.test', reason: 'nothing answers' }).toRecord(),
    new AppError('network.no-answer', { host: 'api.test', seconds: 30 }).toRecord(),
  ])('the runner knows since when there is no reply: $code', async (error) => {
    startOne();
    const before = clock.now();
    (await world.next()).answer({ kind: 'reserve-failed', error });
    await clock.advance(1000);
    expect(runner.waits.situation()).toMatchObject({ silentSince: before, everReached: false });
  });

  it('questions that bring nothing new are not added to the history', async () => {
    startOne();
    (await world.next()).answer(reserved(1));
    (await world.next()).answer({ kind: 'accepted' });
    await world.next();
    for (let poll = 0; poll < 3; poll++) {
      await clock.advance(MINUTE);
      (await world.next()).answer({ kind: 'status', remoteState: 'IN_PROGRESS', remoteMessage: '' });
    }
    await clock.advance(MINUTE);
    expect(store.history().filter(({ kind }) => kind === 'status')).toHaveLength(1);
  });
});
