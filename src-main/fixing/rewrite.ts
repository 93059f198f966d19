/**
 * @file Makes a new file from the lines of another: the source is only read, what no step changes is copied byte by
 * byte, and the new file is there as a whole or not at all. Blocks its thread; see fix.ts.
 */

import type { Buffer } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { transactionIn } from '../check/rules/figures.ts';
import type { LineJudge } from '../check/rules/verdict.ts';
import { SourceFile } from '../check/source-file.ts';
import { FileTotals } from '../check/totals/file-totals.ts';
import { LineTotals } from '../check/totals/line-totals.ts';
import { NewFile } from '../ground/files/new-file.ts';
import { dropEntry, endEntry, fieldOf, sampleOf } from './change-log.ts';
import type { Duplicates } from './duplicates.ts';
import { survivingIds } from './id-survey.ts';
import { type EditedLine, LinePipeline, type Outcome } from './line-pipeline.ts';
import { LineReader, type SourceLine } from './line-reader.ts';
import { MadeFile } from './made-file.ts';
import { inOrder, needsFindings, type RecipeStep } from './recipe.ts';
import type { RewriteProgress, RewriteRequest, RewriteSummary, StepCount } from './rewrite-messages.ts';
import type { SurvivingIds } from './surviving-ids.ts';
import { TakenLines } from './taken-lines.ts';

/** How many changes of each step are shown. */
const SAMPLES_A_STEP = 5;
/** How many lines with another content than what was taken are named. */
const NAMED_LINES = 100;
const PROGRESS_EVERY = 1000;

/** Rewrites a file. Throws AppError `file.*`, `disk.full`; then nothing of the new file is left. */
export function rewrite(
  request: RewriteRequest,
  judge: LineJudge | undefined,
  onProgress: (progress: RewriteProgress) => void,
): RewriteSummary {
  const source = new SourceFile(request.path);
  const files: NewFile[] = [];
  const open = (path: string | undefined): NewFile | undefined => {
    if (path === undefined) return undefined;
    const file = new NewFile(path);
    files.push(file);
    return file;
  };
  try {
    const steps = inOrder(request.recipe);
    const taken = readTaken(request.taken);
    const ports = { steps, request, taken, judge };
    const survey = keepsLast(steps) ? surveyOf(source, new LinePipeline({ ...ports, survey: undefined })) : undefined;
    const writing = new Writing(steps, {
      made: new MadeFile({ out: open(request.out), log: open(request.log) }),
      ...(request.rest && { rest: new MadeFile({ out: open(request.rest.out), log: open(request.rest.log) }) }),
    });
    const pipeline = (survivors?: SurvivingIds) => new LinePipeline({ ...ports, survey, survivors });
    const survivors = needsFindings(request.recipe)
      ? survivingIds(source, { ...request, steps }, pipeline())
      : undefined;
    const summary = writing.run(source, pipeline(survivors), onProgress);
    source.assertUnchanged();
    for (const file of files) file.finish();
    // The log first: a new file without one could not be traced back.
    for (const file of files.reverse()) file.publish();
    return summary;
  } finally {
    for (const file of files) file.discard();
    source.close();
  }
}

function readTaken(taken: RewriteRequest['taken']): TakenLines | undefined {
  if (taken === undefined) return undefined;
  const source = new SourceFile(taken.path);
  try {
    return new TakenLines(source, taken.scope);
  } finally {
    source.close();
  }
}

function keepsLast(steps: readonly RecipeStep[]): boolean {
  return steps.some((step) => step.step === 'keep-one' && step.keep === 'last');
}

function surveyOf(source: SourceFile, pipeline: LinePipeline): LinePipeline {
  for (const line of new LineReader(source).lines()) pipeline.outcomeOf(line);
  return pipeline;
}

/** The one pass that writes. */
class Writing {
  readonly #steps: readonly RecipeStep[];
  readonly #made: MadeFile;
  /** Of the lines that stay faulty. */
  readonly #rest: MadeFile | undefined;
  readonly #counts: StepCount[];
  readonly #sums = { lines: 0, kept: 0, dropped: 0, sentBefore: 0, leftOut: 0 };
  readonly #byHand = { changed: 0, dropped: 0 };
  readonly #differing: RewriteSummary['differing'] = { count: 0, lines: [] };
  /** Of lines that say the same as one that is kept. */
  readonly #repeated = new LineTotals();
  #isRepeatedSummed = true;
  readonly #samples = new Map<number, RewriteSummary['samples']>();

  constructor(steps: readonly RecipeStep[], { made, rest }: { made: MadeFile; rest?: MadeFile }) {
    this.#steps = steps;
    this.#made = made;
    this.#rest = rest;
    this.#counts = steps.map((step) => {
      const field = fieldOf(step);
      return { step: step.step, ...(field !== undefined && { field }), changed: 0, dropped: 0 };
    });
  }

  run(source: SourceFile, pipeline: LinePipeline, onProgress: (progress: RewriteProgress) => void): RewriteSummary {
    const sourceHash = createHash('sha256');
    const reader = new LineReader(source, { onBytes: (bytes) => sourceHash.update(bytes) });
    const progress = () => onProgress({ bytes: reader.position, totalBytes: source.bytes, lines: this.#sums.lines });
    this.#takeMark(reader.mark);
    for (const line of reader.lines()) {
      this.#sums.lines += 1;
      this.#take(line, pipeline.outcomeOf(line));
      if (this.#sums.lines % PROGRESS_EVERY === 0) progress();
    }
    progress();
    return this.#finish({ bytes: source.bytes, hash: sourceHash }, pipeline.duplicates);
  }

  #takeMark(mark: Buffer): void {
    if (mark.length === 0) return;
    const at = this.#steps.findIndex(({ step }) => step === 'drop-bom');
    const step = this.#steps[at];
    const count = this.#counts[at];
    if (step === undefined || count === undefined) {
      this.#made.write(mark);
      return;
    }
    count.dropped = 1;
    this.#made.note(dropEntry({ number: 0, text: undefined }, step));
  }

  #take(line: SourceLine, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'left-out':
        this.#sums.leftOut += 1;
        if (outcome.differs) this.#noteDiffering(line.number);
        return;
      case 'dropped':
        this.#drop(line, outcome);
        return;
      case 'kept':
        if (outcome.differs) this.#noteDiffering(line.number);
        this.#keep(line, outcome);
        return;
    }
  }

  #drop(line: SourceLine, { step: at, faulty, ...dropped }: Extract<Outcome, { kind: 'dropped' }>): void {
    const { number, text } = line;
    if (at === 'sent-before') {
      this.#sums.leftOut += 1;
      this.#sums.sentBefore += 1;
      this.#made.note(dropEntry(line, at));
      return;
    }
    this.#sums.dropped += 1;
    if (at === 'by-hand') {
      this.#byHand.dropped += 1;
      this.#made.note(dropEntry(line, at, dropped));
      return;
    }
    const [step, count] = this.#at(at);
    count.dropped += 1;
    if (step.step === 'keep-one') this.#addRepeated(text);
    // What stays to be corrected has a log of its own.
    if (faulty !== undefined && this.#rest !== undefined) this.#rest.add(line, faulty, this.#stepAt);
    else this.#made.note(dropEntry(line, step, dropped));
    const samples = this.#samplesOf(at);
    if (samples.length < SAMPLES_A_STEP) {
      const before = text?.toString('utf8', 0, 1024);
      samples.push(sampleOf(number, step, { before, after: undefined }));
    }
  }

  #keep(line: SourceLine, kept: Extract<Outcome, { kind: 'kept' }>): void {
    this.#sums.kept += 1;
    if (kept.edited !== undefined) this.#countChanges(line, kept);
    this.#made.add(line, kept, this.#stepAt);
  }

  #countChanges(line: SourceLine, { changes, byHand }: EditedLine): void {
    if (byHand !== undefined) this.#byHand.changed += 1;
    for (const at of new Set(changes.map(({ step }) => step))) this.#at(at)[1].changed += 1;
    for (const change of changes) {
      const samples = this.#samplesOf(change.step);
      if (samples.length < SAMPLES_A_STEP) samples.push(sampleOf(line.number, this.#stepAt(change.step), change));
    }
  }

  #finish(source: { bytes: number; hash: Hash }, { conflicts, shared }: Duplicates): RewriteSummary {
    const { changed } = this.#made;
    const rest = this.#rest?.finish(({ map, result }) =>
      endEntry({ lines: map.lines, changed: this.#rest?.changed, result }),
    );
    const sums = {
      ...{ ...this.#sums, changed, byHand: this.#byHand, byStep: this.#counts, differing: this.#differing, conflicts },
      ...{ shared, repeated: this.#sumsOfRepeated() },
      samples: [...this.#samples.entries()].sort(([one], [other]) => one - other).flatMap(([, samples]) => samples),
      source: { bytes: source.bytes, sha256: source.hash.digest('hex') },
      ...(rest !== undefined && { rest: { lines: rest.map.lines, lineMap: rest.map.toString() } }),
    };
    const { map, result } = this.#made.finish(({ result }) => {
      const { samples: _, shared: __, repeated: ___, ...told } = sums;
      return endEntry({ ...told, result });
    });
    return { ...sums, result, lineMap: map.toString() };
  }

  #addRepeated(text: Buffer | undefined): void {
    const figures = text && transactionIn(text)?.figures;
    if (figures === undefined || !this.#repeated.add(figures)) this.#isRepeatedSummed = false;
  }

  /** None where an amount cannot be read: a sum that is not whole would not be told from one that is. */
  #sumsOfRepeated(): RewriteSummary['repeated'] {
    if (!this.#isRepeatedSummed) return [];
    const totals = new FileTotals();
    totals.add(this.#repeated.take());
    return totals.finish().sums;
  }

  #at(index: number): [RecipeStep, StepCount] {
    const step = this.#steps[index];
    const count = this.#counts[index];
    if (step === undefined || count === undefined) throw new Error(`The recipe has no step ${index}.`);
    return [step, count];
  }

  readonly #stepAt = (index: number): RecipeStep => this.#at(index)[0];

  #samplesOf(index: number): RewriteSummary['samples'] {
    const samples = this.#samples.get(index) ?? [];
    this.#samples.set(index, samples);
    return samples;
  }

  #noteDiffering(line: number): void {
    this.#differing.count += 1;
    if (this.#differing.lines.length < NAMED_LINES) this.#differing.lines.push(line);
  }
}
