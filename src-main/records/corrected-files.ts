/**
 * @file From a submission to a file with what is missing of it: never what the service has taken, nor what may have
 * arrived. Needs no running queue, so that it also works while another process has it.
 */

import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { wordOnLines } from '../../src-shared/states.ts';
import { type FixOptions, fixFile } from '../fixing/fix.ts';
import type { HandEdit } from '../fixing/hand-edits.ts';
import { needsFindings, type Recipe } from '../fixing/recipe.ts';
import { RefusedLines } from '../fixing/refused-lines.ts';
import { type RewriteRequest, type RewriteSummary, type Scope, wholeFile } from '../fixing/rewrite-messages.ts';
import { lineNumbers } from '../fixing/scope.ts';
import { toFileError, toWriteError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';
import type { Batch } from '../send/batch.ts';
import { requireCorrectable, startsOf } from '../send/correcting.ts';
import { whatIsMissing } from '../send/missing.ts';
import type { Queue } from '../send/queue.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission, SubmissionOptions } from '../send/submission.ts';
import type { SubmissionView } from '../send/submission-view.ts';
import { type ReportReader, refusedByService } from './refused-by-service.ts';

export interface CorrectionWish {
  recipe: Recipe;
  /** Whether lines that were corrected by hand stand as they were corrected, and those that were left out are. */
  withEdits: boolean;
  /** The new file and its change log; without one, everything is only counted. */
  out?: string | undefined;
  log?: string | undefined;
  /** A corrected file that a person has: it is compared with what was taken by modification id. */
  file?: string | undefined;
  /** Whether lines of that are sent whose id was taken with another content. */
  sendChanged?: boolean | undefined;
  /** Lines of the source that a person names as refused by the service; by default those of its reports. */
  refusedByService?: Iterable<number> | undefined;
}

export interface MadeCorrection {
  summary: RewriteSummary;
  /** The starts of the batches that it stands for. */
  starts: number[];
  /** Batches in all, those that are in already, and those of which that is not known. */
  batches: { all: number; taken: number; doubtful: number };
  /** Which line of the source each line of it was; of a file that a person made, that is not known. */
  lineMap: string;
}

type Stored = Pick<QueueStore, 'findings' | 'customerData' | 'lineEdits'>;

/** What is known of a submission: by our check and the person, and by the reports of the service. */
export interface CorrectionParts {
  store: Stored;
  reports: ReportReader;
}

/**
 * Makes a file with what is missing, corrected by the recipe.
 * @throws AppError submission.*, queue.findings-purged, file.*, disk.full, fix.failed
 */
export async function makeCorrected(
  { store, reports }: CorrectionParts,
  view: SubmissionView,
  wanted: CorrectionWish,
  options: FixOptions & { signal: AbortSignal },
): Promise<MadeCorrection> {
  requireCorrectable(view);
  const { submission } = view;
  assertUnchanged(submission);
  const named = wanted.refusedByService ?? (await namedByService(reports, view, wanted, options.signal));
  const wish = { ...wanted, refusedByService: named };
  const { taken, doubtful } = whatIsMissing(view);
  const request: RewriteRequest = {
    ...sourceOf(view, wish),
    recipe: wish.recipe,
    // A file that a person has corrected elsewhere has other lines.
    ...(wish.withEdits && wish.file === undefined && { edits: editsOf(store, submission) }),
    refused: refusedIn(store, view, wish),
    ruleSet: submission.options.ruleSet,
    ...(wish.out !== undefined && { out: wish.out }),
    ...(wish.log !== undefined && { log: wish.log }),
    ...(wish.sendChanged !== undefined && { sendChanged: wish.sendChanged }),
  };
  const summary = await fixFile(request, options);
  if (wish.file === undefined && submission.check !== undefined && summary.source.sha256 !== submission.check.sha256) {
    for (const path of [wish.out, wish.log]) if (path !== undefined) rmSync(path, { force: true });
    throw changed(submission);
  }
  return {
    summary,
    starts: startsOf(view),
    batches: { all: view.batches.length, taken: taken.length, doubtful: doubtful.length },
    lineMap: wish.file === undefined ? summary.lineMap : '',
  };
}

/** Adds the file that was made, in the place of what was missing. @throws AppError submission.*, queue.nothing-to-send, file.* */
export async function addCorrected(
  queue: Pick<Queue, 'add'>,
  { submission }: SubmissionView,
  file: { path: string; name?: string },
  { summary, starts, lineMap }: MadeCorrection,
  more: Partial<Pick<SubmissionOptions, 'awaitConfirmation' | 'ruleSet'>> = {},
): Promise<Submission> {
  if (summary.kept === 0) throw new AppError('queue.nothing-to-send', { path: file.name ?? file.path });
  const { connection, destination } = submission;
  const { sendAgain: _, awaitConfirmation: __, ...options } = submission.options;
  return await queue.add({
    ...file,
    connection,
    destination,
    options: { ...options, ...more },
    correction: { of: submission.id, starts, lineMap },
  });
}

/** Where a corrected file is kept for which no place is named: in a folder of its own in the inbox, with its log. */
export function placeForCorrected(folder: string, { name }: Pick<Submission, 'name'>) {
  const corrected = nameOfCorrected({ name });
  const own = join(folder, 'inbox', randomUUID());
  try {
    makeFolder(own);
  } catch (thrown) {
    throw toWriteError(thrown, own);
  }
  return { out: join(own, corrected), log: join(own, `${corrected}.changes.jsonl`), name: corrected };
}

export function nameOfCorrected({ name }: Pick<Submission, 'name'>): string {
  const base = name.split(/[/\\]/).at(-1) ?? name;
  const ending = extname(base);
  return `${base.slice(0, base.length - ending.length)}.corrected${ending}`;
}

/** Removes a place of which nothing was added. */
export function giveUpPlace({ out }: { out: string }): void {
  rmSync(dirname(out), { recursive: true, force: true });
}

/** The lines that its reports name, where they matter; undefined where they name none. */
async function namedByService(
  reports: ReportReader,
  { batches }: SubmissionView,
  { recipe, file }: CorrectionWish,
  signal: AbortSignal,
): Promise<number[] | undefined> {
  // A file that a person has corrected elsewhere has other lines: nothing of it is dropped by number.
  const isDropped = file === undefined && needsFindings(recipe);
  if (!isDropped && !batches.some(({ ingestValid }) => ingestValid)) return undefined;
  const named = await refusedByService(reports, batches, signal);
  return named.length === 0 ? undefined : named;
}

/**
 * Which of its lines the service has accepted, or refused. Of a submission that was not sent: by our check.
 * @param listed the lines that a person names as refused by the service
 * @throws AppError edit.not-checked, queue.findings-purged, file.*, report.*
 */
export async function exportScope(
  { store, reports }: CorrectionParts,
  view: SubmissionView,
  wanted: { refused: boolean; accepted: boolean },
  listed: Iterable<number> | undefined,
  signal: AbortSignal,
): Promise<Scope> {
  if (view.submission.check === undefined) throw new AppError('edit.not-checked', {});
  assertUnchanged(view.submission);
  const ours = view.submission.stage === 'approved' ? [] : refusedIn(store, view, { recipe: droppingAll });
  // Of a batch of which the service took the valid lines, the report names those that it did not take.
  const partial = view.batches.filter(({ state, ingestValid }) => state === 'processed' && ingestValid);
  const refused = lineNumbers(listed ?? [...ours, ...(await refusedByService(reports, partial, signal))]);
  if (view.submission.stage !== 'approved') {
    if (wanted.accepted) return wanted.refused ? wholeFile : { ...wholeFile, except: refused };
    return { ranges: [], also: refused };
  }
  const taken = rangesOf(view.batches.filter(({ state }) => wordOnLines(state).taken));
  const rejected = rangesOf(view.batches.filter(({ state }) => wordOnLines(state).refused));
  // Where the report names lines, the others of the batch were not refused themselves.
  const isNamed = listed !== undefined;
  return {
    ranges: [...(wanted.accepted ? taken : []), ...(wanted.refused && !isNamed ? rejected : [])].sort(
      (one, other) => one.start - other.start,
    ),
    ...(wanted.refused ? { also: refused } : { except: refused }),
  };
}

const droppingAll: Recipe = { version: 1, steps: [{ step: 'drop-refused' }] };

function sourceOf(view: SubmissionView, wish: CorrectionWish): Pick<RewriteRequest, 'path' | 'scope' | 'taken'> {
  const { stage, content } = view.submission;
  const { taken, missing, doubtful } = whatIsMissing(view);
  const named = wish.refusedByService && lineNumbers(wish.refusedByService);
  // What may have arrived is not sent either.
  const gone = { ranges: rangesOf([...taken, ...doubtful]), ...(named !== undefined && { except: named }) };
  if (wish.file !== undefined) return { path: wish.file, scope: wholeFile, taken: { path: content, scope: gone } };
  if (stage !== 'approved') return { path: content, scope: wholeFile };
  const ranges = rangesOf(missing);
  // Of a batch of which the service took the valid lines, the report names those that it did not take.
  const isPartial = taken.some(({ ingestValid }) => ingestValid);
  return { path: content, scope: isPartial && named !== undefined ? { ranges, also: named } : { ranges } };
}

/** What was corrected by hand in the content that was checked. */
function editsOf({ lineEdits }: Stored, { id, check }: Submission): HandEdit[] {
  if (check === undefined) return [];
  return [...lineEdits.iterate({ id, sha256: check.sha256 })].map(({ line, edit }) =>
    edit.kind === 'replaced' ? { line, text: edit.text } : { line },
  );
}

function refusedIn(
  store: Stored,
  { submission }: SubmissionView,
  wish: Omit<CorrectionWish, 'withEdits'>,
): Uint32Array {
  const lines = new RefusedLines(wish.recipe);
  if (!needsFindings(wish.recipe) || wish.file !== undefined) return lines.finish();
  const { id, check } = submission;
  if (check !== undefined && check.errors > 0 && !store.customerData.hasFindings(id))
    throw new AppError('queue.findings-purged', { id });
  lines.add(store.findings.all(id));
  return lines.finish(wish.refusedByService);
}

function rangesOf(batches: readonly Batch[]): { start: number; end: number }[] {
  return batches.map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
}

/** The ranges of batches mean nothing in another file. */
function assertUnchanged(submission: Submission): void {
  const { content, check } = submission;
  if (check === undefined) return;
  try {
    const { size, mtimeMs } = statSync(content);
    if (size !== check.bytes || Math.floor(mtimeMs) !== Math.floor(check.modifiedAt)) throw changed(submission);
  } catch (thrown) {
    throw toFileError(thrown, content);
  }
}

function changed({ content }: Submission): AppError {
  return new AppError('file.changed', { path: content, how: 'was written to after it had been checked' });
}
