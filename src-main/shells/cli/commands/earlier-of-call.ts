/** @file What went to the service before, as `tranship prepare` compares with it: also while another process works. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessedBefore, ProcessedSubmission } from '../../../../src-shared/contract.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { stateInWords } from '../../../../src-shared/state-words.ts';
import { type Earlier, earlierIds, nothingEarlier, type Where } from '../../../prepare/earlier-ids.ts';
import { keepsIdIndexes } from '../../../records/whereabouts/id-index-settings.ts';
import { IdIndexes } from '../../../records/whereabouts/id-indexes.ts';
import { databaseName } from '../../../send/storage/database.ts';
import { measuredSpeed } from '../../../send/upload-forecast.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import { connectionFromEnvironment } from '../../../wire/credentials/environment-connection.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { counted, grouped } from '../wording.ts';

export interface EarlierOptions {
  connection?: string;
  leaveOutProcessed: boolean;
}

/** What the data folder knows of what was sent. */
export interface KnownBefore {
  earlier: Earlier;
  /** Of the latest uploads together, where that is known. */
  bytesPerSecond?: number | undefined;
}

const SHOWN_SUBMISSIONS = 10;
const SHOWN_ROWS = 5;

/**
 * Where it cannot be told, this gives the reason, since preparing needs nothing of it.
 * @throws AppError usage.invalid, connection.unknown, connection.invalid
 */
export async function earlierOfCall(session: Session, options: EarlierOptions): Promise<KnownBefore> {
  const connection = await connectionOf(session, options);
  // A data folder that is not there is not made for this.
  if (!existsSync(join(session.folder, databaseName))) return { earlier: nothingEarlier(connection) };
  try {
    const keepsIds = keepsIdIndexes(session.settings());
    const indexes = new IdIndexes(session.folder, () => session.idKeys());
    return await session.readStoreDuring(async (store) => ({
      earlier: await earlierIds({ store, indexes, keepsIds, connection }),
      bytesPerSecond: measuredSpeed(store, connection?.destination),
    }));
  } catch (thrown) {
    if (thrown instanceof AppError) return { earlier: { connection, reason: thrown.detail.replace(/\.$/, '') } };
    throw thrown;
  }
}

/** Left out is only what went over one connection: what another tenant has, this one does not have. */
async function connectionOf(session: Session, options: EarlierOptions): Promise<Where['connection']> {
  if (options.connection !== undefined) {
    const { connections } = await session.kept();
    const { name } = connections.get(options.connection);
    return { name, destination: destinationOf(connections.get(name)) };
  }
  if (!options.leaveOutProcessed) return undefined;
  const found = connectionFromEnvironment(session.environment);
  if ('missing' in found)
    throw usageError('Say with --connection over which connection it went: only what that tenant has may be left out.');
  return { name: found.connection.name, destination: destinationOf(found.connection) };
}

/** As people are told. */
export function processedInWords(before: ProcessedBefore): string[] {
  const { isCompared, reason = '', transactions, leftOut, submissions, uncompared, connection } = before;
  const over = connection === undefined ? 'over any connection' : `over ${connection}`;
  if (!isCompared) return [`Not compared with what went ${over} before: ${reason}.`];
  const notCompared = uncompared === 0 ? [] : [uncomparedInWords(uncompared)];
  if (transactions === 0)
    return [
      ...notCompared,
      `${uncompared > 0 ? 'As far as it was compared, nothing' : 'Nothing'} of it went ${over} before.`,
    ];
  const rest = submissions.length - SHOWN_SUBMISSIONS;
  return [
    `${counted(transactions, 'transaction')} went ${over} before${leftOut > 0 ? ', and are left out' : ''}:`,
    ...submissions.slice(0, SHOWN_SUBMISSIONS).map((submission) => `  ${submissionInWords(submission)}`),
    ...(rest > 0 ? [`  … and with ${counted(rest, 'more submission')}`] : []),
    ...notCompared,
    ...(leftOut === 0 ? ['They would be held before they are sent; --leave-out-processed leaves them out.'] : []),
  ];
}

function uncomparedInWords(count: number): string {
  return `The modification ids of ${counted(count, 'earlier submission')} are not there any more, or cannot be read: not compared.`;
}

function submissionInWords(submission: ProcessedSubmission): string {
  const { submission: id, file, connection, at, state, transactions, first } = submission;
  const [one] = first;
  const together = first.filter(({ source, table }) => source === one?.source && table === one?.table);
  const rows = together.slice(0, SHOWN_ROWS).map(({ row }) => row);
  const place = one === undefined ? '' : [one.source, one.table].filter(Boolean).join(', ');
  const more = transactions > rows.length ? ', …' : '';
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return `${grouped(transactions)} with submission ${id}, ${file} (${connection}, ${when} UTC, ${stateInWords(state)}): ${place}, ${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more}`;
}
