/**
 * @file A file and what corrects it as one story: the account of all of it together, kept until something in it changes. Only what was
 * corrected, or corrects another, is read from the store.
 */

import type { Account } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { AccountStore } from '../send/lines-in-the-end.ts';
import { correctionsOf, type Submission } from '../send/submission.ts';
import { lastAccount } from './file-account.ts';

export type Story = NonNullable<SubmissionRow['story']>;
type Linked = Pick<Submission, 'id' | 'corrects' | 'corrected'>;

/** Undefined where it is not known, and where the lines of a correction are not known to be those of the file. */
interface Told {
  /** Whether a correction has left lines to be corrected by themselves. */
  isInParts: boolean;
  account: Account | undefined;
  members: readonly SubmissionId[];
}

export class Stories {
  readonly #store: AccountStore;
  /** By the first file of each. */
  readonly #told = new Map<SubmissionId, Told>();
  readonly #firsts = new Map<SubmissionId, SubmissionId>();

  constructor(store: AccountStore) {
    this.#store = store;
  }

  of({ id, corrects, corrected }: Linked): Story | undefined {
    if (corrects === undefined && corrected === undefined) return undefined;
    const first = this.#firstOf(id);
    const { account, isInParts } = this.#tell(first);
    return {
      ...(first !== id && { first }),
      ...(isInParts && { partOf: first }),
      ...(account !== undefined && { account }),
      ...(corrects !== undefined && { corrects }),
      ...(corrected !== undefined && { correctedBy: corrected.by }),
    };
  }

  /** Something of it has changed. @returns those with another story since */
  forget(id: SubmissionId): readonly SubmissionId[] {
    const first = this.#firsts.get(id);
    const told = first === undefined ? undefined : this.#told.get(first);
    if (first === undefined || told === undefined) return [];
    this.#told.delete(first);
    for (const member of told.members) this.#firsts.delete(member);
    return told.members;
  }

  #tell(first: SubmissionId): Told {
    const known = this.#told.get(first);
    if (known !== undefined) return known;
    const submission = this.#store.submission(first);
    const { account, steps = [] } = (submission && lastAccount(this.#store, submission)) ?? {};
    const isWhole = steps.every(({ kind }) => kind === 'mapped');
    const members = this.#membersFrom(first);
    const isInParts = members.some((id) => this.#store.submission(id)?.corrected?.rest !== undefined);
    const told = { account: isWhole ? account : undefined, members, isInParts };
    this.#told.set(first, told);
    for (const member of told.members) this.#firsts.set(member, first);
    return told;
  }

  /** One that was made for a file which another one corrects now is a story of its own. */
  #firstOf(id: SubmissionId): SubmissionId {
    const known = this.#firsts.get(id);
    if (known !== undefined) return known;
    const corrects = this.#store.submission(id)?.corrects;
    const before = corrects === undefined ? undefined : this.#store.submission(corrects);
    return before !== undefined && correctionsOf(before).includes(id) ? this.#firstOf(before.id) : id;
  }

  #membersFrom(first: SubmissionId): SubmissionId[] {
    const submission = this.#store.submission(first);
    const next = submission === undefined ? [] : correctionsOf(submission);
    // A correction was added later than what it corrects.
    return [first, ...next.filter((id) => id > first).flatMap((id) => this.#membersFrom(id))];
  }
}
