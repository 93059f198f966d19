/**
 * @file Finds what a preparation is compared with: the files that went to the service before, and the indexes of their ids. These are the
 * ones with which sending compares a checked file. This only reads: it makes no index again.
 */

import { randomBytes } from 'node:crypto';
import type { ProcessedBefore, ProcessedSubmission } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { factsOf } from '../../src-shared/states.ts';
import type { BatchState } from '../send/batch.ts';
import { type IdIndexes, openIndex } from '../send/sent-before/id-indexes.ts';
import { approvalOf, sentLinesOf } from '../send/sent-before/same-ids.ts';
import { type SentFile, sentFilesTo } from '../send/sent-before/sent-files.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { PreparationSummary } from './preparation.ts';
import type { EarlierIds } from './processed-before.ts';

/** With what is compared. */
export interface Where {
  /** The connection, and where it leads; all of them without it. */
  connection?: { name: string; destination: string } | undefined;
}

/** Submissions that can be compared, with what a person sees of them. */
export interface Comparable extends Where {
  ids: Omit<EarlierIds, 'isLeftOut'>;
  /** In the order of the indexes. */
  submissions: Omit<ProcessedSubmission, 'transactions' | 'first'>[];
  /** Submissions without a usable index. */
  uncompared: number;
}

/** Why nothing can be compared: the end of a sentence. */
export interface Incomparable extends Where {
  reason: Said;
}

export type Earlier = Comparable | Incomparable;

export interface EarlierPorts extends Where {
  store: Pick<QueueStore, 'approvedTo' | 'batches' | 'history' | 'lines'>;
  indexes: Pick<IdIndexes, 'pathOf' | 'keys'>;
  /** Whether the modification ids of checked files are kept. */
  keepsIds: boolean;
}

export const KEY_IS_MISSING = fact(
  'the modification ids that went before are enciphered, and their key is not here (TRANSHIP_PASSPHRASE)',
);

/** @throws AppError queue.damaged */
export async function earlierIds({ store, indexes, keepsIds, connection }: EarlierPorts): Promise<Earlier> {
  if (!keepsIds)
    return { connection, reason: fact('by its settings, Tranship keeps no modification ids of what it sends') };
  const candidates = sentFilesTo(store, connection?.destination);
  if (candidates.length === 0) return nothingEarlier(connection);
  const [key] = await indexes.keys();
  if (key === undefined) return { connection, reason: KEY_IS_MISSING };
  const others: EarlierIds['others'][number][] = [];
  const submissions: Comparable['submissions'] = [];
  for (const candidate of candidates) {
    const { id, name, connection: over, sha256, parts } = candidate;
    const opened = openIndex(indexes.pathOf(id), sha256, [key]);
    if (typeof opened === 'string') continue;
    opened.close();
    others.push(sentLinesOf(candidate, indexes));
    const { at } = approvalOf(candidate, store);
    submissions.push({ submission: id, file: name, connection: over, at, state: stateOf(parts) });
  }
  return { connection, ids: { key, others }, submissions, uncompared: candidates.length - others.length };
}

/** Where nothing went before. */
export function nothingEarlier(connection: Where['connection']): Comparable {
  const ids = { key: { id: '', key: randomBytes(32) }, others: [] };
  return { connection, ids, submissions: [], uncompared: 0 };
}

/**
 * What is compared where it is to be left out of what is written: what another tenant has, this one does not have.
 * @throws AppError preparation.not-compared
 */
export function overOne(earlier: Earlier): Earlier {
  if (earlier.connection !== undefined || 'reason' in earlier) return earlier;
  const reason = fact('no connection is named, and only what its tenant has may be left out');
  throw new AppError('preparation.not-compared', { reason });
}

/** What a preparation is asked to compare. @throws AppError preparation.not-compared: what must be left out is not known */
export function comparedIds(earlier: Earlier, isLeftOut: boolean): EarlierIds | undefined {
  if ('ids' in earlier) return { ...earlier.ids, isLeftOut };
  if (isLeftOut) throw new AppError('preparation.not-compared', { reason: earlier.reason });
  return undefined;
}

/** What a person sees of the comparison. Pure. */
export function processedBefore(
  { processedBefore: found, leftOutAsProcessed }: Pick<PreparationSummary, 'processedBefore' | 'leftOutAsProcessed'>,
  earlier: Earlier,
): ProcessedBefore {
  const where = earlier.connection === undefined ? {} : { connection: earlier.connection.name };
  if (!('ids' in earlier) || found === undefined) {
    const reason = 'reason' in earlier ? earlier.reason : fact('nothing was read');
    return { isCompared: false, reason, transactions: 0, leftOut: 0, submissions: [], uncompared: 0, ...where };
  }
  const told = earlier.submissions.flatMap((submission, at) => {
    const { transactions = 0, first = [] } = found.others[at] ?? {};
    return transactions === 0 ? [] : [{ ...submission, transactions, first: [...first] }];
  });
  return {
    isCompared: true,
    transactions: found.transactions,
    leftOut: leftOutAsProcessed,
    submissions: told.sort((one, other) => other.transactions - one.transactions),
    uncompared: earlier.uncompared + found.others.filter(({ isWhole }) => !isWhole).length,
    ...where,
  };
}

/** What has not ended comes before what has. */
function stateOf(parts: SentFile['parts']): BatchState {
  return parts.find(({ state }) => factsOf(state).end !== 'success')?.state ?? 'processed';
}
