/**
 * @file Exports submissions of the queue as text, with what a clerk and an auditor want to know of each: CSV for a spreadsheet,
 * JSON Lines for a program. Pure.
 */

import { type Account, type LineSums, lineOutcomes, outcomeWords } from '../../src-shared/account.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { factsOf, type SubmissionState } from '../../src-shared/states.ts';
import type { Column } from '../ground/saved-table.ts';
import type { SubmissionView } from './submission-view.ts';

/** One submission; times are milliseconds since the epoch. */
export interface ListedSubmission {
  submission: number;
  file: string;
  /** Empty where only the name is known. */
  folder: string;
  connection: string;
  /** The scope that names the tenant (§5). */
  tenant: string;
  state: SubmissionState;
  /** Unknown until the file is checked. */
  lines: number | undefined;
  bytes: number | undefined;
  batches: number;
  added: number;
  /** How many lines the service has processed twice; absent if none. */
  doubled?: number;
  /** When the arrival of its last batch was proven; undefined until all have arrived. */
  sent: number | undefined;
  /** When the last of it came to its end; undefined before. */
  finished: number | undefined;
  batchIds: readonly string[];
  /** Of the file, in hex; undefined until it is checked. */
  sha256: string | undefined;
  /** What became of each of its lines, of one that was corrected in the end; absent until they are counted. */
  account?: Account;
  /** What its lines pay; absent until they are checked, and once customer data was removed. */
  sums?: LineSums['sums'];
  /** Of a correction, the submission whose missing lines it has; and the other way round. */
  corrects?: number;
  correctedBy?: number;
}

export const columnsOfList: readonly Column<ListedSubmission>[] = [
  { name: 'submission', title: () => message('Submission'), cell: ({ submission }) => submission },
  { name: 'file', title: () => message('File'), cell: ({ file }) => file },
  { name: 'folder', title: () => message('Folder'), cell: ({ folder }) => folder },
  {
    name: 'connection',
    title: () => message('Connection'),
    cell: ({ connection }) => connection,
    told: ({ connection }) => connectionInWords(connection),
  },
  { name: 'tenant', title: () => message('Tenant'), cell: ({ tenant }) => tenant },
  {
    name: 'state',
    title: () => message('State'),
    cell: ({ state }) => state,
    told: ({ state }) => stateName(state),
  },
  { name: 'lines', title: () => message('Lines'), cell: ({ lines }) => lines },
  { name: 'bytes', title: () => message('Bytes'), cell: ({ bytes }) => bytes },
  { name: 'batches', title: () => message('Batches'), cell: ({ batches }) => batches },
  { name: 'added', title: () => message('Added'), cell: ({ added }) => moment(added), as: 'moment' },
  { name: 'sent', title: () => message('Arrived'), cell: ({ sent }) => moment(sent), as: 'moment' },
  { name: 'finished', title: () => message('Ended'), cell: ({ finished }) => moment(finished), as: 'moment' },
  { name: 'batchIds', title: () => message('Batch ids'), cell: ({ batchIds }) => idsInCell(batchIds) },
  { name: 'sha256', title: () => 'SHA-256', cell: ({ sha256 }) => sha256 },
  { name: 'doubled', title: () => message('Processed under two batch ids'), cell: ({ doubled }) => doubled },
  ...lineOutcomes.map(
    (outcome): Column<ListedSubmission> => ({
      name: outcome,
      title: () => outcomeWords[outcome],
      cell: ({ account }) => account?.[outcome],
    }),
  ),
  { name: 'corrects', title: () => message('Corrects submission'), cell: ({ corrects }) => corrects },
  {
    name: 'correctedBy',
    title: () => message('Corrected by submission'),
    cell: ({ correctedBy }) => correctedBy,
  },
  {
    name: 'sums',
    title: () => message('Sums'),
    cell: ({ sums }) => sums?.map(({ currency, amount }) => `${currency} ${amount}`).join('; '),
    isForPrograms: true,
  },
];

/** Excel cuts a cell off after 32,767 characters, and moves the rest to other rows. */
const MOST_IDS = 800;

/** One JSON object with the same, and a line end. What is not known is absent. */
export function listLine({ added, sent, finished, ...row }: ListedSubmission): string {
  return `${JSON.stringify({ ...row, added: moment(added), sent: moment(sent), finished: moment(finished) })}\n`;
}

/**
 * @param shownAs the name of a submission in two parts
 * @param endedAt when the last of it came to an end
 */
export function listedSubmission(
  { submission, state, account, doubled, batches }: SubmissionView,
  shownAs: (name: string) => { fileName: string; folder: string },
  endedAt: number | undefined,
): ListedSubmission {
  const { id, name, connection, destination, addedAt, check, corrects, corrected } = submission;
  const { fileName, folder } = shownAs(name);
  const [, , , ...scope] = destination.split(' ');
  const arrivals = batches.flatMap(({ acceptedAt }) => acceptedAt ?? []);
  const hasArrived = batches.length > 0 && arrivals.length === batches.length;
  return {
    submission: id,
    file: fileName,
    folder,
    connection,
    tenant: scope.join(' '),
    state,
    lines: check?.lines,
    bytes: check?.bytes,
    batches: batches.length,
    added: addedAt,
    sent: hasArrived ? arrivals.reduce((latest, at) => Math.max(latest, at)) : undefined,
    finished: factsOf(state).phase === 'ended' ? endedAt : undefined,
    batchIds: batches.flatMap(({ delivery }) => delivery?.batchId ?? []),
    sha256: check?.sha256,
    ...(doubled.batches > 0 && { doubled: doubled.lines }),
    ...(account !== undefined && { account }),
    ...(check?.totals !== undefined && { sums: check.totals.sums }),
    ...(corrects !== undefined && { corrects }),
    ...(corrected !== undefined && { correctedBy: corrected.by }),
  };
}

function moment(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

function idsInCell(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS;
  const named = ids.slice(0, MOST_IDS).join(' ');
  return more > 0 ? `${named} and ${more} more, which JSON Lines has` : named;
}
