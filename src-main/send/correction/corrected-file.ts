/**
 * @file From a submission to a file with what is missing of it: never what the service has taken, nor what may have
 * arrived. Needs no running queue, so that it also works while another process has it.
 */

import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Turn } from '../../../src-shared/correction-shapes.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { editsDecided, stepsDecided } from '../../fixing/decided-at.ts';
import { type FixOptions, filesOf, fixFile } from '../../fixing/fix.ts';
import type { HandEdit } from '../../fixing/hand-edits.ts';
import { needsFindings, type Recipe } from '../../fixing/recipe.ts';
import { RejectedLines } from '../../fixing/rejected-lines.ts';
import type { RewriteRequest, RewriteSummary } from '../../fixing/rewrite-messages.ts';
import { toFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { makeFolder } from '../../ground/files/folders.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { Additions } from '../additions.ts';
import type { SubmissionId } from '../batch.ts';
import { knownLines, linesNamedByService } from '../known-lines.ts';
import type { AccountStore } from '../lines-in-the-end.ts';
import { type SentLines, sentLines } from '../sent-before/same-content.ts';
import type { QueueStore } from '../storage/store.ts';
import type { Submission, SubmissionOptions } from '../submission.ts';
import type { SubmissionView } from '../submission-view.ts';
import { whatIsMissing } from './missing.ts';
import { nameBeside } from './name-beside.ts';
import { requireCorrectable, startsOf } from './settling.ts';

export interface CorrectionWish {
  recipe: Recipe;
  /** Whether lines that were corrected by hand stand as they were corrected, and those that were left out are. */
  withEdits: boolean;
  /** The new file and its change log; without one, everything is only counted. */
  out?: string | undefined;
  /** Where the lines go that stay faulty, where the recipe drops these. */
  rest?: RewriteRequest['rest'] | undefined;
  log?: string | undefined;
  /** A corrected file that a person has: it is compared with what was taken by modification id. */
  file?: string | undefined;
  /** Whether lines of that are sent whose id was taken with another content. */
  sendChanged?: boolean | undefined;
  /** Lines of the source that went before with another submission, by their ids. */
  sentBefore?: LineSet | undefined;
  /** Lines of the source that a person names as rejected by the service; by default those of its reports. */
  rejectedByService?: Iterable<number> | undefined;
}

export interface MadeCorrection {
  summary: RewriteSummary;
  /** The starts of the batches that it stands for. */
  starts: number[];
  /** Batches in all, those of which lines were accepted, and those of which that is not known. */
  batches: { all: number; accepted: number; doubtful: number };
  /** Lines that are left out since they went with another submission of the same content. */
  goneWith?: { submission: SubmissionId; lines: number };
  /** Which line of the source each line of it was; of a file that a person made, that is not known. */
  lineMap: string;
  /** Lines that the service named, whatever the check finds in them. */
  named: LineSet;
}

type Stored = AccountStore & Pick<QueueStore, 'submissionsAlike' | 'lineEdits' | 'correctionTurns'>;

/**
 * Makes a file with what is missing, corrected by the recipe.
 * @throws AppError submission.*, queue.findings-purged, file.*, disk.full, fix.failed
 */
export async function makeCorrected(
  store: Stored,
  view: SubmissionView,
  wish: CorrectionWish,
  options: FixOptions & { signal: AbortSignal },
): Promise<MadeCorrection> {
  requireCorrectable(view);
  const { submission } = view;
  assertUnchanged(submission);
  const named =
    wish.rejectedByService === undefined ? linesNamedByService(store, view) : LineSet.of(wish.rejectedByService);
  const { accepted, doubtful } = whatIsMissing(view);
  const here = goneHere(store, view, named);
  const missing = LineSet.ofRuns([{ first: 1, last: submission.check?.lines ?? 0 }]).difference(here);
  const sent = sentLines(store, submission);
  // A file that a person has corrected elsewhere may have other lines.
  if (wish.file === undefined) assertNotAllGone(submission.id, missing, sent);
  const elsewhere = sent === undefined ? LineSet.none : sent.accepted.union(sent.open).intersection(missing);
  const turns = turnsOf(store, submission);
  const request: RewriteRequest = {
    ...sourceOf(view, wish, here.union(elsewhere)),
    recipe: { ...wish.recipe, steps: stepsDecided(wish.recipe.steps, turns) },
    // A file that a person has corrected elsewhere has other lines.
    ...(wish.withEdits && wish.file === undefined && { edits: editsDecided(editsOf(store, submission), turns) }),
    ...faultyIn(store, view, wish, named),
    ...(wish.sentBefore !== undefined && { sentBefore: wish.sentBefore.encode() }),
    ruleSet: submission.options.ruleSet,
    ...(wish.out !== undefined && { out: wish.out }),
    ...(wish.rest !== undefined && { rest: wish.rest }),
    ...(wish.log !== undefined && { log: wish.log }),
    ...(wish.sendChanged !== undefined && { sendChanged: wish.sendChanged }),
  };
  const summary = await fixFile(request, options);
  if (wish.file === undefined && submission.check !== undefined && summary.source.sha256 !== submission.check.sha256) {
    for (const path of filesOf(request)) rmSync(path, { force: true });
    throw changed(submission);
  }
  if (wish.rest !== undefined && summary.rest?.lines === 0)
    for (const path of filesOf({ rest: wish.rest })) rmSync(path, { force: true });
  return {
    summary,
    starts: startsOf(view),
    batches: { all: view.batches.length, accepted: accepted.length, doubtful: doubtful.length },
    ...(sent !== undefined && elsewhere.size > 0 && { goneWith: { submission: sent.by, lines: elsewhere.size } }),
    lineMap: wish.file === undefined ? summary.lineMap : '',
    named,
  };
}

/**
 * Adds the file that was made, in the place of what was missing, and the one that stays to be corrected.
 * @throws AppError submission.*, file.*
 */
export async function addCorrected(
  additions: Pick<Additions, 'add'>,
  { submission }: SubmissionView,
  file: { path: string; name?: string; rest?: string | undefined },
  { summary, starts, lineMap }: MadeCorrection,
  more: Partial<Pick<SubmissionOptions, 'awaitConfirmation' | 'ruleSet' | 'sendAgain'>> = {},
): Promise<Submission> {
  if (summary.kept === 0)
    throw new AppError('submission.nothing-left', { id: submission.id, before: summary.sentBefore });
  const { connection, destination } = submission;
  const { sendAgain: _, awaitConfirmation: __, ...options } = submission.options;
  const { rest: path, ...own } = file;
  const { rest: made } = summary;
  const rest =
    path === undefined || made === undefined || made.lines === 0
      ? {}
      : { rest: { path, name: nameOfRest(submission), lineMap: made.lineMap } };
  return await additions.add({
    ...own,
    connection,
    destination,
    options: { ...options, ...more },
    correction: {
      ...{ of: submission.id, starts, lineMap, ...rest },
      ...(summary.sentBefore > 0 && { linesBefore: summary.sentBefore }),
    },
  });
}

/** Where a corrected file is kept for which no place is named: in a folder of its own in the inbox, with its log. */
export function placeForCorrected(folder: string, submission: Pick<Submission, 'name'>) {
  return placeInInbox(folder, nameOfCorrected(submission));
}

/** Where the lines are kept that stay to be corrected: not with the corrected file, which may be removed while they are open. */
export function placeForRest(folder: string, submission: Pick<Submission, 'name'>) {
  return placeInInbox(folder, nameOfRest(submission));
}

/** The same, beside a corrected file for which a person has chosen the place. */
export function placeBeside(corrected: string) {
  const out = join(dirname(corrected), nameOfRest({ name: corrected }));
  return { out, log: changeLogOf(out) };
}

function placeInInbox(folder: string, name: string) {
  const own = join(folder, 'inbox', randomUUID());
  try {
    makeFolder(own);
  } catch (thrown) {
    throw toWriteError(thrown, own);
  }
  const out = join(own, name);
  return { out, log: changeLogOf(out), name };
}

/** Where the change log of a corrected file is, unless a call names another place. */
export const changeLogOf = (corrected: string): string => `${corrected}.changes.jsonl`;

/** “export.corrected.jsonl” of “export.jsonl”; of that one “export.corrected-2.jsonl”. */
export function nameOfCorrected({ name }: Pick<Submission, 'name'>): string {
  const before = /\.corrected(?:-(?<times>\d+))?(?=\.[^./\\]*$)/.exec(name);
  if (before === null) return nameBeside({ name }, 'corrected');
  const times = Number(before.groups?.['times'] ?? 1) + 1;
  return nameBeside({ name: name.replace(before[0], '') }, `corrected-${times}`);
}

/** Of the lines that stay to be corrected. */
const nameOfRest = ({ name }: Pick<Submission, 'name'>): string =>
  nameBeside({ name: name.replace(/\.rest(?=\.[^./\\]*$)/, '') }, 'rest');

/** Removes a place of which nothing was added. */
export function giveUpPlace({ out }: { out: string }): void {
  rmSync(dirname(out), { recursive: true, force: true });
}

/** The lines that are accepted, or perhaps at the service. */
function goneHere(store: Stored, view: SubmissionView, named: LineSet): LineSet {
  const { accepted, unknown, pending } = knownLines(store, view);
  return accepted.difference(named).union(unknown).union(pending);
}

/** What is missing: all but what is gone. */
function sourceOf(
  { submission: { content } }: SubmissionView,
  { file }: CorrectionWish,
  gone: LineSet,
): Pick<RewriteRequest, 'path' | 'scope' | 'taken'> {
  if (file !== undefined)
    return { path: file, scope: LineSet.all.encode(), taken: { path: content, scope: gone.encode() } };
  return { path: content, scope: LineSet.all.difference(gone).encode() };
}

/** What was decided about the content that was checked. */
const turnsOf = ({ correctionTurns }: Stored, { id, check }: Submission): Turn[] =>
  check === undefined ? [] : correctionTurns.of({ id, sha256: check.sha256 });

/** What was corrected by hand in the content that was checked. */
function editsOf({ lineEdits }: Stored, { id, check }: Submission): HandEdit[] {
  if (check === undefined) return [];
  return [...lineEdits.iterate({ id, sha256: check.sha256 })].map(({ line, edit }) =>
    edit.kind === 'replaced'
      ? { line, text: edit.text, reason: edit.reason }
      : { line, reason: edit.reason, copyOf: edit.copyOf },
  );
}

/** What the step that drops faulty lines drops. A file that a person has corrected elsewhere has other lines. */
function faultyIn(
  store: Stored,
  { submission: { id, check } }: SubmissionView,
  { recipe, file }: CorrectionWish,
  named: LineSet,
): Pick<RewriteRequest, 'rejected' | 'sharing'> {
  if (!needsFindings(recipe) || file !== undefined) return { rejected: LineSet.none.encode() };
  if (check !== undefined && check.errors > 0 && !store.customerData.hasFindings(id))
    throw new AppError('queue.findings-purged', { id });
  const lines = new RejectedLines();
  lines.add(store.findings.all(id));
  const { faulty, sharing } = lines.finish(named);
  return { rejected: faulty.encode(), sharing: sharing.encode() };
}

/** The ranges of batches mean nothing in another file. */
export function assertUnchanged(submission: Submission): void {
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
  return new AppError('file.changed', { path: content, how: fact('was written to after it had been checked') });
}

/** @throws AppError submission.gone-with: none of what is missing is left */
function assertNotAllGone(id: SubmissionId, missing: LineSet, sent: SentLines | undefined): void {
  if (sent === undefined || missing.size === 0) return;
  const { by, accepted, open } = sent;
  if (missing.difference(accepted).difference(open).size > 0) return;
  const counts = { accepted: missing.intersection(accepted).size, open: missing.intersection(open).size };
  throw new AppError('submission.gone-with', { id, by, ...counts });
}
