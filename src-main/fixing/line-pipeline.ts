/** @file What becomes of each line of a rewrite: left out, dropped, or kept, perhaps with changes. Asked in the order of the file. */

import type { Buffer } from 'node:buffer';
import { assertNever } from '../../src-shared/errors.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import type { Complaint } from '../check/findings/finding.ts';
import { type RuleSet, severityOf } from '../check/rules/rule-set.ts';
import type { LineJudge } from '../check/rules/verdict.ts';
import { isSpace } from '../ground/json/tokens.ts';
import { LineSet } from '../ground/line-set.ts';
import type { ApartFromSteps, Dropped } from './change-log.ts';
import { Duplicates } from './duplicates.ts';
import { type ByHand, HandEdits } from './hand-edits.ts';
import { isAboutId, isDroppedBy, valueChangeOf } from './line-drops.ts';
import { type FieldChange, LineEditor } from './line-editor.ts';
import type { SourceLine } from './line-reader.ts';
import type { DuplicateStep, FaultDrop, FieldStep, RecipeStep } from './recipe.ts';
import type { RewriteRequest } from './rewrite-messages.ts';
import type { SurvivingIds } from './surviving-ids.ts';
import type { TakenLines } from './taken-lines.ts';

export type Outcome =
  /** `differs`: its id was taken before, with another content. */
  | { kind: 'left-out'; differs: boolean }
  /** `step`: its place among the steps. `faulty`: what the others have made of a line that is dropped since it is faulty, and what is wrong. */
  | ({ kind: 'dropped'; step: number | ApartFromSteps; faulty?: EditedLine } & Dropped)
  | ({ kind: 'kept'; differs: boolean } & EditedLine);

/** What the steps have made of a line. */
export interface EditedLine {
  /** Without its end; undefined where no byte of it changes. */
  edited: Buffer | undefined;
  changes: readonly FieldChange[];
  /** What a person has put in its place, before the steps changed that. */
  byHand?: ByHand;
}

const AS_IT_IS: EditedLine = { edited: undefined, changes: [] };

export interface PipelinePorts {
  /** In the order in which they run. */
  steps: readonly RecipeStep[];
  request: Pick<RewriteRequest, 'scope' | 'rejected' | 'sharing' | 'edits' | 'ruleSet' | 'sendChanged' | 'sentBefore'>;
  taken: TakenLines | undefined;
  /** Needed where rejected lines are dropped. */
  judge: LineJudge | undefined;
  /** What a first pass has seen of lines with something in common. */
  survey: Pick<LinePipeline, 'duplicates' | 'choices'> | undefined;
  /** What a first pass has found left of ids that lines shared, or were given. */
  survivors?: SurvivingIds | undefined;
}

export class LinePipeline {
  readonly duplicates: Duplicates;
  /** Of lines with one id, the one that counts, even where it is left out or stays faulty. */
  readonly choices: Duplicates;
  readonly #taken: TakenLines | undefined;
  readonly #sendsChanged: boolean;
  readonly #isMeant: (line: number) => boolean;
  readonly #isRejected: (line: number) => boolean;
  readonly #isSharing: (line: number) => boolean;
  readonly #isSentBefore: (line: number) => boolean;
  readonly #survivors: SurvivingIds | undefined;
  readonly #handEdits: HandEdits;
  readonly #editor: LineEditor;
  /** Would change what is to be dropped. */
  readonly #valueDrops: LineEditor;
  readonly #faultDrops: SortedOut['faultDrops'];
  readonly #ruleSet: RuleSet;
  readonly #judge: LineJudge | undefined;
  /** The places of these steps; undefined where the recipe has none. */
  readonly #dropBlank: number | undefined;
  readonly #dropRejected: number | undefined;

  constructor({ steps, request, taken, judge, survey, survivors }: PipelinePorts) {
    const sorted = sortedOut(steps);
    this.duplicates = new Duplicates(sorted.duplicates, survey?.duplicates);
    this.choices = new Duplicates(sorted.choices, survey?.choices);
    this.#editor = new LineEditor(sorted.fields);
    this.#valueDrops = new LineEditor(sorted.valueDrops);
    this.#faultDrops = sorted.faultDrops;
    this.#dropBlank = sorted.dropBlank;
    this.#dropRejected = sorted.dropRejected;
    this.#taken = taken;
    this.#sendsChanged = request.sendChanged === true;
    this.#isMeant = LineSet.decode(request.scope).inOrder();
    this.#isRejected = LineSet.decode(request.rejected).inOrder();
    const setOf = (stored: Uint8Array | undefined) => (stored === undefined ? LineSet.none : LineSet.decode(stored));
    this.#isSharing = setOf(request.sharing).inOrder();
    this.#isSentBefore = setOf(request.sentBefore).inOrder();
    this.#survivors = survivors;
    this.#handEdits = new HandEdits(request.edits);
    this.#ruleSet = request.ruleSet;
    this.#judge = judge;
  }

  outcomeOf(line: SourceLine): Outcome {
    const isRejected = this.#isRejected(line.number);
    const isSharing = this.#isSharing(line.number);
    const isSentBefore = this.#isSentBefore(line.number);
    if (!this.#isMeant(line.number)) return { kind: 'left-out', differs: false };
    const leftOut = this.#handEdits.leftOut(line.number);
    if (leftOut !== undefined) {
      const why = line.text === undefined ? [] : this.#faultsOf(line.text);
      return { kind: 'dropped', step: 'by-hand', ...leftOut, why };
    }
    const byHand = this.#handEdits.replacementOf(line.number);
    if (isSentBefore && byHand === undefined) return { kind: 'dropped', step: 'sent-before' };
    const before = byHand?.text ?? line.text;
    if (before === undefined) return this.#outcomeOfLongLine(isRejected);
    if (this.#dropBlank !== undefined && before.every(isSpace)) return { kind: 'dropped', step: this.#dropBlank };
    const [unwanted] = this.#valueDrops.edit(before)?.changes ?? [];
    if (unwanted !== undefined) return { kind: 'dropped', step: unwanted.step };
    const { bytes, changes } = this.#editor.edit(before) ?? { bytes: byHand?.text, changes: [] };
    const text = bytes ?? before;
    const relation = this.#taken?.relationOf(text) ?? 'new';
    const differs = relation === 'differs';
    if (relation === 'taken' || (differs && !this.#sendsChanged)) return { kind: 'left-out', differs };
    const made: EditedLine = { edited: bytes, changes, ...(byHand !== undefined && { byHand }) };
    const other = this.choices.dropping(text, line.number);
    if (other !== undefined) return { kind: 'dropped', ...other };
    const shared = this.#sharedDropOf(text, isSharing);
    if (shared !== undefined) return { kind: 'dropped', step: shared };
    if (isRejected && this.#faultDrops.length > 0) {
      const step = this.#faultDropOf(text);
      if (step !== undefined) return { kind: 'dropped', step, why: this.#faultsOf(text) };
    }
    if (isRejected && this.#dropRejected !== undefined) {
      const why = this.#faultsOf(text);
      if (bytes === undefined || why.length > 0)
        return { kind: 'dropped', step: this.#dropRejected, faulty: made, why };
    }
    const copy = this.duplicates.dropping(text, line.number);
    if (copy !== undefined) return { kind: 'dropped', ...copy };
    if (this.#dropRejected !== undefined && this.#survivors?.isShared(text, isSharing) === true)
      return { kind: 'dropped', step: this.#dropRejected, faulty: made };
    return { kind: 'kept', ...made, differs };
  }

  #outcomeOfLongLine(isRejected: boolean): Outcome {
    if (isRejected && this.#dropRejected !== undefined)
      return { kind: 'dropped', step: this.#dropRejected, faulty: AS_IT_IS };
    return { kind: 'kept', ...AS_IT_IS, differs: false };
  }

  /** What is wrong with the line. */
  #faultsOf(line: Buffer): Said[] {
    return this.#complaintsOf(line).map(({ message }) => message);
  }

  #complaintsOf(line: Buffer): Complaint[] {
    const { complaints } = this.#judge?.(line, 0, line.length) ?? { complaints: [] };
    return complaints.filter(({ rule }) => severityOf(rule, this.#ruleSet) === 'error');
  }

  /** The place of the first step that drops a line with what is wrong with this one. */
  #faultDropOf(line: Buffer): number | undefined {
    const complaints = this.#complaintsOf(line);
    return this.#faultDrops.find(({ step }) => complaints.some((complaint) => isDroppedBy(step, complaint)))?.index;
  }

  /** The same for a line of which another one has the id. */
  #sharedDropOf(line: Buffer, isSharing: boolean): number | undefined {
    const drops = this.#faultDrops.filter(({ step }) => step.rule === 'modification.duplicate');
    if (drops.length === 0 || this.#survivors?.isShared(line, isSharing) !== true) return undefined;
    return drops.find(({ step }) => isAboutId(step, line))?.index;
  }
}

interface SortedOut {
  fields: { step: FieldStep; index: number }[];
  valueDrops: { step: FieldStep; index: number }[];
  faultDrops: { step: FaultDrop; index: number }[];
  duplicates: { step: DuplicateStep; index: number }[];
  choices: { step: DuplicateStep; index: number }[];
  dropBlank?: number;
  dropRejected?: number;
}

function sortedOut(steps: readonly RecipeStep[]): SortedOut {
  const sorted: SortedOut = { fields: [], valueDrops: [], faultDrops: [], duplicates: [], choices: [] };
  for (const [index, step] of steps.entries()) {
    switch (step.step) {
      // It is about the file, not about a line.
      case 'drop-bom':
        break;
      case 'drop-blank':
        sorted.dropBlank ??= index;
        break;
      case 'drop-refused':
        sorted.dropRejected ??= index;
        break;
      case 'keep-one':
        (step.by === 'id' ? sorted.choices : sorted.duplicates).push({ step, index });
        break;
      case 'drop-with-value':
        sorted.valueDrops.push({ step: valueChangeOf(step), index });
        break;
      case 'drop-with-fault':
        sorted.faultDrops.push({ step, index });
        break;
      case 'replace':
      case 'trim':
      case 'upper-case':
      case 'number-from-text':
      case 'date-from-text':
      case 'uuid-from-text':
      case 'strip-zone':
      case 'drop-field':
      case 'keep-form':
      case 'set-missing':
        sorted.fields.push({ step, index });
        break;
      default:
        assertNever(step);
    }
  }
  return sorted;
}
