/**
 * @file The queue as the shells see it: files are added, checked, approved and carried; submissions are paused, resumed,
 * retried and cancelled. Everything it knows is in the store; it tells everything it does as a QueueChange.
 */

import { isDeepStrictEqual } from 'node:util';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { CheckAgain, LaterStep } from '../../src-shared/contract.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { noWitness, type Witness } from '../audit/folder-witness.ts';
import { type Clock, HOUR, SECOND } from '../ground/clock.ts';
import type { BatchId } from '../wire/service/wire.ts';
import type { TransferSettings } from '../wire/transfer/transfer-settings.ts';
import { AbandonedWatch } from './abandoned-watch.ts';
import type { ActionResult } from './actions.ts';
import { Additions, type NewFile, type NewSubmission } from './additions.ts';
import { type Allowances, requireAllowed } from './allowances.ts';
import { Approvals, type IdComparison } from './approvals.ts';
import type { Batch, SubmissionId } from './batch.ts';
import type { Binding } from './binding.ts';
import { Contents } from './contents.ts';
import { type Settled, Settling } from './correction/settling.ts';
import { type IdKeeper, Intake } from './intake.ts';
import { LineSpeeds } from './line-speeds.ts';
import type { Patience } from './machine/machine.ts';
import type { RunnerSituation } from './open-situation.ts';
import { PersonActions } from './person-actions.ts';
import { type AskedBatch, Questions, type SentElsewhere, type WithoutId } from './questions.ts';
import type { BatchCause, QueueChange, SubmissionCause } from './queue-change.ts';
import { type Rebinding, Rebindings } from './rebinding.ts';
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
import { lacksWord } from './withdrawn-approval.ts';

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
  readonly #actions: PersonActions;
  readonly #rebindings: Rebindings;
  readonly #settling: Settling;
  readonly #additions: Additions;
  readonly #standstill: Standstill;
  readonly #watch: AbandonedWatch;
  readonly #questions: Questions;
  readonly #team: TeamGate | undefined;
  readonly #onSending: (isSending: boolean) => void;
  /** Aborts when the queue is to stand still. */
  #running: AbortController | undefined;
  #sends = true;
  readonly #witness: Witness;

  /** Takes over what is stored, as it is after a crash; nothing is done before `start`. */
  constructor(ports: QueuePorts) {
    this.#store = ports.store;
    this.#clock = ports.clock;
    this.#allowances = ports;
    this.#onSending = ports.onSending ?? (() => {});
    this.#witness = ports.witness ?? noWitness;
    this.#speeds = new LineSpeeds(ports.clock);
    this.#contents = new Contents(ports.store);
    const onFailure = (error: AppError) => this.#standStill(error);
    const current = (id: SubmissionId) => this.#contents.submission(id);
    this.#approvals = new Approvals({
      ...ports,
      current,
      onFailure,
      onChange: (submission, batches, cause) => this.#accept(submission, batches, cause),
    });
    this.#intake = new Intake({
      ...ports,
      current,
      onFailure,
      approvals: this.#approvals,
      onProgress: (submission, progress) => this.#tell({ kind: 'check-progress', submission, progress }),
      onSlow: (submission, error) => this.#tell({ kind: 'check-slow', submission, error }),
      onFailed: (submission) => this.#accept(submission, [], 'check-failed'),
      onOver: (submission) => this.#accept(submission, [], 'check-over'),
    });
    this.#runner = new Runner({
      ...ports,
      onSent: (batch, sentBytes) => this.#noteSent(batch, sentBytes),
      limits: ports.transferSettings,
      patience: () => patienceOf(ports.transferSettings()),
      bytesPerSecond: ({ destination }) => this.#speeds.bytesPerSecond(destination),
      measuredSpeed: (destination) => measuredSpeed(ports.store, destination),
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
        this.#contents.noteBatch(batch);
        this.#tell({ kind: 'due', submission: batch.submission });
      },
      onHold: ({ connection, destination }, error) => this.#tell({ kind: 'hold', connection, destination, error }),
      onRelease: (bound) => this.#tell({ kind: 'hold-released', ...bound }),
      onContact: (bound) => this.#tell({ kind: 'contact', ...bound }),
      onFailure,
    });
    this.waits = this.#runner.waits;
    this.#watch = new AbandonedWatch({
      ...ports,
      submissionOf: (batch) => {
        const submission = this.#contents.submission(batch.submission);
        if (submission.stage !== 'approved' || this.waits.holdOf(submission) !== undefined) return undefined;
        if (!this.#runner.carries(batch)) return undefined;
        return submission;
      },
      onStatus: (batch, status) => {
        this.#runner.note(batch, status);
        this.#warnOfArrival(batch, status.batchId);
      },
    });
    this.#questions = new Questions({ ...ports, contents: this.#contents, runner: this.#runner });
    const parts = {
      ...ports,
      contents: this.#contents,
      intake: this.#intake,
      approvals: this.#approvals,
      runner: this.#runner,
      watch: this.#watch,
    };
    this.shared = new SharedBatches({
      store: ports.store,
      clock: ports.clock,
      runner: this.#runner,
      shared: () => this.#contents.shared(),
      current,
      accept: (submission, batches, cause) => this.#accept(submission, batches, cause),
      noteBatch: (batch, cause) => this.#noteBatch(batch, cause),
    });
    const check = (submission: Submission) => {
      if (this.#running !== undefined) this.#intake.enqueue(submission);
    };
    this.#rebindings = new Rebindings({
      ...parts,
      check,
      accept: (submission) => this.#accept(submission, [], 'rebound'),
    });
    this.#settling = new Settling(ports);
    this.#additions = new Additions({
      ...ports,
      settling: this.#settling,
      onAdded: (submission, settled) => this.#acceptAdded(submission, settled),
    });
    this.#actions = new PersonActions({
      ...parts,
      check,
      settling: this.#settling,
      accept: (submission, batches, cause) => this.#accept(submission, batches, cause),
      noteBatch: (batch) => this.#noteBatch(batch, { cause: 'restored' }),
      onAction: (action, submission, batches) => this.#tell({ kind: 'action', action, submission, batches }),
      onRemoved: (submission) => {
        this.#contents.noteSubmission(submission);
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
    this.#team?.subscribe(() => {
      if (this.#running !== undefined && this.#sends) this.#askTeam();
    });
  }

  /** Continues with everything that is stored. @param sends false: files are only checked, until it is started again */
  start({ sends = true } = {}): void {
    this.#sends = sends;
    this.#actions.forgetRemoved();
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

  /** Asks the services what became of all that another copy of this data folder may have sent; sends nothing. @throws the signal's reason */
  async ask(signal: AbortSignal): Promise<AskedBatch[]> {
    return await this.#questions.ask(signal);
  }

  /** Notes what other copies of this data folder have told that they sent. */
  noteTold<Told extends SentElsewhere>(told: readonly Told[]): (Told & { isHere: boolean })[] {
    return this.#questions.noteTold(told);
  }

  /** What can still be sent, and no service can be asked about. */
  withoutId(): WithoutId[] {
    return this.#questions.withoutId();
  }

  /**
   * What may have gone from another copy of the data folder does not go by itself any more: the service is asked about what has an id,
   * and a person about each file with what has none.
   * @returns how many files wait for a person now
   */
  keepBackUnknown(): number {
    this.#questions.noteMayHaveLeft();
    const unknown = this.withoutId();
    for (const { submission } of unknown) this.#actions.keepBack(submission);
    return unknown.length;
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

  /** As `Additions.add`. */
  async add(wanted: NewSubmission): Promise<Submission> {
    return await this.#additions.add(wanted);
  }

  /** As `Additions.addEach`. */
  async addEach(wanted: readonly (readonly NewFile[])[]): Promise<(readonly Submission[] | AppError)[]> {
    return await this.#additions.addEach(wanted);
  }

  /** As `Additions.addAll`. */
  async addAll(files: readonly NewFile[]): Promise<Submission[]> {
    return await this.#additions.addAll(files);
  }

  /** As `Additions.addInPlaceOf`. */
  async addInPlaceOf(of: SubmissionId, files: readonly NewFile[], lineMap: string): Promise<Submission[]> {
    return await this.#additions.addInPlaceOf(of, files, lineMap);
  }

  /** What a new preparation would stand for in the place of a submission. @throws AppError queue.unknown-id, submission.* */
  replacedBy(id: SubmissionId): SubmissionView[] {
    return this.#settling.replacedBy(id);
  }

  #acceptAdded(submission: Submission, settled: readonly Settled[]): void {
    this.#accept(submission, [], 'added');
    for (const one of settled) this.#accept(one.submission, [], one.cause);
    if (this.#running !== undefined) this.#intake.enqueue(submission);
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

  /**
   * Nothing more of it is sent until it is resumed; a batch in flight starts again then.
   * @param letsFinish that is sent to its end first
   */
  pause(id: SubmissionId, letsFinish = false): ActionResult {
    return this.#actions.pause(id, letsFinish);
  }

  resume(id: SubmissionId): ActionResult {
    return this.#actions.resume(id);
  }

  /** Its uploads do not wait for the sending hours of their connection, this once. */
  sendNow(id: SubmissionId): ActionResult {
    return this.#actions.sendNow(id);
  }

  /** Notes on each of these that the rows which its preparation had refused are settled elsewhere. @throws AppError queue.unknown-id */
  settleRefused(ids: readonly SubmissionId[], reason: string): void {
    this.#actions.settleRefused(ids, reason);
  }

  /**
   * Approves a held submission. A file that was sent before, or ids of it, needs a reason, which the history keeps.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason
   */
  async approve(id: SubmissionId, reason?: string, ingestValid?: boolean): Promise<void> {
    await this.#actions.approve(id, reason, ingestValid);
  }

  /**
   * Sends a file that was only checked, over the connection that a person chooses. It continues with the check that was done;
   * returns why the file has to be checked again first, if so.
   * @throws AppError queue.unknown-id, queue.not-checked, submission.corrected, policy.managed, file.*
   */
  async send(id: SubmissionId, binding: Binding): Promise<CheckAgain | undefined> {
    this.requireAllowed(binding.options);
    return await this.#actions.send(id, binding);
  }

  /** Its file was moved or renamed, and is at this place now. @throws AppError queue.unknown-id, file.* */
  async findFile(id: SubmissionId, path: string, signal: AbortSignal): Promise<void> {
    await this.#actions.findFile(id, path, signal);
  }

  /** Begins again what ended without success: a failed check, or batches that failed or were cancelled. */
  retry(id: SubmissionId): ActionResult {
    return this.#actions.retry(id);
  }

  /** It is known now from where that service counts the lines of its reports. Returns how many reports are asked for again. */
  readAgain(destination: string): number {
    return this.#actions.readAgain(destination);
  }

  /** Gives up what has not ended yet. What the service has already got, it may still process. */
  cancel(id: SubmissionId, reason?: string): ActionResult {
    return this.#actions.cancel(id, reason);
  }

  /**
   * Takes a submission in which nothing moves any more out of the queue. Its history stays, and so does what is known of
   * its content: the same file counts as sent before. For ten minutes `restore` brings it back.
   * @throws AppError queue.unknown-id
   */
  remove(id: SubmissionId): ActionResult {
    return this.#actions.remove(id);
  }

  /** Brings back, with all that was known of it, what was taken out of the queue. @throws AppError queue.unknown-id */
  restore(id: SubmissionId): ActionResult {
    return this.#actions.restore(id);
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

  /**
   * A connection is to lead elsewhere: what is bound to where it led follows, all at once, unless something of it is known
   * there. `change` changes the connection, once that is certain.
   * @throws AppError connection.in-use, and what `change` throws
   */
  async rebind(rebinding: Rebinding, change: () => Promise<void>): Promise<void> {
    await this.#rebindings.rebind(rebinding, change);
    if (this.#running !== undefined && this.#sends) this.#askTeam();
  }

  /** As `rebind`, while nothing moves: before the start. @throws AppError connection.in-use */
  rebindAtRest(rebinding: Rebinding): void {
    this.#rebindings.rebindAtRest(rebinding);
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
      if (lacksWord(submission, this.#store, this.#team)) this.#actions.decideAgain(submission, 'held');
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
  #accept(submission: Submission, batches: readonly Batch[], cause: SubmissionCause): void {
    // Removed while the end of its check was on its way.
    if (submission.removedAt !== undefined) return;
    const { id, stage } = submission;
    // Its approval was withdrawn.
    if (stage !== 'approved' && this.#contents.has(id) && this.#contents.standing(id).open > 0) this.#runner.forget(id);
    this.#contents.noteSubmission(submission);
    this.#tell({ kind: 'submission', submission, cause });
    for (const batch of batches) this.#noteBatch(batch, { cause: 'made' });
    this.#runner.adopt(submission, batches);
  }

  /** An abandoned id has arrived although its bytes may have gone again: a person must know. */
  #warnOfArrival({ number, submission: id }: Batch, batchId: BatchId): void {
    const { watched = [], delivery } = this.#store.batch(number) ?? {};
    const moved = watched.find((one) => one.batchId === batchId && one.movedAt !== undefined);
    if (moved === undefined || !this.#contents.has(id)) return;
    const warning = new AppError('batch.arrived-after-all', {
      batchId,
      state: moved.remoteState ?? '',
      replacedBy: delivery?.batchId ?? '',
    }).toRecord();
    const submission = this.#contents.submission(id);
    if (isDeepStrictEqual(submission.warning, warning)) return;
    const warned = { ...submission, warning };
    this.#store.saveSubmission(warned, { at: this.#clock.now(), kind: 'arrived-after-all' });
    this.#accept(warned, [], 'arrived-after-all');
  }

  #noteBatch(batch: Batch, cause: BatchCause): void {
    this.#contents.noteBatch(batch);
    this.#watch.note(batch);
    this.#tell({ kind: 'batch', batch, ...cause });
  }

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
