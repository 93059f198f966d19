/**
 * @file Carries parts of the team's files: takes them, keeps their leases, and tells the ledger before each effect. It is the
 * fence that the runner asks. See [Note: Nothing without the ledger] and [Note: A part is held by one desk].
 */

import { AppError, fromRecord, toAppError } from '../../../src-shared/errors.ts';
import { factsOf } from '../../../src-shared/states.ts';
import { after, atMost, SECOND } from '../../ground/clock.ts';
import { type Batch, type BatchNumber, batchSchema, isFinished, newBatch, type Part } from '../../send/batch.ts';
import type { Fence } from '../../send/fence.ts';
import type { QueueChange } from '../../send/queue-change.ts';
import { abortable } from '../../wire/service/abortable.ts';
import type { Becomes, TakenPart } from '../parts-ledger.ts';
import { suspension } from '../suspension.ts';
import { FilesHere, type FilesHerePorts } from './files-here.ts';
import { leftOf, type Moment } from './lease.ts';
import { continued, fromLedger, givenBack, toLedger, wording } from './part-batch.ts';
import type { Ledger, LedgerUse } from './ports.ts';

/** How often it looks for parts while it could carry more. */
const LOOK_MS = 2 * SECOND;
const AGAIN_MS = SECOND;
const LONGEST_REST_MS = 10 * SECOND;
/** For what a ledger that does not answer may hold up the end of the program. */
const LEAVING_MS = 5 * SECOND;
/** So many are taken beyond those that can be sent at once, so that none has to be waited for. */
const IN_STORE = 2;

export interface CarrierPorts extends Omit<FilesHerePorts, 'sharedFile'> {
  ledger: LedgerUse;
  leaseMs: number;
  /** Uploads at the same time. */
  uploads: () => number;
  /** Milliseconds of a clock that no one sets. */
  steady: () => number;
}

interface Held {
  part: number;
  token: number;
  /** Before its lease was last asked for. */
  since: Moment;
  /** As it was last written in the ledger. */
  written: string | undefined;
  writes: number;
  /** The writes so far: one after another. */
  writing: Promise<unknown>;
  /** Its last word is on the way to the ledger. */
  isEnding: boolean;
  /** Whether it still has to be sent. */
  isToSend: boolean;
}

const unnumbered = batchSchema.shape.number.parse(0);

export class Carrier implements Fence {
  readonly #ports: CarrierPorts;
  readonly #held = new Map<BatchNumber, Held>();
  readonly #files: FilesHere;
  readonly #stopping = new AbortController();
  #ends: (() => void)[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};
  #openParts: number | undefined;
  /** What was told since the ledger last let this desk take parts. */
  readonly #told = new Set<string>();
  /** Whether the ledger lets this person send no longer; nothing is begun until it does again. */
  #isSuspended = false;
  #isResting = false;
  /** What the ledger refused of one part, unless it is this person whom it refuses. */
  #refusal: AppError | undefined;

  constructor(ports: CarrierPorts) {
    this.#ports = ports;
    const sharedFile = (id: string) => this.#use((ledger) => ledger.file(id));
    this.#files = new FilesHere({ ...ports, sharedFile });
  }

  /** Begins to take parts; what this desk held before it was restarted comes first. */
  start(): void {
    const { queue, ledger } = this.#ports;
    this.#files.adopt();
    this.#ends = [
      queue.subscribe((change) => this.#hear(change)),
      ledger.subscribe(() => {
        queue.shared.refresh();
        this.#wake();
      }),
    ];
    this.#running = Promise.all([this.#keepTaking(), this.#keepLeases()]);
  }

  /** Leaves what it holds to other desks, except what may have arrived: this desk settles that best. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('upload.interrupted', {}));
    for (const end of this.#ends) end();
    await this.#running;
    const batches = [...this.#held.keys()].flatMap((number) => this.#ports.queue.shared.batch(number) ?? []);
    const left = Promise.allSettled(batches.map((batch) => this.#leave(batch)));
    await atMost(this.#ports.clock, LEAVING_MS, left);
    this.#held.clear();
  }

  /** Parts that this desk holds. */
  get held(): number {
    return this.#held.size;
  }

  /** How many parts for this destination were not done when last asked; undefined before that. */
  get openParts(): number | undefined {
    return this.#openParts;
  }

  // ── the fence ──

  readonly holds = ({ number }: Batch): boolean => this.#held.has(number);

  readonly mayBegin = ({ number }: Batch): boolean => {
    const held = this.#held.get(number);
    if (held === undefined || held.isEnding || this.#isResting || this.#isSuspended) return false;
    return !this.#ports.ledger.isAway && this.#leftOf(held) > 0;
  };

  /** Waits for a ledger that is away as long as the lease runs. */
  readonly beforeEffect = async (batch: Batch, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const held = this.#requireHeld(batch);
      // What is still to be sent is confirmed each time: a role may have been withdrawn since.
      if (!isToSend(batch) && held.written === wording(batch)) return;
      try {
        await abortable(this.#write(held, batch, 'held'), signal);
        this.requireLease(batch);
        return;
      } catch (thrown) {
        if (!isAway(thrown)) {
          if (!isLost(thrown)) {
            this.#rest();
            this.#noteRefusal(toAppError(thrown));
          }
          throw thrown;
        }
        await this.#ports.clock.sleep(AGAIN_MS, signal);
      }
    }
  };

  readonly requireLease = (batch: Batch): void => {
    this.#requireHeld(batch);
  };

  /** Told by the next look, which finds out whether it is the person who is refused. */
  #noteRefusal(error: AppError): void {
    this.#refusal = error;
    this.#wake();
  }

  /** As often as it renews its leases: what is allowed again by then, this desk continues. */
  get #restMs(): number {
    return Math.min(LONGEST_REST_MS, this.#ports.leaseMs / 3);
  }

  /** What the ledger refuses is not asked again at once. */
  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    const over = () => {
      this.#isResting = false;
      this.#ports.queue.shared.refresh();
    };
    after(this.#ports.clock, this.#restMs, over, this.#stopping);
  }

  #requireHeld({ number }: Batch): Held {
    const held = this.#held.get(number);
    if (held === undefined || this.#leftOf(held) <= 0)
      throw new AppError('team.part-lost', { part: String(held?.part ?? '') });
    return held;
  }

  // ── taking ──

  async #keepTaking(): Promise<void> {
    const { signal } = this.#stopping;
    for (let isResumed = false; !signal.aborted; ) {
      let isMore = false;
      await this.#tolerating(async () => {
        if (!isResumed) await this.#take(1000, true);
        isResumed = true;
        const most = Math.max(0, this.#ports.uploads() + IN_STORE - this.#toSend);
        // Also where it wants none: only a sender is answered.
        const taken = await this.#take(most, false);
        isMore = most > 0 && taken === most;
        this.#openParts = await this.#use((ledger) => ledger.open([this.#ports.bound.destination]));
        this.#admitted();
      });
      if (!isMore) await this.#pause(LOOK_MS);
    }
  }

  /** The ledger lets this person send. */
  #admitted(): void {
    const wasSuspended = this.#isSuspended;
    this.#isSuspended = false;
    this.#told.clear();
    if (this.#refusal !== undefined) this.#tell(this.#refusal);
    this.#refusal = undefined;
    if (wasSuspended) this.#ports.queue.shared.refresh();
  }

  get #toSend(): number {
    return [...this.#held.values()].filter(({ isToSend }) => isToSend).length;
  }

  /** @returns how many it got */
  async #take(most: number, resuming: boolean): Promise<number> {
    const { bound, leaseMs } = this.#ports;
    const butNot = this.#files.leftToOthers();
    const since = this.#moment();
    const wanted = { destinations: [bound.destination], butNot, most, leaseMs, resuming };
    const parts = await this.#use((ledger) => ledger.take(wanted));
    for (const part of parts) await this.#accept(part, since);
    return parts.length;
  }

  /** Has a part that was taken carried. One that cannot be carried here goes back. */
  async #accept(part: TakenPart, since: Moment): Promise<void> {
    const { shared } = this.#ports.queue;
    const submission = await this.#files.submissionOf(part.file);
    const told = part.batch === null ? undefined : fromLedger(part.batch, part.age, this.#ports.clock.now());
    const range = { start: part.start, end: part.end, lines: part.lines, sha256: part.sha256 };
    const known = shared.batches(submission.id).find(({ start }) => start === part.start);
    const team = { part: part.id, revision: part.revision, token: part.token };
    // A ledger that was put back has an earlier token: this desk knows better.
    const isOurs = known?.team?.token !== undefined && known.team.token >= part.tokenBefore;
    const { ingestValid } = submission.options;
    const local = known ?? newBatch(unnumbered, submission.id, { ...range, ingestValid });
    const next = { ...continued(told, local, isOurs), team };
    const batch = known === undefined ? shared.addTaken(submission, range, next) : next;
    if (known !== undefined) shared.save(batch, 'taken');
    const held: Held = {
      part: part.id,
      token: part.token,
      since,
      written: undefined,
      writes: 0,
      writing: Promise.resolve(),
      isEnding: false,
      isToSend: isToSend(batch),
    };
    this.#held.set(batch.number, held);
    if (isFinished(batch)) void this.#end(held, batch, 'done');
    else if (this.#files.isLeft(part.file) && isToSend(batch)) void this.#end(held, batch, 'free');
    else shared.carry(batch);
  }

  // ── leases ──

  async #keepLeases(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = this.#ports.leaseMs / 3;
    while (!signal.aborted) {
      await this.#ports.clock.sleep(pause, signal).catch(() => {});
      if (signal.aborted) return;
      pause = AGAIN_MS;
      await this.#tolerating(async () => {
        await this.#renew();
        pause = this.#ports.leaseMs / 3;
      });
    }
  }

  async #renew(): Promise<void> {
    const held = [...this.#held].filter(([, { isEnding }]) => !isEnding);
    if (held.length === 0) return;
    const since = this.#moment();
    const kept = await this.#use((ledger) =>
      ledger.keep(
        held.map(([, one]) => one),
        this.#ports.leaseMs,
      ),
    );
    for (const [number, one] of held) {
      if (this.#held.get(number) !== one || one.isEnding) continue;
      if (kept.has(one.part)) one.since = since;
      else this.#lose(number, one);
    }
    // A lease that had ended here may run again.
    this.#ports.queue.shared.refresh();
  }

  /** Another desk has the part. */
  #lose(number: BatchNumber, held: Held): void {
    if (this.#held.get(number) !== held) return;
    this.#held.delete(number);
    void this.#ports.queue.shared.drop(number);
    this.#ports.onProblem(new AppError('team.part-lost', { part: String(held.part) }));
    this.#wake();
  }

  // ── writing ──

  #write(held: Held, batch: Batch, becomes: Becomes): Promise<number> {
    const written = held.writing.then(() => this.#writeNow(held, batch, becomes));
    held.writing = written.catch(() => {});
    return written;
  }

  async #writeNow(held: Held, batch: Batch, becomes: Becomes): Promise<number> {
    held.writes += 1;
    const number = held.writes;
    const hasAddress = batch.delivery?.address !== undefined;
    // What is not confirmed counts as not written.
    held.written = undefined;
    const revision = await this.#use((ledger) =>
      ledger.write(
        { part: held.part, token: held.token, number },
        { batch: toLedger(batch, this.#ports.clock.now()), hasAddress, becomes },
      ),
    );
    if (revision === undefined) {
      this.#lose(batch.number, held);
      throw new AppError('team.part-lost', { part: String(held.part) });
    }
    held.written = wording(batch);
    return revision;
  }

  #hear(change: QueueChange): void {
    if (change.kind !== 'batch' || change.cause === 'told' || change.cause === 'taken') return;
    const { batch } = change;
    const held = this.#held.get(batch.number);
    if (held === undefined || held.isEnding) return;
    const wasToSend = held.isToSend;
    held.isToSend = isToSend(batch);
    if (wasToSend && !held.isToSend) this.#wake();
    if (!isFinished(batch)) return;
    if (!isForOthers(batch)) void this.#end(held, batch, 'done');
    else this.#giveBack(held, batch);
  }

  /** The bytes are not, or not as they were checked, in the file here: another desk may have them. */
  #giveBack(held: Held, batch: Batch): void {
    const { queue, onProblem } = this.#ports;
    this.#files.leave(batch.submission);
    if (batch.error !== undefined) onProblem(fromRecord(batch.error));
    const free = givenBack(batch);
    queue.shared.save(free, 'told');
    void this.#end(held, free, 'free');
  }

  /** Says the last word on a part, as often as it takes. */
  async #end(held: Held, batch: Batch, becomes: Exclude<Becomes, 'held'>): Promise<void> {
    held.isEnding = true;
    const { signal } = this.#stopping;
    while (this.#held.get(batch.number) === held && !signal.aborted) {
      try {
        const revision = await this.#write(held, batch, becomes);
        this.#held.delete(batch.number);
        this.#noteEnd(batch, { part: held.part, token: held.token, revision }, becomes);
        this.#wake();
      } catch (thrown) {
        if (!isAway(thrown) && !isLost(thrown)) this.#noteRefusal(toAppError(thrown));
        await this.#ports.clock.sleep(this.#isSuspended ? this.#restMs : AGAIN_MS, signal).catch(() => {});
        // Its lease may have ended while the ledger was away.
        if (this.#held.get(batch.number) === held) await this.#tolerating(() => this.#renewOne(batch.number, held));
      }
    }
  }

  #noteEnd({ number }: Batch, part: Part, becomes: Exclude<Becomes, 'held'>): void {
    const { shared } = this.#ports.queue;
    const batch = shared.batch(number);
    const team = becomes === 'done' ? { ...part, isDone: true as const } : part;
    if (batch !== undefined) shared.noteRevision({ ...batch, team });
  }

  async #renewOne(number: BatchNumber, held: Held): Promise<void> {
    const kept = await this.#use((ledger) => ledger.keep([held], this.#ports.leaseMs));
    if (!kept.has(held.part)) this.#lose(number, held);
  }

  async #leave(batch: Batch): Promise<void> {
    const held = this.#held.get(batch.number);
    if (held === undefined) return;
    const { delivery, acceptedAt } = batch;
    const isDoubtful = acceptedAt === undefined && delivery?.mayHaveArrived === true && delivery.address !== undefined;
    const others = isDoubtful ? 'held' : 'free';
    await this.#write(held, batch, isFinished(batch) ? 'done' : others);
  }

  // ── waiting ──

  #moment(): Moment {
    return { wall: this.#ports.clock.now(), steady: this.#ports.steady() };
  }

  #leftOf({ since }: Held): number {
    return leftOf(this.#ports.leaseMs, since, this.#moment());
  }

  #use<Result>(work: (ledger: Ledger) => Promise<Result>): Promise<Result> {
    const { signal } = this.#stopping;
    const answer = this.#ports.ledger.use(work);
    return signal.aborted ? answer : abortable(answer, signal);
  }

  /** Tells once what fails, and tries again. */
  async #tolerating(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (this.#stopping.signal.aborted) return;
      const error = suspension(toAppError(thrown));
      if (error.code === 'team.suspended') {
        this.#isSuspended = true;
        this.#refusal = undefined;
      }
      this.#tell(error);
    }
  }

  #tell(error: AppError): void {
    if (this.#told.has(error.detail)) return;
    this.#told.add(error.detail);
    this.#ports.onProblem(error);
  }

  /** Until it is time, or something calls for it. */
  async #pause(milliseconds: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const signal = AbortSignal.any([woken.signal, this.#stopping.signal]);
    await this.#ports.clock.sleep(milliseconds, signal).catch(() => {});
  }
}

function isToSend({ state }: Batch): boolean {
  return factsOf(state).phase === 'sending';
}

/** Whether only the file here was wrong, and nothing can have arrived. */
function isForOthers({ state, error, delivery }: Batch): boolean {
  const isOnlyHere = error?.code.startsWith('file.') === true || error?.code === 'queue.altered';
  return state === 'failed' && isOnlyHere && delivery?.mayHaveArrived !== true;
}

function isLost(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'team.part-lost' || thrown.code === 'upload.interrupted');
}

function isAway(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'team.unreachable';
}
