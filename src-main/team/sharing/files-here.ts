/**
 * @file The files of the team as this desk has them: the submission that stands for each here, where its bytes are, and which files
 * are left to other desks for a while, because their bytes are not to be had here or must not be sent from here.
 */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { type Clock, MINUTE } from '../../ground/clock.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { type ApprovedSubmission, checkResultSchema, submissionOptionsSchema } from '../../send/submission.ts';
import type { Bound } from '../../wire/credentials/connection.ts';
import type { SharedFile } from '../parts-ledger.ts';
import type { SharedQueue } from './ports.ts';

/** How long a file is left to others. */
const LEFT_MS = MINUTE;

/** A file of the team, as this desk has it. */
export interface FileToSend extends Pick<ApprovedSubmission, 'options' | 'check' | 'destination'> {
  /** In the ledger. */
  id: string;
}

export interface FilesHerePorts {
  queue: SharedQueue;
  /** The connection over which they are sent. */
  bound: Bound;
  /** As the ledger has it. @throws AppError team.* */
  sharedFile: (id: string) => Promise<SharedFile | undefined>;
  /** Where the bytes of a file are to be had here; undefined where they are not. */
  placeOf: (file: { path: string; name: string; bytes: number }) => Promise<string | undefined>;
  /** Why this desk must not send a file, or not these bytes of it; undefined where it may. @throws AppError team.*, file.* */
  objectionTo: (file: FileToSend, place: string) => Promise<AppError | undefined>;
  clock: Clock;
  onProblem: (error: AppError) => void;
}

/** What a desk says of a file that it shares; see Follower. */
const factsSchema = z.object({ options: submissionOptionsSchema, check: checkResultSchema });

export class FilesHere {
  readonly #ports: FilesHerePorts;
  readonly #submissions = new Map<string, ApprovedSubmission>();
  /** Until when files are left to others. */
  readonly #left = new Map<string, number>();
  /** Where the bytes of files are that this desk may send. */
  readonly #admitted = new Map<string, string>();

  constructor(ports: FilesHerePorts) {
    this.#ports = ports;
  }

  /** Takes over what is stored. */
  adopt(): void {
    for (const submission of this.#ports.queue.shared.submissions())
      this.#submissions.set(submission.team?.file ?? '', submission);
  }

  /** The files that are left to other desks now. */
  leftToOthers(): string[] {
    const now = this.#ports.clock.now();
    for (const [file, until] of this.#left) if (until <= now) this.#left.delete(file);
    return [...this.#left.keys()];
  }

  isLeft(file: string): boolean {
    return this.#left.has(file);
  }

  /** Leaves the file of a submission to other desks for a while. */
  leave(submission: SubmissionId): void {
    const file = [...this.#submissions].find(([, { id }]) => id === submission)?.[0];
    if (file !== undefined) this.#left.set(file, this.#ports.clock.now() + LEFT_MS);
  }

  /** The submission of a file here; the first part of a file brings it. A file that cannot be sent from here is left to others. */
  async submissionOf(file: string): Promise<ApprovedSubmission> {
    const { queue, bound, clock, onProblem } = this.#ports;
    const known = this.#submissions.get(file);
    const shared = known ?? (await this.#sharedFile(file));
    const path = 'path' in shared ? shared.path : shared.content;
    const { name, options, check } = shared;
    const place = await this.#ports.placeOf({ path, name, bytes: check.bytes });
    const asked = { id: file, options, check, destination: bound.destination };
    const objection = await this.#objectionTo(asked, place, name);
    if (objection !== undefined && !this.#left.has(file)) {
      this.#left.set(file, clock.now() + LEFT_MS);
      onProblem(objection);
    }
    const submission =
      known === undefined
        ? queue.shared.addFile({ ...bound, name, options, check, content: place ?? path, team: { file } })
        : queue.shared.moveFile(known, place ?? path);
    this.#submissions.set(file, submission);
    return submission;
  }

  async #objectionTo(file: FileToSend, place: string | undefined, name: string): Promise<AppError | undefined> {
    if (place === undefined) return new AppError('team.no-bytes', { file: name, bytes: file.check.bytes });
    if (this.#admitted.get(file.id) === place) return undefined;
    const objection = await this.#ports.objectionTo(file, place);
    if (objection === undefined) this.#admitted.set(file.id, place);
    return objection;
  }

  async #sharedFile(id: string) {
    const file = await this.#ports.sharedFile(id);
    if (file === undefined) throw new AppError('team.part-lost', { part: id });
    return { ...file, ...factsSchema.parse(file.facts) };
  }
}
