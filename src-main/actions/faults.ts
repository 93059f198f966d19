/** @file The faults of a submission by kinds, as a person corrects them: counted by the real check of what its steps would make. */

import type { FaultKind, Faults, SentLine } from '../../src-shared/correction-shapes.ts';
import { checkFile } from '../check/check.ts';
import { FaultKinds } from '../fixing/fault-kinds.ts';
import { LineMap } from '../fixing/line-map.ts';
import { Proposals } from '../fixing/proposals.ts';
import { keepsOneOfEachId, type Recipe, type RecipeStep } from '../fixing/recipe.ts';
import type { SharedId } from '../fixing/rewrite-messages.ts';
import { LineSet } from '../ground/line-set.ts';
import { sumsOfLines } from '../records/account-sums.ts';
import type { EarlierValues } from '../records/earlier-values.ts';
import { type Again, MOST_NAMED, notSentAgain, type SentComparison } from '../records/sent-otherwise.ts';
import type { SubmissionId } from '../send/batch.ts';
import { giveUpPlace, makeCorrected, placeForCorrected } from '../send/correction/corrected-file.ts';
import { WayBack } from '../send/correction/line-origin.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { SentIds } from '../send/sent-before/same-ids.ts';
import type { Submission } from '../send/submission.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CommandPorts } from './ports.ts';

type Ports = Pick<CommandPorts, 'signal' | 'tell'> & {
  app: Pick<CommandPorts['app'], 'store' | 'folder' | 'sentBefore'>;
  earlier: EarlierValues;
  comparison: SentComparison;
};

/** Once one is kept of those that say the same, what is left of an id: nothing, where all of them did. */
const conflictIn = ({ id, alike }: SharedId): SharedId[] =>
  alike.length > 1 ? [{ id, lines: alike.length, alike: alike.map((same) => same.slice(0, 1)) }] : [];

/** Submissions of which a person sees that lines went with them. */
const MOST_FILES = 5;

async function toldOf(
  { lines, files, told }: SentIds,
  submission: Submission,
  named: readonly SentLine[],
): Promise<NonNullable<Faults['sentBefore']>> {
  const sums = told && (await sumsOfLines(submission, told.lines));
  const shown = files.slice(0, MOST_FILES).map(({ submission: { id, name }, lines }) => ({
    ...{ submission: id, fileName: fileNameOf(name) },
    lines,
  }));
  return {
    ...{ lines, files: shown, more: files.length - shown.length, named: [...named] },
    ...(sums !== undefined && { sums }),
  };
}

/** Those that a person reads by their number. */
const linesListed = ({ entries }: FaultKind): number[] =>
  entries.flatMap(({ fault, first, alike = [] }) => (fault.kind === 'line' ? [first] : alike.flat()));

interface FaultsAsked extends Again {
  id: SubmissionId;
  steps: readonly RecipeStep[];
  withEdits: boolean;
}

/** @throws AppError submission.*, queue.findings-purged, file.*, disk.full, fix.failed */
export async function faultsOf(ports: Ports, { id, steps, withEdits, ...again }: FaultsAsked): Promise<Faults> {
  const { app, signal, tell, earlier, comparison } = ports;
  const startedAt = performance.now();
  const view = viewInQueue(app.store, String(id));
  const { ruleSet, maxBatchBytes } = view.submission.options;
  const sent = await app.sentBefore(view.submission, signal, MOST_NAMED);
  const named = await comparison.of(app.store, view.submission, sent?.told?.named ?? []);
  const sentBefore = sent?.told && notSentAgain(sent.told.lines, named, again);
  const place = placeForCorrected(app.folder, view.submission);
  const rest = `${place.out}.rest`;
  try {
    const made = await makeCorrected(
      app.store,
      view,
      {
        recipe: { version: 1, steps: [...steps, { step: 'drop-refused' }] },
        withEdits,
        sentBefore,
        out: place.out,
        rest: { out: rest },
      },
      { signal, onProgress: (progress) => tell('submission.correcting', { id, ...progress }) },
    );
    const { summary } = made;
    const decided = await earlier.of(app.store, view.submission, signal);
    const kinds = new FaultKinds(new Proposals(ruleSet, Date.now(), decided));
    const right = await check({ path: place.out, lines: summary.kept, lineMap: summary.lineMap });
    const faulty = await check({ path: rest, lines: summary.rest?.lines ?? 0, lineMap: summary.rest?.lineMap ?? '' });
    const refused = LineMap.parse(summary.rest?.lineMap ?? '').originals;
    const way = new WayBack(app.store, id);
    const onlyNamed = refused.intersection(made.named).difference(faulty.lines);
    kinds.addRejected(onlyNamed);
    const conflicts = kinds.hasSharedIds ? await tellShared() : summary.conflicts;
    const finished = kinds.finish();
    const origins = finished.flatMap(linesListed).flatMap((line) => {
      const origin = way.originOf(line);
      return origin === undefined ? [] : [{ of: line, ...origin }];
    });
    return {
      all: summary.lines,
      missing: summary.lines - summary.leftOut,
      // What is wrong with the file as a whole holds all of it.
      right: right.isWhole ? right.valid : 0,
      changed: summary.changed,
      faulty: summary.kept - right.valid + (summary.rest?.lines ?? 0),
      leftOut: summary.dropped - (summary.rest?.lines ?? 0),
      ...(right.valid > 0 && right.isWhole && right.valid === summary.kept && { pays: right.pays }),
      ...(sent !== undefined && sent.lines > 0 && { sentBefore: await toldOf(sent, view.submission, named) }),
      errors: right.errors + faulty.errors + onlyNamed.size,
      kinds: finished,
      ...(origins.length > 0 && { origins }),
      conflicts,
      durationMs: Math.round(performance.now() - startedAt),
    };

    /** By a pass that would keep one of each: what it drops says the same as another line. */
    async function tellShared() {
      const isKeptOne = keepsOneOfEachId({ steps });
      const keepOne: RecipeStep = { step: 'keep-one', by: 'modification-id', keep: 'first' };
      const recipe: Recipe = { version: 1, steps: isKeptOne ? steps : [...steps, keepOne] };
      const { dropped, shared, conflicts, repeated } = (
        await makeCorrected(app.store, view, { recipe, withEdits, sentBefore }, { signal })
      ).summary;
      const equal = dropped - (summary.dropped - (summary.rest?.lines ?? 0));
      kinds.tellShared(equal, repeated, isKeptOne ? shared.flatMap(conflictIn) : shared);
      return conflicts;
    }

    async function check({ path, lines, lineMap }: { path: string; lines: number; lineMap: string }) {
      if (lines === 0)
        return { valid: 0, errors: 0, lines: LineSet.none, isWhole: true, pays: { sums: [], unsummed: 0 } };
      const map = LineMap.parse(lineMap);
      const faultyLines: number[] = [];
      let isWhole = true;
      let isBlank = false;
      const { valid, errors, totals, unsummed } = await checkFile(
        { path, ruleSet, maxBatchBytes },
        {
          signal,
          onFindings: (findings) => {
            // Of a part of a file, that it is empty says that its lines are blank.
            isBlank = path === rest && findings.kinds.some(({ rule }) => rule === 'file.empty');
            if (isBlank) return kinds.addBlank(map.originals);
            kinds.add(findings, (line) => map.originalOf(line) ?? 0);
            for (const { line, severity } of findings) {
              if (severity !== 'error') continue;
              if (line === 0) isWhole = false;
              else faultyLines.push(map.originalOf(line) ?? 0);
            }
          },
        },
      );
      const pays = { sums: totals.sums, unsummed };
      if (isBlank) return { valid, errors: lines, lines: map.originals, isWhole, pays };
      return { valid, errors, lines: LineSet.of(faultyLines), isWhole, pays };
    }
  } finally {
    giveUpPlace(place);
  }
}
