/** @file `tranship fix FILE|ID`: a corrected file by a recipe, with a log of every change. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { checkFile } from '../../../check/check.ts';
import { fixFile } from '../../../fixing/fix.ts';
import { emptyRecipe, needsFindings, type Recipe } from '../../../fixing/recipe.ts';
import { loadRecipe } from '../../../fixing/recipe-file.ts';
import { RefusedLines } from '../../../fixing/refused-lines.ts';
import { type RewriteProgress, type RewriteSummary, wholeFile } from '../../../fixing/rewrite-messages.ts';
import { toFileError } from '../../../ground/files/file-errors.ts';
import {
  addCorrected,
  type CorrectionWish,
  type MadeCorrection,
  makeCorrected,
} from '../../../records/corrected-files.ts';
import { KeptReports } from '../../../records/kept-reports.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../send/batch-limit.ts';
import { findSourceFile } from '../../../send/source-file.ts';
import type { QueueStore } from '../../../send/storage/store.ts';
import { viewInQueue } from '../../../send/submission-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import { type Output, usageError } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, percent } from '../wording.ts';

export interface FixCommandOptions {
  recipe?: string;
  withEdits: boolean;
  out?: string;
  log?: string;
  refusedLines?: string;
  rules?: string;
  add: boolean;
  dryRun: boolean;
}

/** Makes the corrected file. @throws AppError usage.invalid, recipe.unreadable, submission.*, file.*, disk.full */
export async function fix(session: Session, source: string, options: FixCommandOptions): Promise<ExitCode> {
  const { withEdits } = options;
  if (options.recipe === undefined && !withEdits)
    throw usageError('Say with --recipe what is to be done, or take what was corrected by hand, with --with-edits.');
  const recipe = options.recipe === undefined ? emptyRecipe : await loadRecipe(options.recipe);
  const target = targetOf(options);
  const refused = options.refusedLines === undefined ? undefined : await readLineNumbers(options.refusedLines);
  if (existsSync(source) || !isId(source)) {
    if (withEdits) throw usageError('Lines are corrected by hand in a submission: name its id.');
    if (options.add) throw usageError('Only what corrects a submission can be added in its place: name its id.');
    const summary = await fixPath(session, source, recipe, { ...target, rules: options.rules, refused });
    tell(session.output, summary, { source, ...target });
    return exitCodes.done;
  }
  if (options.rules !== undefined) throw usageError('A submission keeps the rules that it was checked by.');
  const wish = { recipe, withEdits, ...target, refusedByService: refused };
  const made = await session.readStoreDuring((store) => makeFor(session, store, source, wish));
  tell(session.output, made.summary, { source, ...target, batches: made.batches }, !options.add);
  if (!options.add || target.out === undefined) return exitCodes.done;
  return await add(session, source, made, { path: target.out });
}

/** Makes what is missing of a submission; also while another process works on the queue. */
export async function makeFor(
  session: Session,
  store: QueueStore,
  id: string,
  wish: CorrectionWish,
): Promise<MadeCorrection> {
  const view = viewInQueue(store, id);
  return await whileDrawing(session, (onProgress) =>
    makeCorrected({ store, reports: new KeptReports(session.folder, store) }, view, wish, {
      signal: session.interrupted,
      onProgress,
    }),
  );
}

/** Adds a file that was made in the place of what was missing; the next `tranship work` sends it. */
export async function add(
  session: Session,
  id: string,
  made: MadeCorrection,
  file: { path: string; name?: string },
): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('fix', async ({ queue, store, setRules }) => {
    const view = viewInQueue(store, id);
    const submission = await addCorrected(queue, view, file, made, setRules);
    output.say(
      `It is submission ${submission.id}, and settles submission ${view.submission.id}. “tranship work” checks and sends it.`,
    );
    output.emit('summary', {
      ...sumsOf(made.summary),
      ...{ out: file.path, batches: made.batches, id: submission.id, corrects: view.submission.id },
    });
    return exitCodes.done;
  });
}

interface Target {
  out: string | undefined;
  log: string | undefined;
}

function targetOf({ out, log, dryRun, add }: FixCommandOptions): Target {
  if (dryRun) {
    if (add) throw usageError('A dry run adds nothing: leave out --add, or --dry-run.');
    return { out: undefined, log: undefined };
  }
  if (out === undefined) throw usageError('Say with --out where the new file goes, or count only, with --dry-run.');
  const place = log ?? `${out}.changes.jsonl`;
  if (place === out) throw usageError('The change log needs a file of its own.');
  return { out, log: place };
}

async function fixPath(
  session: Session,
  source: string,
  recipe: Recipe,
  { out, log, rules, refused }: Target & { rules: string | undefined; refused: Iterable<number> | undefined },
): Promise<RewriteSummary> {
  const path = await findSourceFile(source);
  const ruleSet = await rulesOfCall(session, rules);
  const lines = new RefusedLines(recipe);
  if (needsFindings(recipe)) {
    const onFindings = (findings: Parameters<RefusedLines['add']>[0]) => lines.add(findings);
    const request = { path, ruleSet, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
    await whileDrawing(session, (onProgress) =>
      checkFile(request, { signal: session.interrupted, onFindings, onProgress }),
    );
  }
  return await whileDrawing(session, (onProgress) =>
    fixFile(
      {
        ...{ path, recipe, scope: wholeFile, refused: lines.finish(refused), ruleSet },
        ...(out !== undefined && { out }),
        ...(log !== undefined && { log }),
      },
      { signal: session.interrupted, onProgress },
    ),
  );
}

async function whileDrawing<Result>(
  { output }: Session,
  work: (onProgress: (progress: Pick<RewriteProgress, 'bytes' | 'totalBytes' | 'lines'>) => void) => Promise<Result>,
): Promise<Result> {
  const live = new LiveLines(output);
  return await work(({ bytes, totalBytes, lines }) =>
    live.draw([`${percent(bytes, totalBytes)}  ${counted(lines, 'line')}`]),
  ).finally(() => live.clear());
}

/** A submission is named by its number, or by the batch id of one of its batches. */
function isId(text: string): boolean {
  return /^\d+$/.test(text) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Line numbers, one a line. @throws AppError usage.invalid, file.* */
export async function readLineNumbers(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  return text.split(/\s+/).flatMap((word) => {
    if (word === '') return [];
    const line = Number(word);
    if (!Number.isSafeInteger(line) || line < 1)
      throw usageError(`${path} must hold line numbers, one a line, but has “${word.slice(0, 40)}”.`);
    return [line];
  });
}

interface Context extends Partial<Target> {
  source: string;
  batches?: MadeCorrection['batches'];
}

/** Says what was done. */
export function tell(output: Output, summary: RewriteSummary, context: Context, isLast = true): void {
  const { lines, kept, changed, dropped, leftOut, byHand, byStep, samples, differing } = summary;
  if (byStep.length > 0)
    output.table(
      ['step', 'field', 'changed', 'dropped'],
      byStep.map(({ step, field, ...counts }) => [step, field ?? '', counts.changed, counts.dropped]),
    );
  if (byHand.changed + byHand.dropped > 0)
    output.say(`By hand: ${counted(byHand.changed, 'line')} corrected, ${byHand.dropped} left out.`);
  if (context.out === undefined) {
    for (const { line, step, before, after } of samples)
      output.say(`  line ${line}  ${step}  ${before ?? '(missing)'} → ${after ?? '(dropped)'}`);
  }
  const { batches } = context;
  if (batches !== undefined && batches.all > 0)
    output.say(`${batches.taken} of ${counted(batches.all, 'batch')} are in already, and are left out.`);
  if (batches !== undefined && batches.doubtful > 0)
    output.say(
      `Of ${counted(batches.doubtful, 'batch')} it is not known whether it arrived: left out as well. Decide with “tranship queue retry”.`,
    );
  if (differing.count > 0)
    output.say(
      `${counted(differing.count, 'line')} with a modification id that was taken with another content: ${differing.lines.slice(0, 10).join(', ')}${differing.count > 10 ? ' …' : ''}`,
    );
  const left = leftOut === 0 ? '' : `, ${leftOut} left out`;
  output.say(`${counted(lines, 'line')}: ${kept} kept, ${changed} of them changed, ${dropped} dropped${left}.`);
  if (context.out !== undefined) output.say(`The new file is ${context.out}`);
  if (context.log !== undefined) output.say(`Every change is in ${context.log}`);
  if (isLast) output.emit('summary', { ...sumsOf(summary), ...context });
  else for (const sample of samples) output.emit('change', sample);
}

function sumsOf({ lineMap: _, ...sums }: RewriteSummary): object {
  return sums;
}
