/** @file The life of a batch: from its id through the arrival of the file to the last state (§3). */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import type { Clock } from '../ground/clock.ts';
import type { BatchMemory } from './batch-memory.ts';
import { type ValidationOutcome, validateBatch } from './batch-validation.ts';
import type { Misfortunes } from './misfortune.ts';
import type { PracticeBatch, PracticeState } from './practice-batch.ts';

interface LivingBatch extends PracticeBatch {
  state: PracticeState;
  errorMessage: string;
  states: { state: PracticeState; at: number }[];
  forgotten: boolean;
  arrivedAt?: number;
  path?: string;
  bytes?: number;
  sha256?: string;
  lines?: number;
  invalidLines?: number;
  reportPath?: string;
  reportShape?: ReportShape;
  readonly ended: PromiseWithResolvers<PracticeBatch>;
}

export interface BatchLifeSettings {
  clock: Clock;
  misfortunes: Misfortunes;
  /** Milliseconds between two states. */
  pace: number;
  maxBatchBytes: number;
  onboarded: ReadonlySet<string> | undefined;
  reportFolder: string;
  /** How reports are written, unless the misfortune `report-shape` says otherwise. */
  reportShape: ReportShape;
  /** Keeps what is known of the batches across restarts. */
  memory?: BatchMemory | undefined;
  /** Stops every batch on its way when the tenant closes. */
  signal: AbortSignal;
}

/** What the storage reports about a file that arrived in full. */
export interface ArrivedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export class BatchLife {
  readonly #settings: BatchLifeSettings;
  readonly #batches = new Map<string, LivingBatch>();
  readonly #walks = new Set<Promise<void>>();

  constructor(settings: BatchLifeSettings) {
    this.#settings = settings;
  }

  get all(): readonly PracticeBatch[] {
    return [...this.#batches.values()];
  }

  /** Returns the new batch_id. */
  register(rejectOnInvalid: boolean): string {
    const batchId = randomUUID();
    const batch: LivingBatch = {
      batchId,
      rejectOnInvalid,
      state: 'AWAITING_FILE',
      errorMessage: '',
      states: [],
      forgotten: false,
      ended: Promise.withResolvers(),
    };
    this.#batches.set(batchId, batch);
    this.#enter(batch, 'AWAITING_FILE');
    return batchId;
  }

  /** The batch as the service knows it; a forgotten one is unknown. */
  find(batchId: string): PracticeBatch | undefined {
    const batch = this.#batches.get(batchId.toLowerCase());
    return batch?.forgotten === true ? undefined : batch;
  }

  /** Resolves when the batch changes no more. */
  async ended(batchId: string): Promise<PracticeBatch> {
    const batch = this.#batches.get(batchId.toLowerCase());
    if (batch === undefined) throw new Error(`The practice tenant has never issued the batch ${batchId}.`);
    return batch.ended.promise;
  }

  /** Whether the file of this batch is stored. */
  hasArrived(batchId: string): boolean {
    return this.#batches.get(batchId)?.arrivedAt !== undefined;
  }

  /** §2.1: the file is complete, the scan begins. */
  arrive(batchId: string, { path, bytes, sha256 }: ArrivedFile): void {
    const batch = this.#batches.get(batchId);
    if (batch === undefined) return;
    Object.assign(batch, { arrivedAt: this.#settings.clock.now(), path, bytes, sha256 });
    this.#begin(batch, bytes, path);
  }

  /** Takes over the batches of an earlier start; those that were under way begin again. */
  goOn(): void {
    for (const remembered of this.#settings.memory?.load() ?? []) {
      // Absent fields are left out, as they were when saved.
      const batch = { ...remembered, ended: Promise.withResolvers() } as LivingBatch;
      this.#batches.set(batch.batchId, batch);
      const { state, forgotten, path, bytes } = batch;
      if (forgotten || ['PROCESSED', 'VALIDATION_FAILED', 'ERROR'].includes(state)) batch.ended.resolve(batch);
      else if (path !== undefined && bytes !== undefined) this.#begin(batch, bytes, path);
    }
  }

  #begin(batch: LivingBatch, bytes: number, path: string): void {
    if (this.#settings.misfortunes.strike(['forget-batch']) !== undefined) {
      batch.forgotten = true;
      batch.ended.resolve(batch);
      return;
    }
    this.#enter(batch, 'SCANNING');
    const walk = this.#walk(batch, bytes, path)
      .catch((thrown) => this.#fail(batch, `The practice service failed: ${String(thrown)}`))
      .finally(() => {
        this.#walks.delete(walk);
        batch.ended.resolve(batch);
      });
    this.#walks.add(walk);
  }

  /** Resolves once every batch on its way has stopped; abort the signal first. */
  async stopped(): Promise<void> {
    await Promise.all(this.#walks);
  }

  async #walk(batch: LivingBatch, bytes: number, path: string): Promise<void> {
    const { misfortunes, maxBatchBytes } = this.#settings;
    // Decided at once, so that misfortunes strike in the order in which files arrive.
    const scanFails = misfortunes.strike(['scan-fails']) !== undefined;
    const unknownState = scanFails ? undefined : misfortunes.strike(['unknown-state']);
    const processingFails = !scanFails && misfortunes.strike(['processing-error']) !== undefined;

    await this.#pause();
    if (scanFails) return this.#fail(batch, 'The scan found the file unsafe.');
    if (bytes > maxBatchBytes) return this.#fail(batch, `The file has ${bytes} bytes, more than ${maxBatchBytes}.`);
    if (bytes === 0) return this.#fail(batch, 'The file is empty.');

    await this.#enterAndPause(batch, 'VALIDATION_STARTED');
    if (unknownState !== undefined) await this.#enterAndPause(batch, unknownState.state ?? 'ENRICHMENT_STARTED');
    const { lines, invalidLines } = await this.#validate(batch, path);
    if (invalidLines > 0 && batch.rejectOnInvalid) {
      batch.errorMessage = `${invalidLines} of ${lines} transactions are invalid.`;
      return this.#enter(batch, 'VALIDATION_FAILED');
    }
    await this.#enterAndPause(batch, 'PENDING_INGESTION');
    await this.#enterAndPause(batch, 'INITIALIZED');
    await this.#enterAndPause(batch, 'IN_PROGRESS');
    if (processingFails) return this.#fail(batch, 'The processing failed.');
    this.#enter(batch, 'PROCESSED');
  }

  async #validate(batch: LivingBatch, batchPath: string): Promise<ValidationOutcome> {
    const { reportFolder, misfortunes, onboarded, signal } = this.#settings;
    const reportShape = misfortunes.strike(['report-shape'])?.shape ?? this.#settings.reportShape;
    const reportPath = join(reportFolder, `${batch.batchId}.jsonl`);
    const outcome = await validateBatch({ batchPath, reportPath, reportShape, onboarded, signal });
    Object.assign(batch, outcome);
    if (outcome.invalidLines > 0) Object.assign(batch, { reportPath, reportShape });
    return outcome;
  }

  #enter(batch: LivingBatch, state: PracticeState): void {
    batch.state = state;
    batch.states.push({ state, at: this.#settings.clock.now() });
    this.#settings.memory?.save(this.all);
  }

  #fail(batch: LivingBatch, message: string): void {
    if (this.#settings.signal.aborted) return;
    batch.errorMessage = message;
    this.#enter(batch, 'ERROR');
  }

  async #enterAndPause(batch: LivingBatch, state: PracticeState): Promise<void> {
    this.#enter(batch, state);
    await this.#pause();
  }

  async #pause(): Promise<void> {
    const { clock, pace, signal } = this.#settings;
    signal.throwIfAborted();
    if (pace > 0) await clock.sleep(pace, signal);
  }
}
