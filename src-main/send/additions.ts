/** @file Adds files to the queue: each is stored with where it came from, and settles what it corrects or replaces. */

import { momentsOf } from '../../src-shared/calendar-days.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { refusedAtFirstInWords } from '../../src-shared/refused-rows.ts';
import type { Clock } from '../ground/clock.ts';
import { type Allowances, requireAllowed } from './allowances.ts';
import type { SubmissionId } from './batch.ts';
import type { Correction, Settled, Settling } from './correction/settling.ts';
import type { Accept } from './queue-change.ts';
import type { RowOrigins } from './row-origins.ts';
import { recordOfOptions, recordOfPreparation, recordOfWay } from './sealed/fields.ts';
import { teamFileOf } from './shared-batches.ts';
import { findSourceFile } from './source-file.ts';
import type { QueueStore } from './storage/store.ts';
import { type Addition, isBound, type PreparedFacts, type Submission, type SubmissionOptions } from './submission.ts';
import type { TeamGate } from './team-gate.ts';

export interface NewSubmission {
  path: string;
  /** What people call the file, where that is not its path. */
  name?: string;
  /** With what a person added it in one step; what a preparation or a watched folder has brought is known without. */
  addition?: Addition | undefined;
  /** Empty, as `destination` is, for a file that is only to be checked: see `unbound`. */
  connection: string;
  destination: string;
  options: SubmissionOptions;
  /** Why it was added, where that is not because a person did so just now; kept in the history. */
  reason?: string;
  /** What it has of another submission, which is settled by that. */
  correction?: Correction;
  /** Where it comes from, where it was prepared. */
  prepared?: { facts: PreparedFacts; origins: RowOrigins };
  /** Whether its batches are given to the team, once it is approved, in place of being carried here. */
  forTeam?: boolean | undefined;
}

/** A file that corrects nothing. */
export type NewFile = Omit<NewSubmission, 'correction'>;

export interface AdditionPorts extends Allowances {
  store: QueueStore;
  clock: Clock;
  settling: Settling;
  team?: Pick<TeamGate, 'ledgerOf'> | undefined;
  accept: Accept;
  /** Has the file checked, if the queue runs. */
  check: (submission: Submission) => void;
}

export class Additions {
  readonly #ports: AdditionPorts;

  constructor(ports: AdditionPorts) {
    this.#ports = ports;
  }

  /**
   * Adds a file; its check starts by itself, and it is sent when the check and the options allow.
   * @throws AppError file.* when there is no readable file, policy.managed; of a correction, submission.*
   */
  async add(wanted: NewSubmission): Promise<Submission> {
    requireAllowed(this.#ports, wanted.options);
    const { correction } = wanted;
    const content = await findSourceFile(wanted.path);
    const rest = correction?.rest === undefined ? undefined : restOf(wanted, correction, correction.rest);
    const contentOfRest = rest === undefined ? '' : await findSourceFile(rest.path);
    if (correction !== undefined) this.#ports.settling.requireFitting(correction);
    const { submission, stays, settled } = this.#ports.store.together(() => {
      const submission = this.#storeAdded(wanted, content);
      const stays = rest === undefined ? undefined : this.#storeAdded(rest, contentOfRest);
      const settled =
        correction === undefined
          ? undefined
          : this.#ports.settling.settle(submission, { starts: correction.starts, rest: stays?.id });
      return { submission, stays, settled };
    });
    this.#takeOver(submission, settled && [settled]);
    if (stays !== undefined) this.#takeOver(stays);
    return submission;
  }

  /** Adds the files of a preparation, all of them or none. @throws AppError as `add` */
  async addAll(files: readonly NewFile[]): Promise<Submission[]> {
    const contents = await this.#contentsOf(files);
    const added = this.#ports.store.together(() =>
      files.map((file, at) => this.#storeAdded(file, contents[at] ?? file.path)),
    );
    for (const submission of added) this.#takeOver(submission);
    return added;
  }

  /**
   * Adds what there is of several additions that do not depend on one another, in one transaction: each of them costs more than what is
   * written in it. @returns for each, what was added, or why it cannot be
   */
  async addEach(wanted: readonly (readonly NewFile[])[]): Promise<(readonly Submission[] | AppError)[]> {
    const contents = await Promise.all(wanted.map((files) => this.#contentsOf(files).catch(toAppError)));
    const added = this.#ports.store.together(() =>
      contents.map((paths, place) =>
        paths instanceof AppError
          ? paths
          : (wanted[place] ?? []).map((file, at) => this.#storeAdded(file, paths[at] ?? file.path)),
      ),
    );
    for (const some of added)
      if (!(some instanceof AppError)) for (const submission of some) this.#takeOver(submission);
    return added;
  }

  /** It is stored, and so is what it has settled. */
  #takeOver(submission: Submission, settled: readonly Settled[] = []): void {
    const { accept, check } = this.#ports;
    accept(submission, [], 'added');
    for (const one of settled) accept(one.submission, [], one.cause);
    check(submission);
  }

  async #contentsOf(files: readonly NewSubmission[]): Promise<string[]> {
    for (const { options } of files) requireAllowed(this.#ports, options);
    return await Promise.all(files.map(({ path }) => findSourceFile(path)));
  }

  /**
   * Adds the files of a preparation, all of them or none, in the place of a submission and of all that came of the same
   * preparation as that: from one moment to the next, these can be sent and those cannot.
   * @param lineMap which line of the submission each line of the first file was; empty where that is not known
   * @throws AppError as `add`, and queue.unknown-id, submission.*
   */
  async addInPlaceOf(of: SubmissionId, files: readonly NewFile[], lineMap: string): Promise<Submission[]> {
    const contents = await this.#contentsOf(files);
    const { added, settled } = this.#ports.store.together(() => {
      const replaced = this.#ports.settling.replacedBy(of);
      const isDirect = replaced.some(({ submission }) => submission.id === of);
      const last = isDirect ? of : replaced[0]?.submission.id;
      const added = files.map((file, at) => {
        const isFirst = at === 0 && last !== undefined;
        const link = isFirst ? { correction: { of: last, starts: [], lineMap: isDirect ? lineMap : '' } } : {};
        return this.#storeAdded({ ...file, ...link }, contents[at] ?? file.path);
      });
      const [first] = added;
      return { added, settled: first === undefined ? [] : this.#ports.settling.replace(replaced, first) };
    });
    for (const submission of added) this.#takeOver(submission, submission === added[0] ? settled : []);
    return added;
  }

  /** A correction belongs to what its file came with. */
  #additionOf({ addition, correction, options, prepared }: NewSubmission, at: number): Addition | undefined {
    if (correction !== undefined) return this.#ports.store.submission(correction.of)?.addition;
    if (options.awaitRelease !== undefined)
      return { id: `${options.awaitRelease.folder} ${momentsOf('today', at).from}`, by: 'watch' };
    if (prepared === undefined) return addition;
    const { manifestSha256, template } = prepared.facts;
    return { id: manifestSha256, by: 'preparation', name: template.name };
  }

  /** Within a transaction. */
  #storeAdded(wanted: NewSubmission, content: string): Submission {
    const { name, connection, destination, options, correction, prepared } = wanted;
    const refused = refusedAtFirstInWords(prepared?.facts.notPrepared?.refused);
    const reason = [wanted.reason, refused].filter((said) => said !== undefined).join('; ');
    const addedAt = this.#ports.clock.now();
    const addition = this.#additionOf(wanted, addedAt);
    const link = correction !== undefined && { corrects: correction.of };
    const ledger = isBound({ destination }) ? this.#ports.team?.ledgerOf({ connection }) : undefined;
    const origin = {
      ...(ledger !== undefined && { ledger }),
      ...(prepared !== undefined && { prepared: prepared.facts }),
      ...(addition !== undefined && { addition }),
      ...teamFileOf(wanted),
    };
    const file = { name: name ?? content, content, addedAt, connection, destination, options, ...origin };
    const added = this.#ports.store.addSubmission(
      { ...file, stage: 'checking', paused: false, ...link },
      {
        at: addedAt,
        kind: 'added',
        detail: {
          path: content,
          options: recordOfOptions(options),
          ledger: ledger ?? null,
          ...(isBound({ destination }) ? recordOfWay({ connection, destination }) : { onlyCheck: true }),
          ...(name !== undefined && { name }),
          ...(reason !== '' && { reason }),
          ...link,
          ...(correction?.linesBefore !== undefined && { linesBefore: correction.linesBefore }),
          ...(prepared !== undefined && recordOfPreparation(prepared.facts)),
          ...(origin.team !== undefined && { team: origin.team.file }),
        },
      },
    );
    if (prepared !== undefined) this.#ports.store.lines.saveRowOrigins(added.id, prepared.origins);
    if (correction !== undefined) this.#ports.store.lines.saveMap(added.id, correction.lineMap);
    return added;
  }
}

/** What stays to be corrected: nothing of it goes before a person says so, also where only the service has found it wrong. */
function restOf(
  wanted: NewSubmission,
  { of }: Correction,
  { path, name, lineMap }: NonNullable<Correction['rest']>,
): NewSubmission {
  const options: SubmissionOptions = { ...wanted.options, awaitConfirmation: true };
  return { ...wanted, path, name, options, correction: { of, starts: [], lineMap } };
}
