/**
 * @file Purges customer data that is no longer needed: at the start, once a day, and when a submission that was taken out of
 * the queue can no longer be restored. Works in small steps, and gives way to all other work between them.
 * [Note: Killed in the middle] A submission counts as purged only once the write-ahead log is empty as well. Until then the
 * next start does all of it again, which harms nothing.
 */

import { setImmediate } from 'node:timers/promises';
import type { RecordSecurity } from '../../audit/security-events.ts';
import { type Clock, DAY, HOUR, MINUTE } from '../../ground/clock.ts';
import { RESTORABLE } from '../../send/actions.ts';
import type { SubmissionId } from '../../send/batch.ts';
import type { Wanted } from '../../send/storage/customer-data.ts';
import type { QueueStore } from '../../send/storage/store.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Retention } from './retention.ts';

export interface PurgePorts {
  store: Pick<QueueStore, 'customerData' | 'findings' | 'lineEdits' | 'correctionTurns'>;
  files: KeptFiles;
  clock: Clock;
  /** Asked at each pass. */
  retention: () => Retention;
  /** Takes an ended submission out of the queue. */
  remove: (id: SubmissionId) => void;
  record: RecordSecurity;
  /** A pass could not end; it is tried again in an hour. */
  onFailure: (thrown: unknown) => void;
}

/** How long until the next pass: after one that is done, that met a reader of the database, and that failed. */
type Outcome = 'done' | 'reader' | 'failed';

export class Purge {
  readonly #ports: PurgePorts;
  readonly #stopped = new AbortController();
  #alarm = new AbortController();
  #running: Promise<void> | undefined;
  /** What was purged, but may still be found in the write-ahead log. */
  readonly #purged = new Map<SubmissionId, Set<string>>();
  readonly #withoutFindings = new Set<SubmissionId>();
  /** True at first: a process that was killed may have left something in the log. */
  #hasDeleted = true;
  /** Of the submissions that can still be restored, when the first was taken out of the queue. */
  #firstRemovedAt: number | undefined;

  constructor(ports: PurgePorts) {
    this.#ports = ports;
  }

  /** Begins with a pass, and continues with the clock. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** What is to be purged may have changed: looks now. */
  wake(): void {
    // Thousands may be taken out of the queue at once, and each call would make an error that no one reads.
    if (!this.#alarm.signal.aborted) this.#alarm.abort();
  }

  /** Resolves once the step under way has ended. The rest waits for the next start. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  /** Ends the passes by the clock, writes the database again, and does one last pass. @returns as `pass` */
  async thoroughly(signal: AbortSignal): Promise<boolean> {
    await this.stop();
    this.#ports.store.customerData.rewrite();
    this.#hasDeleted = true;
    return await this.pass(signal);
  }

  /** One pass over everything that is due. @returns whether nothing of it can be found in the files any more */
  async pass(signal: AbortSignal = this.#stopped.signal): Promise<boolean> {
    const { store, files, clock, retention, record, remove } = this.#ports;
    const now = clock.now();
    const { submissions, findings, reports, ids } = retention();
    if (submissions !== null) {
      for await (const id of this.#due({ kind: 'ended', before: now - submissions * DAY }, signal)) remove(id);
    }
    for await (const id of this.#due({ kind: 'removed', before: now - RESTORABLE }, signal)) {
      this.#purged.set(id, new Set([...(this.#purged.get(id) ?? []), ...(await this.#purge(id, signal))]));
      this.#hasDeleted = true;
    }
    if (findings !== null) {
      for await (const id of this.#due({ kind: 'ended-with-findings', before: now - findings * DAY }, signal)) {
        store.findings.clear(id);
        const batchIds = new Set(store.customerData.batchIds(id).map((batchId) => batchId.toLowerCase()));
        await files.removeReadings((batchId) => batchIds.has(batchId));
        store.lineEdits.undoAll(id);
        store.correctionTurns.forget(id);
        this.#withoutFindings.add(id);
        this.#hasDeleted = true;
      }
    }
    await store.findings.sweep(signal);
    signal.throwIfAborted();
    await files.removeDownloadsBefore(now - RESTORABLE);
    if (reports !== null) {
      const removed = await files.removeReportsBefore(now - reports * DAY, (id) => store.customerData.isOpen(id));
      // It is not known to which submissions they belong: 0 is the queue as a whole.
      if (removed > 0) record({ kind: 'data-purged', submission: 0, what: [`${removed} reports`] });
    }
    if (ids !== null) {
      for await (const id of this.#due({ kind: 'purged-with-ids', before: now - ids * DAY }, signal)) {
        // The file first: while it is there, the next pass must find it again.
        const wasThere = await files.removeIdIndex(id);
        store.customerData.forgetIds(id);
        if (wasThere) record({ kind: 'data-purged', submission: id, what: ['index of modification ids'] });
      }
    }
    signal.throwIfAborted();
    if (this.#hasDeleted && !store.customerData.emptyLog()) return false;
    this.#hasDeleted = false;
    await this.#conclude(now, signal);
    return true;
  }

  /** Nothing can be found in the files any more: that is noted and recorded. */
  async #conclude(now: number, signal: AbortSignal): Promise<void> {
    const { store, record } = this.#ports;
    for (const [id, what] of this.#purged) {
      await pause(signal);
      store.customerData.markPurged(id, now);
      this.#purged.delete(id);
      record({ kind: 'data-purged', submission: id, what: [...what] });
    }
    for (const id of this.#withoutFindings) record({ kind: 'data-purged', submission: id, what: ['findings'] });
    this.#withoutFindings.clear();
  }

  /** The submissions that are due, looked for in small parts. */
  async *#due(wanted: Wanted, signal: AbortSignal): AsyncGenerator<SubmissionId> {
    if (wanted.kind === 'removed') this.#firstRemovedAt = undefined;
    for (let after: number | undefined = 0; after !== undefined; ) {
      await pause(signal);
      const { due, firstRemovedAt, next } = this.#ports.store.customerData.scan(wanted, after);
      if (firstRemovedAt !== undefined)
        this.#firstRemovedAt = Math.min(firstRemovedAt, this.#firstRemovedAt ?? firstRemovedAt);
      for (const id of due) {
        await pause(signal);
        yield id;
      }
      after = next;
    }
  }

  async #run(): Promise<void> {
    const stopped = this.#stopped.signal;
    while (!stopped.aborted) {
      // Before the pass: what changes while it runs must not wait for a day.
      this.#alarm = new AbortController();
      const outcome = await this.#try();
      if (stopped.aborted) return;
      const signal = AbortSignal.any([stopped, this.#alarm.signal]);
      await this.#ports.clock.sleep(this.#until(outcome), signal).catch(() => undefined);
    }
  }

  async #try(): Promise<Outcome> {
    try {
      return (await this.pass()) ? 'done' : 'reader';
    } catch (thrown) {
      if (!this.#stopped.signal.aborted) this.#ports.onFailure(thrown);
      return 'failed';
    }
  }

  #until(outcome: Outcome): number {
    if (outcome === 'failed') return HOUR;
    if (outcome === 'reader') return MINUTE;
    const first = this.#firstRemovedAt;
    if (first === undefined) return DAY;
    return Math.min(DAY, Math.max(0, first + RESTORABLE + 1 - this.#ports.clock.now()));
  }

  /** Everything but the rows of the findings, which are swept for all together. Returns what there was. */
  async #purge(id: SubmissionId, signal: AbortSignal): Promise<string[]> {
    const { store, files } = this.#ports;
    const submission = store.customerData.submission(id);
    const what = ['documents'];
    if (submission === undefined) return what;
    if (store.customerData.hasFindings(id)) what.push('findings');
    if (await files.removeInboxCopy(submission.content)) what.push('inbox copy');
    if (await files.removePrepared(submission.content)) what.push('prepared file');
    // What went must not go again in another file, and nobody can read an id in the index.
    const idsStay = submission.stage === 'approved' && (await files.hasIdIndex(id));
    if (!idsStay && (await files.removeIdIndex(id))) what.push('index of modification ids');
    const removed = await files.removeOfBatches(store.customerData.batchIds(id));
    if (removed > 0) what.push(`${removed} reports and practice files`);
    store.findings.clear(id);
    for (let after: number | undefined = 0; after !== undefined; ) {
      await pause(signal);
      after = store.customerData.reduceBatches(id, after);
    }
    store.customerData.reduceSubmission(id, { idsStay });
    return what;
  }
}

/** Lets everything else have its turn; throws once the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate(undefined, { signal });
}
