/** @file The files that the queue has already, by their names and sizes. Pure. */

import type { FileOffer } from '../../src-shared/contract.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { Submission } from '../send/submission.ts';

/** The file of this name and size that the queue has already; undefined where it has none. */
export type KnownFiles = (name: string, bytes: number) => FileOffer['known'];

interface Added extends Pick<Submission, 'id' | 'name' | 'stage' | 'addedAt' | 'corrected'> {
  check?: { bytes: number } | undefined;
}

/** A size is known once a file is checked. @param find also of what was removed since */
export function knownFilesIn(queued: readonly Added[], find: (id: SubmissionId) => Added | undefined): KnownFiles {
  const byName = new Map<string, Added[]>();
  for (const submission of queued) {
    if (submission.stage === 'cancelled') continue;
    const known = byName.get(submission.name);
    if (known === undefined) byName.set(submission.name, [submission]);
    else known.push(submission);
  }
  return (name, bytes) => {
    const alike = (byName.get(name) ?? []).filter(({ check }) => check === undefined || check.bytes === bytes);
    const latest = alike.findLast((one) => goneAs(one, find) !== undefined) ?? alike.at(-1);
    if (latest === undefined) return undefined;
    const went = goneAs(latest, find);
    const at = new Date(latest.addedAt).toISOString();
    return { submission: latest.id, at, ...(went !== undefined && { goneAs: went }) };
  };
}

/** Itself, or what corrects it, directly or over others. */
function goneAs(
  { id, stage, corrected }: Added,
  find: (id: SubmissionId) => Added | undefined,
): SubmissionId | undefined {
  if (stage === 'approved') return id;
  const correction = corrected && find(corrected.by);
  return correction && goneAs(correction, find);
}
