/** @file The passes over the source that find which ids several lines will still have, before the one that writes. */

import type { Buffer } from 'node:buffer';
import { severityOf } from '../check/rules/rule-set.ts';
import type { SourceFile } from '../check/source-file.ts';
import { LineSet } from '../ground/line-set.ts';
import { HandEdits } from './hand-edits.ts';
import { LineEditor } from './line-editor.ts';
import type { LinePipeline, Outcome } from './line-pipeline.ts';
import { LineReader, type SourceLine } from './line-reader.ts';
import { isFieldStep, type RecipeStep } from './recipe.ts';
import type { RewriteRequest } from './rewrite-messages.ts';
import { idIn, SurvivingIds } from './surviving-ids.ts';

const ID = 'modification.external_id';

type Surveyed = Pick<RewriteRequest, 'sharing' | 'edits' | 'ruleSet'> & { steps: readonly RecipeStep[] };

/**
 * Of the lines as they are made of the source; undefined where none can share its id, or may do so.
 * @param steps in the order in which they run
 * @param pipeline is asked of each line, and then of no other use
 */
export function survivingIds(
  source: SourceFile,
  { sharing: encoded, edits = [], steps, ruleSet }: Surveyed,
  pipeline: Pick<LinePipeline, 'outcomeOf'>,
): SurvivingIds | undefined {
  if (severityOf('modification.duplicate', ruleSet) !== 'error') return undefined;
  const survivors = new SurvivingIds();
  noteGiven(survivors, source, { edits, steps });
  const sharing = encoded === undefined ? LineSet.none : LineSet.decode(encoded);
  if (sharing.size === 0 && !survivors.areGiven) return undefined;
  const isSharing = sharing.inOrder();
  for (const line of new LineReader(source).lines()) {
    const text = leftBy(pipeline.outcomeOf(line), line);
    const isFound = isSharing(line.number);
    if (text !== undefined) survivors.add(text, isFound);
  }
  return survivors;
}

/** What others may share the id of: not what is left out. */
function leftBy(outcome: Outcome, { text }: SourceLine): Buffer | undefined {
  switch (outcome.kind) {
    case 'left-out':
      return text;
    case 'kept':
      return outcome.edited ?? text;
    case 'dropped':
      return outcome.faulty && (outcome.faulty.edited ?? text);
  }
}

/** The lines are read only where a person or a step may have given ids. */
function noteGiven(
  survivors: SurvivingIds,
  source: SourceFile,
  { edits, steps }: Required<Pick<RewriteRequest, 'edits'>> & { steps: readonly RecipeStep[] },
): void {
  const ofId = steps.flatMap((step, index) => (isFieldStep(step) && isOfId(step.field) ? [{ step, index }] : []));
  if (ofId.length === 0 && edits.every(({ text }) => text === undefined)) return;
  const [editor, handEdits] = [new LineEditor(ofId), new HandEdits(edits)];
  for (const { number, text } of new LineReader(source).lines()) {
    const byHand = handEdits.replacementOf(number)?.text;
    const before = byHand ?? text;
    if (before === undefined || (byHand === undefined && ofId.length === 0)) continue;
    const made = editor.edit(before)?.bytes ?? byHand;
    if (made !== undefined && (text === undefined || idIn(made) !== idIn(text))) survivors.give(made);
  }
}

const isOfId = (field: string): boolean => field === ID || ID.startsWith(`${field}.`);
