/**
 * @file What becomes of a checked file: it is sent by itself, or held until a person decides, by what the check found, by what
 * was sent before from here, and by the word of the team.
 */

import { stat } from 'node:fs/promises';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { CheckAgain } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord, fromRecord, toAppError } from '../../src-shared/errors.ts';
import { isSentElsewhere, needsReason } from '../../src-shared/needs-reason.ts';
import type { Clock } from '../ground/clock.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { type Allowances, mayJudgeBy, optionsAsAllowed } from './allowances.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { type Binding, type FileOnDisk, reasonToCheckAgain } from './binding.ts';
import {
  type Checked,
  compareTogether,
  type Found,
  type IdComparison,
  type KnownBefore,
  nothingKnown,
} from './compared.ts';
import { type Concluded, DecidedFiles, type Stored, underLedger } from './decided-files.ts';
import { decide, decideByAge, decideByTeam, decideWithoutIds, type TeamWord } from './decision.ts';
import { Groups } from './groups.ts';
import { recordOfOptions, recordOfWay, recordOfWord } from './sealed/fields.ts';
import { SealedQueue } from './sealed/sealed-queue.ts';
import { goneThere, olderThanFolder, sentBefore } from './sent-before/same-content.ts';
import type { SentIds } from './sent-before/same-ids.ts';
import { teamFileOf } from './shared-batches.ts';
import type { QueueStore } from './storage/store.ts';
import { type CheckedSubmission, type HeldSubmission, isBound, recheck, type Submission } from './submission.ts';
import type { TeamGate } from './team-gate.ts';

export interface ApprovalsPorts extends Allowances {
  store: QueueStore;
  clock: Clock;
  /** The submission as it stands now: a person may have paused it while it was checked. */
  current: (id: SubmissionId) => Submission;
  /** The submission has changed and is stored; with its batches once it is approved. */
  onChange: (submission: Submission, batches: readonly Batch[], cause: Stored[2] | 'bound') => void;
  /** The store failed (a full disk). */
  onFailure: (error: AppError) => void;
  /** Compares modification ids; without it they are not compared. */
  ids?: IdComparison | undefined;
  /** The ledgers that are shared with other desks; without it there are none. */
  team?: TeamGate | undefined;
}

/** So many files are decided together: to store them takes a hundredth of a second or two, in which nothing else moves. */
export const MOST_TOGETHER = 16;

export class Approvals {
  readonly #ports: ApprovalsPorts;
  readonly #sealed: SealedQueue;
  /** Aborts what was begun for a person. */
  #stopping = new AbortController();
  /** Submissions approved in this run: what was compared before the last one may miss it. */
  #approvals = 0;
  /** What is looked at again for the team ledger. */
  readonly #looking = new Map<SubmissionId, Promise<void>>();
  readonly #groups: Groups<Checked, Stored>;
  readonly #decided: DecidedFiles;

  constructor(ports: ApprovalsPorts) {
    this.#ports = ports;
    this.#sealed = new SealedQueue(ports.store);
    this.#decided = new DecidedFiles(ports);
    const work = (group: readonly Checked[]) => this.#decideTogether(group);
    this.#groups = new Groups({ clock: ports.clock, most: MOST_TOGETHER, work });
  }

  /** Whether a team ledger is asked again about what waits for it. */
  get isAskingTeam(): boolean {
    return this.#looking.size > 0;
  }

  /** Ends what was begun; what waits for the team ledger is looked at again when that is asked for. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('upload.interrupted', {}));
    this.#stopping = new AbortController();
    this.#groups.hurry();
    await Promise.all(this.#looking.values());
  }

  /**
   * Its check is done: one that is bound is approved or held, any other is only checked.
   * @param letNext called once those that come after it need not wait for its end
   * @throws AppError queue.altered, queue.damaged, disk.full, and the signal's reason
   */
  async decide(id: SubmissionId, found: Found, signal: AbortSignal, letNext: () => void = () => {}): Promise<void> {
    const checked = { id, found, signal };
    await this.#exclusively(id, async () => {
      // A ledger may let others wait for long.
      const isAlone = this.#mayNeedWord(id);
      const decided = isAlone ? this.#decideAlone(checked) : this.#groups.add(checked);
      if (!isAlone) letNext();
      this.#ports.onChange(...(await decided));
    });
  }

  #mayNeedWord(id: SubmissionId): boolean {
    return this.#ports.team?.mayNeedWord(this.#ports.current(id)) ?? false;
  }

  async #decideAlone(checked: Checked): Promise<Stored> {
    const { id, found, signal } = checked;
    signal.throwIfAborted();
    const current = () => this.#ports.current(id);
    const known = isBound(current()) ? await this.#knownBefore(current, found, signal) : nothingKnown;
    return this.#ports.store.together(() => this.#storeDecided(checked, known));
  }

  /**
   * Decides on the first of these files with one write to the disk: up to the first that may have an id of one before it, which may
   * be sent then. Compared side by side, each would have to be compared once more with what was approved in the meantime.
   */
  async #decideTogether(group: readonly Checked[]): Promise<Stored[]> {
    const { store, current } = this.#ports;
    for (;;) {
      const approvals = this.#approvals;
      const compared = await compareTogether(group, this.#ports);
      const isMoved = compared.some(({ checked, destination }) => current(checked.id).destination !== destination);
      if (approvals !== this.#approvals || isMoved) continue;
      const alone = compared.findIndex(({ checked }) => this.#mayNeedWord(checked.id));
      // Its connection has got a ledger since it was added to the group.
      if (compared[0] !== undefined && alone === 0) return [await this.#decideAlone(compared[0].checked)];
      const ready = alone < 0 ? compared : compared.slice(0, alone);
      return store.together(() => ready.map(({ checked, known }) => this.#storeDecided(checked, known)));
    }
  }

  /** Within a transaction, so that what is stored of one counts for the next. */
  #storeDecided({ id, found, signal }: Checked, known: KnownBefore): Stored {
    signal.throwIfAborted();
    const submission = this.#asSealed(id);
    const { lineIndex } = found;
    if (lineIndex !== undefined) this.#ports.store.lines.saveIndex(id, lineIndex);
    return isBound(submission)
      ? this.#storeConcluded(submission, found, known)
      : this.#decided.checked(submission, found);
  }

  /**
   * A person decides that a held submission is sent. What was sent since its check counts as well: it may have been held for
   * something else, and then the person sees it first. Returns how many batches it makes.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason, submission.sent-before,
   *   submission.ids-sent-before, submission.corrected
   */
  async approve(id: SubmissionId, reason: string | undefined, ingestValid = false): Promise<number> {
    return await this.#exclusively(id, () => this.#approveByPerson(id, { reason, ingestValid }, this.#stopping.signal));
  }

  async #approveByPerson(
    id: SubmissionId,
    { reason, ingestValid }: { reason: string | undefined; ingestValid: boolean },
    signal: AbortSignal,
  ): Promise<number> {
    const { check } = this.#sendable(id);
    let word: TeamWord | undefined;
    for (;;) {
      const approvals = this.#approvals;
      const sentIds = await this.#ports.ids?.compare(this.#ports.current(id), check.sha256, signal);
      const { given, known } = this.#requireReason(this.#sendable(id), reason, sentIds);
      const asked = this.#sendable(id);
      word ??= await this.#ports.team?.admit(asked, given, signal);
      const submission = this.#sendable(id);
      // A word on another place is none on this one.
      if (submission.destination !== asked.destination) word = undefined;
      if (approvals !== this.#approvals || submission.destination !== asked.destination) continue;
      const warning = this.#requireWord(submission, word, given);
      if (warning === 'waits') return 0;
      const { ranges, error, decided: _, ...rest } = submission;
      const options = { ...rest.options, ...(ingestValid && { ingestValid }) };
      const approved = { ...rest, options, stage: 'approved' as const, ...(warning !== undefined && { warning }) };
      this.#approvals++;
      this.#ports.onChange(...this.#decided.approvedByPerson(approved, ranges, { reason: given, known, word }));
      return ranges.length;
    }
  }

  /**
   * The reason that counts, and what of it was sent from here before.
   * @throws AppError submission.no-reason, submission.sent-before, submission.ids-sent-before
   */
  #requireReason(
    submission: HeldSubmission,
    reason: string | undefined,
    sentIds: SentIds | undefined,
  ): { given: string | undefined; known: ErrorRecord | undefined } {
    const { ranges: _, error, ...rest } = submission;
    const given = reason?.trim() || rest.options.sendAgain;
    const options = { ...rest.options, sendAgain: undefined, awaitRelease: undefined, awaitConfirmation: undefined };
    const { store } = this.#ports;
    const before = sentBefore(store, rest, rest.check);
    const decided = decide({ options, connection: rest.connection }, rest.check, true, before, sentIds);
    const found = decideByAge(decided, options, olderThanFolder(store, rest, rest.check)).error;
    const known = needsReason(error) ? error : found;
    // A reason that was given for the errors says nothing of transactions that went to the service meanwhile.
    const isNews = known !== undefined && known !== error;
    if (isNews && rest.options.sendAgain === undefined) {
      this.#keepHeld({ ...submission, error: known, decided: undefined });
      throw given ? fromRecord(known) : new AppError('submission.no-reason', {});
    }
    if (known !== undefined && !given) throw new AppError('submission.no-reason', {});
    return { given, known };
  }

  /**
   * What a person should know although it is sent, by the word of the team; `waits`: it is sent once the ledger says so.
   * @throws AppError submission.no-reason, submission.sent-by-team, submission.ids-sent-by-team
   */
  #requireWord(
    submission: HeldSubmission,
    word: TeamWord | undefined,
    given: string | undefined,
  ): ErrorRecord | 'waits' | undefined {
    const { options, check, error } = submission;
    if (word === undefined) {
      // As below: a person stands in for no ledger.
      if (error === undefined || !awaitsTeam(error)) return undefined;
      if (submission.decided === undefined) this.#keepHeld({ ...submission, decided: given ? { reason: given } : {} });
      return 'waits';
    }
    // Of what it is held for, the person has seen who sent it, and given the reason for that.
    const sendAgain = isSentElsewhere(error) ? given : options.sendAgain;
    const decision = decideByTeam(word, { sendAgain }, check);
    if (decision.stage === 'approved') return decision.warning;
    const why = decision.error;
    if (why !== undefined && needsReason(why)) {
      this.#keepHeld({ ...submission, error: why, decided: undefined });
      throw given ? fromRecord(why) : new AppError('submission.no-reason', {});
    }
    const isSame = submission.decided !== undefined && isSameWait(error, why);
    if (!isSame) this.#keepHeld({ ...submission, error: why, decided: given ? { reason: given } : {} });
    return 'waits';
  }

  /**
   * A person chooses where a file goes that was only checked. It continues with the check that was done, as if it had been added
   * for this connection; returns why it has to be checked again, if so, which is then due.
   * @throws AppError queue.not-checked, submission.corrected, file.*
   */
  async bind(id: SubmissionId, binding: Binding): Promise<CheckAgain | undefined> {
    const { content } = this.#checkedOnly(id);
    const again = reasonToCheckAgain(this.#checkedOnly(id), binding.options, await fileOnDisk(content));
    const { forTeam, ...way } = binding;
    const wanted = { ...this.#checkedOnly(id), ...way, ...teamFileOf({ forTeam }) };
    return await this.#exclusively(id, () => this.#bindAs(wanted, again));
  }

  async #bindAs(wanted: CheckedSubmission, again: CheckAgain | undefined): Promise<CheckAgain | undefined> {
    const { id } = wanted;
    const known =
      again === undefined ? await this.#knownBefore(() => wanted, wanted, this.#stopping.signal) : nothingKnown;
    // It may have been removed, or bound by another window, meanwhile.
    const { ranges, warning } = this.#checkedOnly(id);
    // Stored as if it were due: after a crash between the two steps, it is checked again and continues.
    const bound = { ...underLedger(recheck(wanted), this.#ports.team), ...(warning !== undefined && { warning }) };
    this.#ports.store.saveSubmission(bound, {
      at: this.#ports.clock.now(),
      kind: 'bound',
      detail: {
        ...recordOfWay(wanted),
        ...recordOfWord(bound),
        options: recordOfOptions(wanted.options),
        ...(wanted.team !== undefined && { team: wanted.team.file }),
        ...(again !== undefined && { checkedAgain: again }),
      },
    });
    this.#ports.onChange(bound, [], 'bound');
    if (again === undefined)
      this.#ports.onChange(...this.#storeConcluded(bound, { check: wanted.check, ranges }, known));
    return again;
  }

  /** The submission as it stands now, which no other program has changed. @throws AppError queue.altered */
  #asSealed(id: SubmissionId): Submission {
    const submission = this.#ports.current(id);
    this.#sealed.requireSubmission(submission);
    return submission;
  }

  /** @throws AppError queue.not-checked, queue.altered, submission.corrected */
  #checkedOnly(id: SubmissionId): CheckedSubmission {
    const submission = this.#asSealed(id);
    if (submission.stage !== 'checked' || submission.removedAt !== undefined)
      throw new AppError('queue.not-checked', { id });
    const { corrected } = submission;
    if (corrected !== undefined) throw new AppError('submission.corrected', { id, by: corrected.by });
    return submission;
  }

  /** @throws AppError queue.not-held, queue.altered, queue.nothing-to-send, submission.corrected */
  #sendable(id: SubmissionId): HeldSubmission {
    const submission = this.#asSealed(id);
    if (submission.stage !== 'held') throw new AppError('queue.not-held', { id });
    const { corrected } = submission;
    if (corrected !== undefined) throw new AppError('submission.corrected', { id, by: corrected.by });
    if (submission.ranges.length === 0) throw new AppError('queue.nothing-to-send', { path: submission.name });
    return submission;
  }

  /** Asks the team ledger again about a submission that waits for it, which is sent if nothing is in its way now. */
  lookAgain(id: SubmissionId): void {
    if (this.#looking.has(id)) return;
    const looking = this.#exclusively(id, () => this.#lookAgain(id, this.#stopping.signal))
      .catch((thrown: unknown) => {
        const error = toAppError(thrown);
        // A person has decided otherwise meanwhile, or sees why on the submission.
        if (error.code === 'disk.full' || error.code === 'queue.damaged') this.#ports.onFailure(error);
      })
      .finally(() => this.#looking.delete(id));
    this.#looking.set(id, looking);
  }

  async #lookAgain(id: SubmissionId, signal: AbortSignal): Promise<void> {
    const before = this.#sendable(id);
    if (before.error === undefined || !awaitsTeam(before.error)) return;
    if (before.decided !== undefined) {
      await this.#approveByPerson(id, { reason: before.decided.reason, ingestValid: false }, signal);
      return;
    }
    const known = await this.#knownBefore(() => this.#sendable(id), before, signal);
    signal.throwIfAborted();
    // No ledger is no word: what was held for one waits, also where its settings are missing now.
    if (known.word === undefined && this.#isFree(before, before, known.sentIds)) return;
    const held = this.#sendable(id);
    if (held.removedAt !== undefined) return;
    const { error, warning } = held;
    const submission = { ...recheck(held), ...(warning !== undefined && { warning }) };
    // To be held for the same again is no news.
    if (isSameWait(error, this.#decision(submission, held, known).error)) return;
    this.#ports.onChange(...this.#storeConcluded(submission, held, known));
  }

  /**
   * What was sent from here, with everything that was approved until this returns, and the word of the team. That is asked
   * only where nothing else is in the way, since what is asked is announced.
   */
  async #knownBefore(current: () => Submission, found: Found, signal: AbortSignal): Promise<KnownBefore> {
    const { team, ids } = this.#ports;
    let word: TeamWord | undefined;
    for (;;) {
      const approvals = this.#approvals;
      const sentIds = await ids?.compare(current(), found.check.sha256, signal);
      const submission = current();
      if (word === undefined && team !== undefined) {
        const isFree = this.#isFree(submission, found, sentIds);
        const { sendAgain } = submission.options;
        if (isFree) word = await team.admit({ ...submission, check: found.check }, sendAgain, signal);
      }
      const isMoved = current().destination !== submission.destination;
      if (approvals === this.#approvals && !isMoved) return { sentIds, word };
      // A word on another place is none on this one.
      if (isMoved) word = undefined;
    }
  }

  #keepHeld(held: HeldSubmission): void {
    this.#ports.onChange(...this.#decided.waiting(held));
  }

  /** Whether nothing is in its way but the word of the team. */
  #isFree(submission: Submission, found: Found, sentIds: SentIds | undefined): boolean {
    return this.#decision(submission, found, { sentIds }).stage === 'approved';
  }

  async #exclusively<Result>(id: SubmissionId, work: () => Promise<Result>): Promise<Result> {
    const { team } = this.#ports;
    return team === undefined ? await work() : await team.exclusively(id, work);
  }

  #storeConcluded(submission: Submission, found: Found, known: KnownBefore): Stored {
    const decision = this.#decision(submission, found, known);
    const stored = this.#decided.concluded(submission, found, known, decision);
    if (decision.stage === 'approved') this.#approvals++;
    return stored;
  }

  /** What becomes of it now; `same`: the submission that the same content went with. */
  #decision(
    submission: Pick<Submission, 'id' | 'connection' | 'destination' | 'options' | 'corrects' | 'prepared'>,
    { check, ranges, warning }: Found,
    { sentIds, word }: Partial<KnownBefore>,
  ): Concluded {
    const before = sentBefore(this.#ports.store, submission, check);
    const same = before.find((earlier) => earlier.check.sha256 === check.sha256);
    const options = optionsAsAllowed(this.#ports, submission);
    const isSendable = ranges.length > 0 && mayJudgeBy(this.#ports, options.ruleSet);
    const decided = decide({ ...submission, options }, check, isSendable, before, sentIds);
    const isCompared = warning === undefined || !goneThere(this.#ports.store, submission);
    const compared = isCompared ? decided : decideWithoutIds(decided, options, warning);
    const own = decideByAge(compared, options, olderThanFolder(this.#ports.store, submission, check));
    if (own.stage === 'held' || word === undefined) return { ...own, same };
    return { ...own, ...decideByTeam(word, options, check), same };
  }
}

/** Whether a person reads the same of it. Which desks a ledger waits for is news, as they come back one by one. */
function isSameWait(before: ErrorRecord | undefined, error: ErrorRecord | undefined): boolean {
  if (before?.code !== error?.code) return false;
  return before?.code !== 'team.put-back' || before.params.desks === error?.params.desks;
}

/** @throws AppError file.* */
async function fileOnDisk(path: string): Promise<FileOnDisk> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, modifiedAt: mtimeMs };
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
