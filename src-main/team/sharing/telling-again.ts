/**
 * @file Tells a team ledger that was put back what became of the parts that this desk has sent, or knows of, so that no other desk
 * takes them again. Before that, the ledger gives no part away. See [Note: A generation of the ledger].
 */

import { AppError } from '../../../src-shared/errors.ts';
import type { Batch } from '../../send/batch.ts';
import type { ApprovedSubmission } from '../../send/submission.ts';
import type { FileToShare, PartNews, ToldPart } from '../parts-ledger.ts';
import { toLedger } from './part-batch.ts';
import type { LedgerUse, SharedQueue } from './ports.ts';

export interface TellingAgainPorts {
  queue: SharedQueue;
  ledger: LedgerUse;
  /** The submissions over this ledger whose files are shared with the team. */
  submissions: readonly ApprovedSubmission[];
  /** Whether this desk shared it, and not another one. */
  isOwn: (submission: ApprovedSubmission) => boolean;
  /** Whether this desk carries it now: then it goes on under its lease. */
  isHeld: (batch: Batch) => boolean;
  now: () => number;
}

/** @throws AppError team.* */
export async function tellAgain({ queue, ledger, submissions, isOwn, isHeld, now }: TellingAgainPorts): Promise<void> {
  if (submissions.length === 0 || !(await ledger.use((all) => all.isAwaited()))) return;
  for (const submission of submissions) {
    const file = submission.team?.file;
    if (file === undefined) continue;
    const batches = queue.shared.batches(submission.id).filter(({ team }) => team !== undefined);
    const told = batches.flatMap((batch) => toldPart(batch, now()));
    await ledger.use((all) => all.tellParts(file, told));
    if (batches.length > 0 && isOwn(submission)) await shareAgain(submission, file, { queue, ledger });
    // The ledger gives its numbers again, to others.
    const parts = new Map((await ledger.use((all) => all.partsOf(file))).map((part) => [part.start, part]));
    for (const batch of batches) noteNumber(batch, parts.get(batch.start), { queue, isHeld });
  }
}

/** What this desk held last, or knows to be done. */
function toldPart(batch: Batch, now: number): ToldPart[] {
  const { start, team, delivery } = batch;
  if (team === undefined || (team.token === undefined && team.isDone !== true)) return [];
  const hasAddress = delivery?.address !== undefined;
  return [{ start, token: team.token ?? null, batch: toLedger(batch, now), hasAddress, isDone: team.isDone === true }];
}

/** Where the ledger has the file, that changes nothing; one that it has to release again is shared once that is done. */
async function shareAgain(
  submission: ApprovedSubmission,
  file: string,
  { queue, ledger }: Pick<TellingAgainPorts, 'queue' | 'ledger'>,
): Promise<void> {
  const shared = sharedFileOf(submission, file, queue);
  await ledger
    .use((all) => all.share(shared))
    .catch((thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.code !== 'submission.not-released') throw thrown;
    });
}

/** A file as this desk gives it to the team. */
export function sharedFileOf(submission: ApprovedSubmission, file: string, { shared }: SharedQueue): FileToShare {
  const { name, content, destination, options, check } = submission;
  const { sha256 } = check;
  const ranges = shared.batches(submission.id);
  return { id: file, sha256, destination, name, path: content, facts: { options, check }, ranges };
}

function noteNumber(
  batch: Batch,
  part: PartNews | undefined,
  { queue, isHeld }: Pick<TellingAgainPorts, 'queue' | 'isHeld'>,
): void {
  const { team } = batch;
  if (part === undefined || team === undefined || isHeld(batch)) return;
  if (team.part !== part.id) queue.shared.noteRevision({ ...batch, team: { ...team, part: part.id, revision: 0 } });
}
