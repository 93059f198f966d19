/**
 * @file What the files of a group come to: how many there are of each kind, what became of their lines, and when they are sent. How
 * many rows it has is counted as the tabs above the list count them. Pure.
 */

import { type Account, noLines, sumOf } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupOf, type QueueGroup } from '../../src-shared/queue-group.ts';
import { factsOf } from '../../src-shared/states.ts';
import type { Progress } from '../progress/tones.ts';
import type { State } from '../texts/states.ts';
import { counted } from '../wording.ts';
import { byRank } from './arrangement.ts';
import { leadsOf } from './entries.ts';
import { type Paid, sumsOfFiles } from './row-sums.ts';

export interface GroupFigures {
  /** Those that were added; with the corrections, one for each row. */
  files: number;
  /** What was made of these here: corrected files, and the rests that stayed to be corrected. */
  corrections: number;
  /** Of the files that were added, and of corrections of files that are not here. */
  lines: number;
  /** Of the same files. */
  bytes: number;
  addedAt: number;
  /** Those of its rows; what needs a person comes first. */
  states: readonly State[];
  /** How many of its rows have the first state, where what is to be done has several; what was corrected counts as a row. */
  standing?: { count: number; of: number };
  /** How many rows stand in each part of the queue. */
  counts: Readonly<Record<QueueGroup, number>>;
  connections: readonly string[];
  pays: Paid;
  account: Account;
  /** The app still does something for them by itself. */
  isMoving: boolean;
  progress: Progress;
  /** While bytes move; the time only where all that is to be sent is known. */
  pace?: { bytesPerSecond: number; remainingMs?: number };
}

/** @param rows its files, with those that they correct */
export function figuresOf(rows: readonly SubmissionRow[]): GroupFigures {
  const leads = leadsOf(rows);
  const isTold = tellingOnce();
  const here = new Set(rows.map(({ id }) => id));
  const progress = { bytes: 0, checkedBytes: 0, whole: 0, sent: 0, processed: 0 };
  let toSend = 0;
  let [account, bytesPerSecond, addedAt] = [noLines(), 0, Number.POSITIVE_INFINITY];
  for (const row of leads) {
    const { state, bytes = 0, whole } = row;
    const told = isOfFileIn(here, row) ? row.story?.account : undefined;
    const own =
      told !== undefined && isTold(row) ? noLines() : (told ?? row.account ?? { ...noLines(), unsent: row.lines });
    account = sumOf(account, own);
    addedAt = Math.min(addedAt, row.addedAt);
    bytesPerSecond += row.speed?.bytesPerSecond ?? 0;
    progress.bytes += bytes;
    progress.checkedBytes += state === 'checking' ? row.checkedBytes : bytes;
    // What is still checked, or waits for a person, is to be sent as well.
    const all = whole.bytes > 0 || factsOf(state).phase === 'ended' ? whole.bytes : bytes;
    progress.whole += all;
    // It ends without what waits for a person.
    toSend += isAtRest(state) ? 0 : all - row.sent.bytes;
    progress.sent += row.sent.bytes;
    progress.processed += row.processed.bytes;
  }
  const isChecking = leads.some(({ state }) => state === 'checking');
  const corrections = rows.filter(({ story }) => story?.corrects !== undefined).length;
  const whole = rows.filter((row) => row.story?.first === undefined || !isOfFileIn(here, row));
  const states = [...new Set(rows.map(({ state }) => state))].sort(byRank);
  const count = leads.filter(({ state }) => state === states[0]).length;
  const remainingMs = (1000 * toSend) / bytesPerSecond;
  return {
    files: rows.length - corrections,
    corrections,
    lines: whole.reduce((sum, row) => sum + row.lines, 0),
    bytes: whole.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    addedAt,
    states,
    ...(count > 0 && count < leads.length && { standing: { count, of: rows.length } }),
    counts: countsOf(rows),
    connections: [...new Set(leads.map(({ connection }) => connection))],
    pays: sumsOfFiles(rows),
    account,
    isMoving: leads.some(({ state }) => !isAtRest(state)),
    progress: {
      state: isChecking ? 'checking' : 'uploading',
      bytes: progress.bytes,
      checkedBytes: progress.checkedBytes,
      whole: { bytes: progress.whole, batches: 0 },
      sent: { bytes: progress.sent, batches: 0 },
      processed: { bytes: progress.processed, batches: 0 },
    },
    ...(bytesPerSecond > 0 && { pace: { bytesPerSecond, ...(!isChecking && { remainingMs }) } }),
  };
}

/** What a filter hides of a group: of how many files the account is then, and how many rows it hides of each part. */
export interface HiddenOfGroup {
  account: Account;
  rows: number;
  counts: Readonly<Record<QueueGroup, number>>;
}

/** Undefined where all is shown. @param rows those of the group that are shown @param all that came together in the queue */
export function hiddenOf(rows: readonly SubmissionRow[], all: readonly SubmissionRow[]): HiddenOfGroup | undefined {
  const shown = new Set(rows.map(({ id }) => id));
  const others = all.filter(({ id }) => !shown.has(id));
  if (others.length === 0) return undefined;
  const together = [...rows, ...others];
  return { account: figuresOf(together).account, rows: together.length, counts: countsOf(others) };
}

const byAddition = new WeakMap<ReadonlyMap<SubmissionRow['id'], SubmissionRow>, Map<string, SubmissionRow[]>>();

/** All rows of the queue that came together. Each group asks, of a list that is never changed, only replaced. */
export function rowsTogether(
  known: ReadonlyMap<SubmissionRow['id'], SubmissionRow>,
  key: string,
): readonly SubmissionRow[] {
  const there = byAddition.get(known) ?? sortedByAddition(known.values());
  byAddition.set(known, there);
  return there.get(key) ?? [];
}

function sortedByAddition(rows: Iterable<SubmissionRow>): Map<string, SubmissionRow[]> {
  const sorted = new Map<string, SubmissionRow[]>();
  for (const row of rows) {
    if (row.addition === undefined) continue;
    const there = sorted.get(row.addition.id);
    if (there === undefined) sorted.set(row.addition.id, [row]);
    else there.push(row);
  }
  return sorted;
}

function countsOf(rows: readonly SubmissionRow[]): Record<QueueGroup, number> {
  const counts = { needs: 0, moving: 0, done: 0 };
  for (const row of rows) counts[groupOf(row)] += 1;
  return counts;
}

/** “3 files, 5 corrections”: together as many as it has rows. */
export function extentInWords({ files, corrections }: Pick<GroupFigures, 'files' | 'corrections'>): string {
  if (corrections === 0) return counted(files, 'file');
  if (files === 0) return message('{count, plural, one {# correction} other {# corrections}}', { count: corrections });
  return message(
    '{files, plural, one {# file} other {# files}}, {corrections, plural, one {# correction} other {# corrections}}',
    { files, corrections },
  );
}

/** Whether the first file of its story is among these: the lines of one that was removed are not counted, nor is what became of them. */
const isOfFileIn = (rows: ReadonlySet<SubmissionRow['id']>, { story }: Pick<SubmissionRow, 'story'>): boolean =>
  story?.first === undefined || rows.has(story.first);

/** A file and its corrections all tell of the whole of it. */
function tellingOnce(): (row: Pick<SubmissionRow, 'id' | 'story'>) => boolean {
  const told = new Set<SubmissionRow['id']>();
  return ({ id, story: { first = id } = {} }) => {
    const isTold = told.has(first);
    told.add(first);
    return isTold;
  };
}

/** By its preparation or its folder, else by its files. */
export function nameOfGroup(addition: SubmissionRow['addition'], folder: string, rows: readonly NamedRow[]): string {
  return addition?.name || lastPartOf(folder) || namesInWords(rows);
}

type NamedRow = Pick<SubmissionRow, 'id' | 'fileName' | 'story'>;

/** “north.jsonl and 2 more”: the first that was added, however the list is sorted; where only corrections are shown, of these. */
function namesInWords(rows: readonly NamedRow[]): string {
  const here = new Set(rows.map(({ id }) => id));
  // What a correction stands for may have been removed.
  const added = rows.filter((row) => row.story?.first === undefined || !isOfFileIn(here, row));
  const [first, ...others] = added.toSorted((one, other) => one.id - other.id);
  const fileName = first?.fileName ?? '';
  return others.length === 0
    ? fileName
    : message('{fileName} and {count, number} more', { fileName, count: others.length });
}

/** The app will send nothing more by itself. */
export const isAtRest = (state: State): boolean => ['ended', 'deciding'].includes(factsOf(state).phase);

/** The folder that has all of them; empty where none is known. */
export function commonFolder(rows: readonly Pick<SubmissionRow, 'folder'>[]): string {
  const [first = { folder: '' }, ...others] = rows;
  let folder = first.folder;
  for (const other of others) while (folder !== '' && !isIn(folder, other.folder)) folder = parentOf(folder);
  return folder;
}

const isIn = (folder: string, inner: string): boolean =>
  inner.startsWith(folder) && /^(?:$|[\\/])/.test(inner.slice(folder.length));

const parentOf = (folder: string): string => folder.replace(/[\\/]?[^\\/]*$/, '');

/** What a folder is called; empty for the root of a disk. */
const lastPartOf = (folder: string): string => /[^\\/:]+$/.exec(folder)?.[0] ?? '';
