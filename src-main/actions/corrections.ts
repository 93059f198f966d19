/** @file The commands that correct a submission in the window. */

import { setImmediate } from 'node:timers/promises';
import type { CorrectionOutcome, CorrectionRequest, RecipeStep, SuggestedStep } from '../../src-shared/contract.ts';
import { Suggestions } from '../fixing/suggestions.ts';
import {
  addCorrected,
  giveUpPlace,
  type MadeCorrection,
  makeCorrected,
  placeForCorrected,
} from '../records/corrected-files.ts';
import type { SubmissionId } from '../send/batch.ts';
import { isBound } from '../send/submission.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { assertFindingsAreKept } from './submission.ts';

type CorrectionCommands = Pick<CommandHandlers, 'submission.suggestSteps' | 'submission.correct'>;
type Ports = Pick<CommandPorts, 'app' | 'offered' | 'signal'>;

/** Findings looked at in one go: about ten milliseconds. */
const LOOKED_AT_ONCE = 1000;
/** The groups hardly change after so many. */
const MOST_FINDINGS = 200_000;

export function correctionCommands(ports: Ports): CorrectionCommands {
  return {
    'submission.suggestSteps': async ({ id }) => await suggest(ports, id),
    'submission.correct': async ({ offer, ...request }) => {
      if (offer === undefined) return await correct(ports, request);
      // A dry run does not use up the offer.
      if (request.isDryRun) return await correct(ports, request, ports.offered.peek(offer));
      return await ports.offered.use(offer, async (file) => await correct(ports, request, file));
    },
  };
}

async function suggest({ app, signal }: Ports, id: SubmissionId): Promise<SuggestedStep[]> {
  assertFindingsAreKept(app, id);
  const suggestions = new Suggestions();
  let looked = 0;
  for (const finding of app.store.findings.all(id)) {
    suggestions.add(finding);
    looked += 1;
    if (looked === MOST_FINDINGS) break;
    if (looked % LOOKED_AT_ONCE === 0) await setImmediate(undefined, { signal });
  }
  return suggestions.finish();
}

async function correct(
  { app, signal }: Ports,
  { id, steps, sendChanged, isDryRun }: Omit<CorrectionRequest, 'offer'>,
  file?: { path: string },
): Promise<CorrectionOutcome> {
  const view = app.queue.view(id);
  // A file that a person has corrected elsewhere has other lines.
  const withEdits = file === undefined;
  const wish = { recipe: { version: 1 as const, steps }, withEdits, file: file?.path, sendChanged };
  const parts = { store: app.store, reports: app.batchReports };
  if (isDryRun) return outcomeOf(await makeCorrected(parts, view, wish, { signal }));
  const place = placeForCorrected(app.folder, view.submission);
  try {
    const made = await makeCorrected(parts, view, { ...wish, out: place.out, log: place.log }, { signal });
    const { connection } = view.submission;
    // A person is present to confirm it; of one that is only checked, that is asked when it is sent.
    const confirmation = isBound(view.submission) ? app.confirmation({ kind: app.services.kindOf(connection) }) : {};
    const file = { path: place.out, name: place.name };
    const added = await addCorrected(app.queue, view, file, made, { ...confirmation, ...app.setRules });
    return { ...outcomeOf(made), added: added.id };
  } catch (thrown) {
    giveUpPlace(place);
    throw thrown;
  }
}

function outcomeOf({ summary, batches }: MadeCorrection): CorrectionOutcome {
  const { lines, kept, changed, dropped, leftOut, byHand, byStep, samples, differing } = summary;
  return { ...{ lines, kept, changed, dropped, leftOut, byHand, byStep, samples, differing }, batches };
}

/** A recipe as the file that `tranship fix --recipe` reads. */
export function recipeAsText(name: string, steps: readonly RecipeStep[]): string {
  return `${JSON.stringify({ version: 1, name, steps }, undefined, 2)}\n`;
}
