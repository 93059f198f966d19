/** @file The proof that nothing was lost or sent twice: what the opponent holds, compared with what the app knows. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIntact } from '../../src-main/send/receipt.ts';
import { flawsOfQueue } from '../../src-main/send/sealed/sealed-queue.ts';
import type { Stage } from './virtual-cell.ts';
import type { VirtualWorld } from './virtual-world.ts';

interface VirtualAccounts {
  /** Ranges that are not in the storage as they should be. */
  lost: string[];
  /** Objects in the storage beside the one of each range. */
  doubled: string[];
  /** Issued ids that the app does not know, although something was sent under them. */
  unknown: string[];
  /** Issued ids that the app does not know, and that were never used: their reservation was not answered. */
  unanswered: string[];
  /** Other things that are not as they must be. */
  wrong: string[];
}

export const balanced: Omit<VirtualAccounts, 'unanswered'> = { lost: [], doubled: [], unknown: [], wrong: [] };

export function accountsOf(
  { app, opponent }: VirtualWorld,
  { id, content }: Pick<Stage, 'id' | 'content'>,
): VirtualAccounts {
  const accounts: VirtualAccounts = { lost: [], doubled: [], unknown: [], unanswered: [], wrong: [] };
  const { batches } = app.queue.view(id);
  const issued = new Map(opponent.batches().map((batch) => [batch.batchId, batch.stored]));
  const needless = new Set([...issued].flatMap(([batchId, stored]) => (stored === undefined ? [] : [batchId])));
  let position = 0;
  for (const { delivery, start, end, state } of batches.toSorted((one, other) => one.start - other.start)) {
    if (start !== position) accounts.wrong.push(`a batch begins at ${start}, not at ${position}`);
    position = end;
    const batchId = delivery?.batchId ?? 'no batch id';
    const isThere = issued.get(batchId)?.equals(content.subarray(start, end)) === true;
    if (isThere) needless.delete(batchId);
    // What failed for good says so, and has sent nothing.
    if (!isThere && state !== 'failed') accounts.lost.push(`bytes ${start} to ${end}: not in ${batchId}`);
  }
  if (position !== content.length) accounts.wrong.push(`the batches end at ${position}, not at ${content.length}`);
  accounts.doubled.push(...needless);
  const known = new Set(
    app.store
      .batches()
      .flatMap(({ delivery, abandoned }) => [...(delivery === undefined ? [] : [delivery.batchId]), ...abandoned]),
  );
  const used = new Set(opponent.seen('upload').map(({ batchId }) => batchId));
  for (const batchId of issued.keys()) {
    if ([...known].some((one) => one.toLowerCase() === batchId.toLowerCase())) continue;
    (used.has(batchId) ? accounts.unknown : accounts.unanswered).push(batchId);
  }
  if (!isIntact(app.store.history())) accounts.wrong.push('the history is not intact');
  for (const { queue } of flawsOfQueue(app.store))
    accounts.wrong.push(`the queue differs from the history: ${JSON.stringify(queue)}`);
  accounts.wrong.push(...opponent.complaints());
  return accounts;
}

/** The secrets that can be read in any file of the app. */
export function leaksIn({ home, opponent }: VirtualWorld): string[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
  return opponent.secrets().filter((secret) => written.includes(secret));
}
