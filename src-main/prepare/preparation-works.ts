/** @file What is under way for each open preparation: one work at a time, how far it is, and what it ended with. */

import type { FormerChange, PreparationWork, Prepared } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import type { Examined } from './examination.ts';
import type { FirstTemplate } from './first-template.ts';
import type { PreparationProgress } from './preparation.ts';
import type { PreparationRecord, PreparationRecords } from './preparation-record.ts';
import { namedAsBrought } from './preparation-sources.ts';

type Id = PreparationRecord['id'];

/** A preparation while the app runs. */
export interface OpenPreparation {
  record: PreparationRecord;
  /** Absent until it was examined, and after the app was closed. */
  examined?: Examined | undefined;
  guesses: FirstTemplate['guesses'];
  /** Kept templates that fit, the best first. */
  fitting: FirstTemplate['fitting'];
  plan?: Prepared | undefined;
  /** What was decided before the export was read otherwise, each time, the last one last. */
  former: Former[];
  work?: PreparationWork | undefined;
  error?: ErrorRecord | undefined;
  /** It was written in part when the app was closed. */
  isInterrupted: boolean;
}

/** A preparation before other files, another reading or another template were taken. */
export interface Former {
  change: FormerChange;
  decided: Pick<PreparationRecord, 'reading' | 'draft' | 'template' | 'leftOut'>;
}

type Work = (signal: AbortSignal, onProgress: (progress: PreparationProgress) => void) => Promise<void>;
type Listener = (id: Id, work: PreparationWork | undefined) => void;

export class PreparationWorks {
  readonly #records: PreparationRecords;
  readonly #works = new Map<Id, { stop: AbortController; done: Promise<void> }>();
  readonly #listeners = new Set<Listener>();

  constructor(records: PreparationRecords) {
    this.#records = records;
  }

  /** Calls the listener when work moves (at most ten times a second) and when it ends. Returns a function that ends this. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * As `start`, in place of a plan that is being made: also of one that another call has begun while this one waited for the end.
   * @throws AppError preparation.busy
   */
  async startAfterPlan(open: OpenPreparation, kind: PreparationWork['kind'], work: Work): Promise<void> {
    while (open.work?.kind === 'planning') await this.endPlan(open);
    this.start(open, kind, work);
  }

  /** @throws AppError preparation.busy */
  start(open: OpenPreparation, kind: PreparationWork['kind'], work: Work): void {
    const { id, sources } = open.record;
    if (this.#works.has(id)) throw new AppError('preparation.busy', {});
    const stop = new AbortController();
    open.error = undefined;
    open.work = { kind, rows: 0, bytes: 0, totalBytes: 0 };
    const onProgress = ({ rows, bytes, totalBytes, outcome = open.work?.outcome }: PreparationProgress) => {
      open.work = { kind, rows, bytes, totalBytes, ...(outcome !== undefined && { outcome }) };
      this.#tell(id, open.work);
    };
    const run = async () => {
      try {
        await work(stop.signal, onProgress);
      } catch (thrown) {
        // A person who cancels knows why it has ended.
        if (!stop.signal.aborted || kind === 'examining')
          open.error = namedAsBrought(toAppError(thrown).toRecord(), sources);
        if (kind === 'preparing') open.isInterrupted = true;
      } finally {
        this.#works.delete(id);
        open.work = undefined;
        this.#records.endWork(id);
        this.#tell(id, undefined);
      }
    };
    this.#works.set(id, { stop, done: Promise.resolve().then(run) });
    this.#tell(id, open.work);
  }

  /** Ends what is under way; resolves once it has ended. */
  async end(id: Id): Promise<void> {
    const work = this.#works.get(id);
    work?.stop.abort(new AppError('preparation.cancelled', {}));
    await work?.done;
  }

  /** Ends a plan that is being made. */
  async endPlan({ record, work }: OpenPreparation): Promise<void> {
    if (work?.kind === 'planning') await this.end(record.id);
  }

  /** Ends all work, and tells of none any more. */
  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#works.keys()].map((id) => this.end(id)));
  }

  #tell(id: Id, work: PreparationWork | undefined): void {
    for (const listener of this.#listeners) listener(id, work);
  }
}
