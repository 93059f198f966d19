/** @file The commands that correct a submission: they show what would come of steps, and make, add or save the file. */

import type { CorrectionOutcome, CorrectionRequest, RecipeStep, Savable, Saved } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { checkFile } from '../check/check.ts';
import { fixFile } from '../fixing/fix.ts';
import { emptyRecipe } from '../fixing/recipe.ts';
import type { RewriteProgress } from '../fixing/rewrite-messages.ts';
import { LineSet } from '../ground/line-set.ts';
import { EarlierValues } from '../records/earlier-values.ts';
import { type Again, comparedWithSent, MOST_NAMED, notSentAgain, SentComparison } from '../records/sent-otherwise.ts';
import { exportScope } from '../records/wanted-lines.ts';
import {
  addCorrected,
  giveUpPlace,
  type MadeCorrection,
  makeCorrected,
  nameOfCorrected,
  placeBeside,
  placeForCorrected,
  placeForRest,
} from '../send/correction/corrected-file.ts';
import { isBound, type Submission } from '../send/submission.ts';
import { viewInQueue } from '../send/submission-view.ts';
import { faultsOf } from './faults.ts';
import type { CommandHandlers, CommandPorts, SavedFile, Shell } from './ports.ts';

type CorrectionCommands = Pick<CommandHandlers, 'submission.correct'>;
type Ports = Pick<CommandPorts, 'app' | 'carrier' | 'offered' | 'signal' | 'tell'>;

/** Also beside a process that holds the data folder. */
export interface CorrectionPorts extends Pick<CommandPorts, 'offered' | 'signal' | 'tell'> {
  app: Pick<App, 'store' | 'sentBefore'>;
}

/** Where a file is made. */
interface Goal {
  out: string;
  log?: string | undefined;
  name?: string;
  /** For the lines that stay faulty. */
  rest?: { out: string; log?: string | undefined };
}

export function correctionCommands(ports: Ports): CorrectionCommands {
  return {
    'submission.correct': async (request) => {
      const { submission } = viewOf(ports, request);
      const place = placeForCorrected(ports.app.folder, submission);
      const rest = request.keepsRest === true ? placeForRest(ports.app.folder, submission) : undefined;
      const goal = { ...place, ...(rest !== undefined && { rest }) };
      try {
        const outcome = await add(ports, request, await make(ports, request, goal), goal);
        if (rest !== undefined && outcome.stays === undefined) giveUpPlace(rest);
        return outcome;
      } catch (thrown) {
        for (const one of [place, rest]) if (one !== undefined) giveUpPlace(one);
        throw thrown;
      }
    },
  };
}

/** What would come of it: the file is made, checked and taken away again, since nobody can tell by counting what a change mends. */
export function correctionPreview(
  ports: CorrectionPorts & { app: Pick<App, 'folder'> },
): Pick<CommandHandlers, 'submission.faults' | 'submission.previewCorrection'> {
  const [earlier, comparison] = [new EarlierValues(), new SentComparison()];
  return {
    'submission.faults': async (request) => await faultsOf({ ...ports, earlier, comparison }, request),
    'submission.previewCorrection': async (request) => {
      const { submission } = viewOf(ports, request);
      const place = placeForCorrected(ports.app.folder, submission);
      try {
        const made = await make(ports, request, { out: place.out });
        return { ...outcomeOf(made), ...(made.summary.kept > 0 && { check: await checkOf(ports, submission, place) }) };
      } finally {
        giveUpPlace(place);
      }
    },
  };
}

async function checkOf(
  { signal }: Pick<CorrectionPorts, 'signal'>,
  { options: { ruleSet, maxBatchBytes } }: Pick<Submission, 'options'>,
  { out }: Pick<Goal, 'out'>,
): Promise<CorrectionOutcome['check']> {
  const { lines, valid } = await checkFile({ path: out, ruleSet, maxBatchBytes }, { signal });
  return { valid, faulty: lines - valid };
}

/** A file that a person has chosen the place of. */
export async function saveCorrected(
  ports: CorrectionPorts & { shell: Pick<Shell, 'save'> },
  request: CorrectionRequest,
): Promise<Saved & { made?: MadeCorrection }> {
  let made: MadeCorrection | undefined;
  const saved = await ports.shell.save(nameOfCorrected(viewOf(ports, request).submission), async (out, log) => {
    made = await make(ports, request, { out, log, ...restBeside(request, out) });
  });
  if (saved.kind !== 'saved' || made === undefined) return saved;
  return { ...saved, correction: { ...outcomeOf(made), out: saved.path }, made };
}

/** Adds what was saved to a file from there. */
export async function addSaved(
  ports: Ports,
  request: CorrectionRequest,
  saved: Awaited<ReturnType<typeof saveCorrected>>,
): Promise<Saved> {
  if (saved.kind !== 'saved' || saved.made === undefined) return saved;
  const goal = { out: saved.path, ...restBeside(request, saved.path) };
  return { ...saved, correction: await add(ports, request, saved.made, goal) };
}

const restBeside = ({ keepsRest = false }: CorrectionRequest, out: string): Pick<Goal, 'rest'> =>
  keepsRest ? { rest: placeBeside(out) } : {};

export async function saveLines(
  { app, shell, signal }: CorrectionPorts & { shell: Pick<Shell, 'save'> },
  { rejectedLines, ...wanted }: Extract<Savable, { kind: 'lines' }>,
) {
  const view = viewOf({ app }, wanted);
  const { content: path, name, options } = view.submission;
  const { scope, corrected } = exportScope(app.store, view, wanted, rejectedLines);
  const { ruleSet } = options;
  const request = { path, recipe: emptyRecipe, scope, rejected: LineSet.none.encode(), ruleSet };
  let lines: SavedFile['lines'];
  const saved = await shell.save(name, async (out) => {
    const summary = await fixFile({ ...request, out }, { signal });
    lines = { lines: summary.lines, exported: summary.kept, result: summary.result, corrected };
  });
  return saved.kind === 'saved' ? { ...saved, lines } : saved;
}

/** Without a goal, everything is only counted. */
async function make(
  ports: CorrectionPorts,
  { id, offer, steps, withEdits, sendChanged, sendsAgain, rejectedLines }: CorrectionRequest,
  goal?: Goal,
): Promise<MadeCorrection> {
  const { app, offered, signal, tell } = ports;
  const onProgress = (progress: RewriteProgress) => tell('submission.correcting', { id, ...progress });
  const view = viewOf(ports, { id });
  // A file that a person has corrected elsewhere has other lines.
  const sentBefore =
    offer === undefined ? await staysOut(ports, view.submission, { sendChanged, sendsAgain }) : undefined;
  const makeOf = async (file?: { path: string }) =>
    await makeCorrected(
      app.store,
      view,
      {
        sentBefore,
        recipe: { version: 1, steps },
        withEdits,
        file: file?.path,
        sendChanged,
        rejectedByService: rejectedLines,
        out: goal?.out,
        log: goal?.log,
        rest: goal?.rest,
      },
      { signal, onProgress },
    );
  return offer === undefined ? await makeOf() : await offered.look(offer, makeOf);
}

/** Lines that went before, and do not go again. */
async function staysOut(
  { app, signal }: CorrectionPorts,
  submission: Submission,
  again: Again,
): Promise<LineSet | undefined> {
  if (again.sendsAgain) return undefined;
  const sent = await app.sentBefore(submission, signal, again.sendChanged ? MOST_NAMED : 0);
  if (sent?.told === undefined) return undefined;
  const { lines, named } = sent.told;
  return notSentAgain(lines, await comparedWithSent(app.store, submission, named), again);
}

async function add(
  { app, carrier }: Pick<Ports, 'app' | 'carrier'>,
  request: CorrectionRequest,
  made: MadeCorrection,
  { out, name, rest }: Goal,
): Promise<CorrectionOutcome> {
  const view = viewOf({ app }, request);
  const { connection } = view.submission;
  // A person is present in the window to confirm it; of one that is only checked, that is asked when it is sent.
  const isAsked = carrier === 'window' && isBound(view.submission);
  const confirmation = isAsked ? app.confirmation({ kind: app.services.kindOf(connection) }) : {};
  const file = { path: out, ...(name !== undefined && { name }), rest: rest?.out };
  const { whySentAgain } = request;
  const { id: added } = await addCorrected(app.queue.additions, view, file, made, {
    ...confirmation,
    ...app.setRules,
    ...(whySentAgain !== undefined && { sendAgain: whySentAgain }),
  });
  const { stays, ...outcome } = outcomeOf(made);
  const submission = viewOf({ app }, request).submission.corrected?.rest;
  return { ...outcome, added, out, ...(stays && { stays: { ...stays, submission } }) };
}

const viewOf = ({ app }: Pick<CorrectionPorts, 'app'>, { id }: Pick<CorrectionRequest, 'id'>) =>
  viewInQueue(app.store, String(id));

function outcomeOf({ summary: { lineMap: _, rest, ...sums }, batches, goneWith }: MadeCorrection): CorrectionOutcome {
  const stays = rest !== undefined && rest.lines > 0 && { stays: { lines: rest.lines } };
  return { ...sums, batches, ...(goneWith !== undefined && { goneWith }), ...stays };
}

/** A recipe as the file that `tranship fix --recipe` reads. */
export function recipeAsText(name: string, steps: readonly RecipeStep[]): string {
  return `${JSON.stringify({ version: 1, name, steps }, undefined, 2)}\n`;
}
