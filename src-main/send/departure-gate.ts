/**
 * @file What must hold before anything of a batch leaves: its seal, the word of the team ledger, and a note outside of the data
 * folder of how far it has come. Asked before each effect, and again before the last block of an upload, after which the batch may
 * have arrived.
 */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import { noWitness, type Witness } from '../audit/folder-witness.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { Batch } from './batch.ts';
import type { Fence } from './fence.ts';
import type { BatchEvent, Effect } from './machine/machine.ts';
import { SealedQueue } from './sealed/sealed-queue.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';

interface GatePorts {
  store: QueueStore;
  fence: Fence;
  witness?: Witness | undefined;
  /**
   * Resolves once the team ledger of a connection was compared with this folder, which may raise the doubt; undefined where that is
   * done, or there is none. @throws the signal's reason
   */
  compared?: ((bound: Bound, signal: AbortSignal) => Promise<void> | undefined) | undefined;
  /** The data folder may be a copy: nothing more is sent. */
  onDoubt?: ((error: AppError) => void) | undefined;
  /** What has to be stored cannot be. */
  onFailure: (error: AppError) => void;
}

/** A batch on its way, as it is at this moment. */
interface Leaving {
  batch: Batch;
  submission: Submission;
  /** Whether the ledger has to be told before each effect. */
  isFenced: boolean;
}

export class DepartureGate {
  readonly #ports: GatePorts;
  readonly #sealed: SealedQueue;
  readonly #witness: Witness;

  constructor(ports: GatePorts) {
    this.#ports = ports;
    this.#sealed = new SealedQueue(ports.store);
    this.#witness = ports.witness ?? noWitness;
    this.#witness.onDoubt((error) => ports.onDoubt?.(error));
  }

  /** Whether the data folder may be a copy. */
  get isInDoubt(): boolean {
    return this.#witness.doubt !== undefined;
  }

  /** Before the first byte: the step itself would seal what another program has changed. */
  alteration({ batch, submission }: Leaving): BatchEvent | undefined {
    try {
      this.#sealed.requireBatch(submission, batch);
      return undefined;
    } catch (thrown) {
      return { kind: 'altered', error: toAppError(thrown).toRecord() };
    }
  }

  /** Whether an effect may be performed now; else it has to wait, or is not this desk's any more. */
  async mayPerform({ kind }: Effect, { batch, submission, isFenced }: Leaving, signal: AbortSignal): Promise<boolean> {
    // See [Note: Nothing without the ledger].
    if (isFenced && !((await succeeds(this.#ports.fence.beforeEffect(batch, signal))) && !signal.aborted)) return false;
    if (kind !== 'reserve' && kind !== 'upload') return true;
    const compared = this.#ports.compared?.(submission, signal);
    return (compared === undefined || (await succeeds(compared))) && this.#isWitnessed();
  }

  /**
   * An id that another batch has is not used: what the service says about it is about that batch. Nor is an address: the storage
   * would say of it that it has the file, and mean the other one.
   */
  withoutRepeated(batch: Batch, event: BatchEvent): BatchEvent {
    if (event.kind !== 'reserved') return event;
    const { batchId, place } = event;
    const failed = (error: AppError): BatchEvent => ({ kind: 'reserve-failed', error: error.toRecord() });
    const { store } = this.#ports;
    if (store.isUsedFor(batch, { batchId })) return failed(new AppError('batch.repeated-id', { batchId }));
    if (place !== undefined && store.isUsedFor(batch, { place }))
      return failed(new AppError('batch.repeated-address', { batchId }));
    return event;
  }

  /**
   * The last block may leave only once that is stored, and never after the upload was stopped.
   * @param leaving as the batch is now: asked again after each wait
   * @param store stores that it leaves
   */
  lastBlock(leaving: () => Leaving | undefined, store: () => void, signal: AbortSignal): void | Promise<void> {
    const { isFenced, batch } = leaving() ?? {};
    if (isFenced && batch !== undefined) return this.#fencedLastBlock(batch, leaving, store, signal);
    this.#unfencedLastBlock(leaving, store, signal);
  }

  /**
   * Here the ledger hears first: where it does not answer, it is certain that the block has not left. The lease is looked at
   * last, since both may have taken long.
   */
  async #fencedLastBlock(
    batch: Batch,
    current: () => Leaving | undefined,
    store: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { fence } = this.#ports;
    if (batch.delivery === undefined) throw interrupted();
    const leaving = { ...batch, delivery: { ...batch.delivery, mayHaveArrived: true } };
    if (!(await succeeds(fence.beforeEffect(leaving, signal)))) throw interrupted();
    this.#unfencedLastBlock(current, store, signal);
    fence.requireLease(leaving);
  }

  #unfencedLastBlock(leaving: () => Leaving | undefined, store: () => void, signal: AbortSignal): void {
    signal.throwIfAborted();
    const before = leaving();
    if (before !== undefined) this.#sealed.requireBatch(before.submission, before.batch);
    store();
    if (leaving()?.batch.delivery?.mayHaveArrived !== true) throw interrupted();
    if (!this.#isWitnessed()) throw interrupted();
  }

  /** Notes outside of the data folder how far it has come; false where nothing may leave it. */
  #isWitnessed(): boolean {
    try {
      this.#witness.note();
    } catch (thrown) {
      this.#ports.onFailure(toAppError(thrown));
      return false;
    }
    return !this.isInDoubt;
  }
}

const interrupted = (): AppError => new AppError('upload.interrupted', {});

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
