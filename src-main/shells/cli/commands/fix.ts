/** @file `tranship fix FILE|ID`: a corrected file by a recipe, with a log of every change. */

import { existsSync } from 'node:fs';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { isUuid } from '../../../../src-shared/uuid.ts';
import { changeLogOf, correctFile, loadRecipe } from '../../../actions/file-correction.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { correct, drawing, readLineNumbers, submissionMeant, tell, tellAdded, tellConflicts } from './correction.ts';
import { FILL_IN, proposedRecipe } from './proposed-recipe.ts';

export interface FixCommandOptions {
  recipe?: string;
  withEdits: boolean;
  out?: string;
  log?: string;
  rejectedLines?: string;
  rules?: string;
  add: boolean;
  keepRest: boolean;
  sendChanged: boolean;
  sendAgain: boolean;
  reason?: string;
  dryRun: boolean;
}

/** Makes the corrected file. @throws AppError usage.invalid, recipe.unreadable, submission.*, file.*, disk.full */
export async function fix(session: Session, source: string, options: FixCommandOptions): Promise<ExitCode> {
  const { output, interrupted: signal } = session;
  const { withEdits, rules, add, keepRest, sendChanged, sendAgain, reason } = options;
  if (options.recipe === undefined && !withEdits) {
    await tellOfRecipes(session, source);
    throw usageError(
      fact('Say with --recipe what is to be done, or take what was corrected by hand, with --with-edits.'),
    );
  }
  const recipe =
    options.recipe === undefined ? { version: 1 as const, steps: [] } : await loadRecipe(options.recipe, signal);
  const target = targetOf(options);
  if (keepRest && !add) throw usageError(fact('The lines that stay faulty are added with --add.'));
  if (keepRest && !recipe.steps.some(({ step }) => step === 'drop-refused'))
    throw usageError(
      fact('The recipe leaves no faulty line out: without the step drop-refused, nothing stays to be kept.'),
    );
  const rejectedLines = await readLineNumbers(session, options.rejectedLines);
  if (existsSync(source) || !isId(source)) {
    if (withEdits) throw usageError(fact('Lines are corrected by hand in a submission: name its id.'));
    if (add) throw usageError(fact('Only what corrects a submission can be added in its place: name its id.'));
    const ruleSet = await rulesOfCall(session, rules);
    const summary = await drawing(session, (onProgress) =>
      correctFile({ source, recipe, ruleSet, rejectedLines, ...target }, { signal, onProgress }),
    );
    tell(output, summary, { source, ...target });
    return exitCodes.done;
  }
  if (rules !== undefined) throw usageError(fact('A submission keeps the rules that it was checked by.'));
  const wish = {
    steps: [...recipe.steps],
    withEdits,
    rejectedLines,
    keepsRest: keepRest,
    sendChanged,
    sendsAgain: sendAgain,
    whySentAgain: reason,
  };
  const corrected = await correct(session, 'fix', source, wish, { ...target, add });
  tell(output, corrected.outcome, { source, ...target, batches: corrected.outcome.batches }, !add);
  if (add) tellAdded(output, corrected);
  return exitCodes.done;
}

/** Says what a recipe is, with one for what was found. */
async function tellOfRecipes(session: Session, source: string): Promise<void> {
  const { output } = session;
  const isSubmission = !existsSync(source) && isId(source);
  const { kinds, conflicts } = isSubmission
    ? await withReading(session, async ({ call }) => {
        const { id } = await submissionMeant({ call }, source);
        return await call('submission.faults', { id, steps: [], withEdits: true });
      })
    : { kinds: [], conflicts: undefined };
  const { lines, isOfFindings, isToFill } = proposedRecipe(kinds);
  output.say(message('A recipe is a file that says how lines are corrected, as JSON.'));
  output.say(
    isOfFindings
      ? message('For what the check has found, save this as recipe.json:')
      : message('To replace a value by another one, for example, save this as recipe.json:'),
  );
  output.sayLines(lines);
  if (conflicts !== undefined) tellConflicts(output, conflicts);
  if (isToFill) output.say(message('Write the right value in place of each {FILL_IN}.', { FILL_IN }));
  const target = isSubmission ? `${source} --recipe recipe.json --add` : `${source} --recipe recipe.json`;
  output.say(message('Then: “tranship fix {target} --out FILE”. “tranship fix --help” lists all steps.', { target }));
}

function targetOf({ out, log, dryRun, add }: FixCommandOptions): { out?: string; log?: string } {
  if (dryRun) {
    if (add) throw usageError(fact('A dry run adds nothing: leave out --add, or --dry-run.'));
    return {};
  }
  if (out === undefined)
    throw usageError(fact('Say with --out where the new file goes, or count only, with --dry-run.'));
  const place = log ?? changeLogOf(out);
  if (place === out) throw usageError(fact('The change log needs a file of its own.'));
  return { out, log: place };
}

/** A submission is named by its number, or by the batch id of one of its batches. */
function isId(text: string): boolean {
  return /^\d+$/.test(text) || isUuid(text);
}
