/**
 * @file The queue as the shells see it: puts its parts together, lets them work and stand still, takes over what they have stored, and
 * tells that as a QueueChange. What can be done with it, the parts offer themselves.
 */

import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { LaterStep } from '../../src-shared/contract.ts';
import { type AppError, toAppError } from '../../src-shared/errors.ts';
import { noWitness, type Witness } from '../audit/folder-witness.ts';
import { type Clock, HOUR, SECOND } from '../ground/clock.ts';
import type { TransferSettings } from '../wire/transfer/transfer-settings.ts';
import { AbandonedWatch } from './abandoned-watch.ts';
import { RESTORABLE } from './actions.ts';
import { Additions } from './additions.ts';
import { type Allowances, requireAllowed } from './allowances.ts';
import { Approvals } from './approvals.ts';
import type { Batch, SubmissionId } from './batch.ts';
import type { IdComparison } from './compared.ts';
import { Contents } from './contents.ts';
import { Settling } from './correction/settling.ts';
import { type IdKeeper, Intake } from './intake.ts';
import { LineSpeeds } from './line-speeds.ts';
import type { Patience } from './machine/machine.ts';
import type { RunnerSituation } from './open-situation.ts';
import { PersonActions } from './person-actions.ts';
import { Questions } from './questions.ts';
import type { Accept, BatchCause, QueueChange } from './queue-change.ts';
import { Rebindings } from './rebinding.ts';
import { Runner } from './runner.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { SharedBatches } from './shared-batches.ts';
import { Standstill } from './standstill.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission, SubmissionOptions } from './submission.ts';
import type { SubmissionView } from './submission-view.ts';
import type { TeamGate } from './team-gate.ts';
import { measuredSpeed } from './upload-forecast.ts';
import type { Standing } from './view/standing.ts';
import type { WaitsTold } from './waits.ts';
import { decideAgain, lacksWord } from './withdrawn-approval.ts';

export type { QueueChange } from './queue-change.ts';
export type { SubmissionView } from './submission-view.ts';

export interface QueuePorts
  extends Allowances,
    Pick<
      RunnerPorts,
      | 'store'
      | 'clock'
      | 'random'
      | 'performer'
      | 'storagePause'
      | 'uploadTurns'
      | 'fence'
      | 'witness'
      | 'compared'
      | 'sendingRules'
    > {
  /** Asked each time it matters; see `refresh`. */
  transferSettings: () => TransferSettings;
  /** Keeps the modification ids of checked files, and compares them. */
  ids?: IdKeeper & IdComparison;
  /** The ledgers that are shared with other desks. */
  team?: TeamGate;
  /** Told when it begins to send, and when it ends. */
  onSending?: (isSending: boolean) => void;
}

export interface QueueSituation extends RunnerSituation {
  /** Checks that are due or under way. */
  checking: number;
  /** Whether it asks the service about a batch without proof of arrival or an id that was given up, or asks the team ledger or tells it something. */
  isAsking: boolean;
  /** Since when a team ledger that is needed has not answered (ms since the epoch). */
  ledgerAwaySince: number | undefined;
  /** What stopped the queue, if something did, and when. */
  stopped: Standstill['reason'];
  /** Why nothing is sent although all else goes on: the data folder may be a copy. */
  doubt?: AppError | undefined;
}

export class Queue {
  /** What other desks carry, or this one for others. */
  readonly shared: SharedBatches;
  /** What a person does to submissions in it. */
  readonly actions: PersonActions;
  readonly additions: Additions;
  readonly rebindings: Rebindings;
  /** What a folder that may be a copy asks the services. */
  readonly questions: Questions;
  /** Why what is open does not go on. */
  readonly waits: WaitsTold;
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #allowances: Allowances;
  readonly #intake: Intake;
  readonly #approvals: Approvals;
  readonly #speeds: LineSpeeds;
  readonly #listeners = new Set<(change: QueueChange) => void>();
  readonly #contents: Contents;
  readonly #settling: Settling;
  readonly #standstill: Standstill;
  readonly #watch: AbandonedWatch;
  readonly #team: TeamGate | undefined;
  readonly #onSending: (isSending: boolean) => void;
  /** Aborts when the queue is to stand still. */
  #running: AbortController | undefined;
  #sends = true;
  readonly #witness: Witness;

  /** Takes over what is stored, as it is after a crash; nothing is done before `start`. */
  constructor(ports: QueuePorts) {
    const { store, clock, transferSettings } = ports;
    this.#store = store;
    this.#clock = clock;
    this.#allowances = ports;
    this.#onSending = ports.onSending ?? (() => {});
    this.#witness = ports.witness ?? noWitness;
    this.#speeds = new LineSpeeds(clock);
    const contents = new Contents(store);
    this.#contents = contents;
    const common = {
      ...ports,
      contents,
      current: (id: SubmissionId) => contents.submission(id),
      check: (submission: Submission) => {
        if (this.#running !== undefined) this.#intake.enqueue(submission);
      },
      accept: this.#accept,
      noteBatch: this.#noteBatch,
      onFailure: (error: AppError) => this.#standStill(error),
    };
    this.#approvals = new Approvals({ ...common, onChange: this.#accept });
    this.#intake = new Intake({
      ...common,
      approvals: this.#approvals,
      onProgress: (submission, progress) => this.#tell({ kind: 'check-progress', submission, progress }),
      onSlow: (submission, error) => this.#tell({ kind: 'check-slow', submission, error }),
      onFailed: (submission) => this.#accept(submission, [], 'check-failed'),
      onOver: (submission) => this.#accept(submission, [], 'check-over'),
    });
    this.#runner = new Runner({
      ...common,
      onSent: (batch, sentBytes) => this.#noteSent(batch, sentBytes),
      limits: transferSettings,
      patience: () => patienceOf(transferSettings()),
      bytesPerSecond: ({ destination }) => this.#speeds.bytesPerSecond(destination),
      measuredSpeed: (destination) => measuredSpeed(store, destination),
      onHours: (submission) => this.#tell({ kind: 'due', submission }),
      onBatch: (batch, cause) => {
        if (batch.state !== 'uploading') this.#speeds.end(batch.number);
        this.#noteBatch(batch, cause);
      },
      onDoubt: (error) => {
        this.#onSending(false);
        this.#tell({ kind: 'doubted', error });
      },
      onDue: (batch) => {
        contents.noteBatch(batch);
        this.#tell({ kind: 'due', submission: batch.submission });
      },
      onHold: ({ connection, destination }, error) => this.#tell({ kind: 'hold', connection, destination, error }),
      onRelease: (bound) => this.#tell({ kind: 'hold-released', ...bound }),
      onContact: (bound) => this.#tell({ kind: 'contact', ...bound }),
    });
    this.waits = this.#runner.waits;
    this.#watch = new AbandonedWatch({ ...common, runner: this.#runner });
    this.#settling = new Settling(ports);
    const parts = {
      ...common,
      settling: this.#settling,
      intake: this.#intake,
      approvals: this.#approvals,
      runner: this.#runner,
      watch: this.#watch,
    };
    this.questions = new Questions(parts);
    this.shared = new SharedBatches({ ...parts, shared: () => contents.shared() });
    this.rebindings = new Rebindings({ ...parts, onRebound: () => this.#askTeam() });
    this.additions = new Additions(parts);
    this.actions = new PersonActions({
      ...parts,
      onAction: (action, submission, batches) => this.#tell({ kind: 'action', action, submission, batches }),
      onRemoved: (submission) => {
        contents.noteSubmission(submission);
        this.#tell({ kind: 'removed', submission: submission.id });
      },
      releaseHolds: () => this.releaseHolds(),
    });
    this.#standstill = new Standstill({
      clock: ports.clock,
      hasRoom: () => ports.store.hasRoom() && this.#isNoted(),
      rest: () => this.#rest(),
      onBegin: (error) => this.#tell({ kind: 'stopped', error }),
      onEnd: () => {
        this.#tell({ kind: 'going-on' });
        this.#takeOver();
        this.#adoptOpen();
        this.start({ sends: this.#sends });
      },
    });
    this.#adoptOpen();
    this.#team = ports.team;
    this.#team?.subscribe(() => this.#askTeam());
  }

  /** Continues with everything that is stored. @param sends false: files are only checked, until it is started again */
  start({ sends = true } = {}): void {
    this.#sends = sends;
    // What was removed so long ago is not restored any more.
    const restorable = this.#clock.now() - RESTORABLE;
    for (const id of this.#store.findings.ownersRemovedBefore(restorable)) this.#store.findings.clear(id);
    if (sends) this.#keepBackUnasked();
    this.#running = new AbortController();
    for (const { submission } of this.#contents.standings()) {
      if (submission.stage === 'checking') this.#intake.enqueue(this.#contents.submission(submission.id));
    }
    if (!sends) return;
    this.#askTeam();
    this.#runner.start();
    this.#watch.start();
    this.#onSending(this.#witness.doubt === undefined);
  }

  /** Ends checks and uploads, stores where they stopped; the queue continues with the next start. */
  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    this.#onSending(false);
    await this.#rest();
  }

  /** Looks again at settings that may have changed. */
  refresh(): void {
    this.#runner.refresh();
  }

  /** Why nothing is sent although all else goes on, if so. */
  get doubt(): AppError | undefined {
    return this.#witness.doubt;
  }

  /** What stopped the whole queue, or keeps it from sending, if something does. */
  get stopped(): AppError | undefined {
    return this.#standstill.reason?.error ?? this.doubt;
  }

  /** A person has settled the doubt about the data folder: it sends again. */
  endDoubt(): void {
    this.#tell({ kind: 'going-on' });
    if (this.#running === undefined || !this.#sends) return;
    this.#onSending(true);
    this.#askTeam();
    this.#runner.refresh();
  }

  /** The submissions that a person looks at: the service is asked about them first. */
  watch(ids: Iterable<SubmissionId>): void {
    this.#runner.watch(new Set(ids));
  }

  /** Calls `listener` with every change; returns what ends that. */
  subscribe(listener: (change: QueueChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @throws AppError policy.managed for what may not be chosen at all, before anything is added with it */
  requireAllowed(options: SubmissionOptions): void {
    requireAllowed(this.#allowances, options);
  }

  /** Where the submissions in the queue stand, in the order they were added; from memory. */
  standings(): Standing[] {
    return this.#contents.standings();
  }

  /** Whether it is in the queue; one that was taken out may still be heard of. */
  has(id: SubmissionId): boolean {
    return this.#contents.has(id);
  }

  /** @throws AppError queue.unknown-id */
  standing(id: SubmissionId): Standing {
    return this.#contents.standing(id);
  }

  view(id: SubmissionId): SubmissionView {
    return this.#contents.view(id);
  }

  /** What an id typed by a person means: a submission, or one of its batches; also one that was taken out of the queue. */
  findRemoved(id: string): SubmissionView {
    return this.#contents.findRemoved(id);
  }

  /** What a new preparation would stand for in the place of a submission. @throws AppError queue.unknown-id, submission.* */
  replacedBy(id: SubmissionId): SubmissionView[] {
    return this.#settling.replacedBy(id);
  }

  /**
   * Acts on each of these submissions; a failure of one does not stop the others. Everything is stored in one transaction.
   * @throws the first error once all had their turn, or what kept all of it from being stored
   */
  each(ids: readonly SubmissionId[], act: (id: SubmissionId) => void): void {
    const errors: unknown[] = [];
    try {
      this.#store.together(() => {
        for (const id of ids) {
          try {
            act(id);
          } catch (thrown) {
            errors.push(thrown);
          }
        }
      });
    } catch (thrown) {
      // What is known here is ahead of what is stored: nothing moves until it has been taken over again.
      this.#standStill(toAppError(thrown));
      this.#takeOver();
      for (const id of ids) {
        if (this.#contents.has(id))
          this.#tell({ kind: 'submission', submission: this.#contents.submission(id), cause: 'read-again' });
      }
      throw thrown;
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Tries connections again that were put on hold: somebody has seen to what was wrong. */
  releaseHolds(): void {
    for (const bound of this.#runner.releaseHolds()) this.#tell({ kind: 'hold-released', ...bound });
    this.#watch.look();
  }

  /** What was sealed can be opened again: what waited for that, or for a person, looks again at once. */
  noteOpenSecrets(): void {
    this.#runner.noteOpenSecrets();
    this.releaseHolds();
  }

  /** What is left to do, and what keeps it from being done. */
  situation(): QueueSituation {
    const { checking } = this.#intake;
    const { isAsking, ...situation } = this.#runner.waits.situation();
    return {
      ...situation,
      checking,
      stopped: this.#standstill.reason,
      doubt: this.doubt,
      isAsking: isAsking || this.#watch.isAsking || this.#approvals.isAskingTeam || this.#team?.isTelling === true,
      ledgerAwaySince: this.#team?.awaySince,
    };
  }

  /** What is done later by itself, of these submissions or of all. */
  later(ids?: ReadonlySet<SubmissionId>): LaterStep[] {
    const all = [...this.#watch.later(), ...this.#runner.waits.later()];
    return ids === undefined ? all : all.filter(({ submission }) => ids.has(submission));
  }

  /** What one upload to a destination got through lately; undefined when it is not known. */
  bytesPerSecond(destination: string): number | undefined {
    return this.#speeds.bytesPerSecond(destination);
  }

  /** Looks again at what waits for a team ledger. */
  #askTeam(): void {
    if (this.#running === undefined || !this.#sends) return;
    for (const { submission } of this.#contents.standings()) {
      if (submission.stage === 'held' && submission.error !== undefined && awaitsTeam(submission.error))
        this.#approvals.lookAgain(submission.id);
    }
  }

  /** What was approved before its connection used a ledger, and has not begun to go, needs the word of that first. */
  #keepBackUnasked(): void {
    for (const { submission: summary, open } of this.#contents.standings()) {
      // Most connections use no ledger, and what has ended is not read for it.
      if (open === 0 || this.#team?.ledgerOf({ connection: summary.connection }) === undefined) continue;
      const submission = this.#contents.submission(summary.id);
      if (lacksWord(submission, this.#store, this.#team))
        decideAgain(submission, 'held', { store: this.#store, clock: this.#clock, accept: this.#accept });
    }
  }

  /** Ends checks and uploads, and stores where they stopped. */
  async #rest(): Promise<void> {
    await Promise.all([this.#intake.stop(), this.#approvals.stop(), this.#watch.stop(), this.#runner.stop()]);
  }

  /** The store failed: nothing moves any more, until a full disk has room again. */
  #standStill(error: AppError): void {
    if (this.#running !== undefined) void this.#standstill.begin(error, this.#running.signal);
  }

  /** Whether the witness takes its note now. @throws AppError file.*, folder.in-use, disk.full */
  #isNoted(): boolean {
    this.#witness.note({ patience: 0 });
    return true;
  }

  /** Has everything carried on that is still open. */
  #adoptOpen(): void {
    const open = Map.groupBy(this.#contents.openBatches(), (batch) => batch.submission);
    for (const [id, batches] of open) this.#runner.adopt(this.#contents.submission(id), batches);
    for (const batch of this.#store.watchingBatches()) this.#watch.note(batch);
  }

  /** What is stored counts, not what is known here. */
  #takeOver(): void {
    this.#contents.reload();
    this.#runner.forget();
    this.#watch.forget();
  }

  /** Takes over what has just been stored. */
  readonly #accept: Accept = (submission, batches, cause) => {
    // Removed while the end of its check was on its way.
    if (submission.removedAt !== undefined) return;
    const { id, stage } = submission;
    // Its approval was withdrawn.
    if (stage !== 'approved' && this.#contents.has(id) && this.#contents.standing(id).open > 0) this.#runner.forget(id);
    this.#contents.noteSubmission(submission);
    // Where it stands is asked for at once, and would be read from the store without them.
    for (const batch of batches) this.#contents.noteBatch(batch);
    this.#tell({ kind: 'submission', submission, cause });
    for (const batch of batches) this.#noteBatch(batch, { cause: 'made' });
    this.#runner.adopt(submission, batches);
  };

  readonly #noteBatch = (batch: Batch, cause: BatchCause): void => {
    this.#contents.noteBatch(batch);
    this.#watch.note(batch);
    this.#tell({ kind: 'batch', batch, ...cause });
  };

  #noteSent(batch: Batch, sentBytes: number): void {
    this.#speeds.note(this.#contents.submission(batch.submission).destination, batch.number, sentBytes);
    this.#tell({ kind: 'upload-progress', submission: batch.submission, batch: batch.number, sentBytes });
  }

  #tell(change: QueueChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function patienceOf({ askSeconds, retryHours }: TransferSettings): Patience {
  return { askMs: askSeconds * SECOND, retryMs: retryHours * HOUR };
}
