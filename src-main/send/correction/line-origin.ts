/** @file Where a line of a correction came from, through all corrections before it. */

import type { LineOrigin } from '../../../src-shared/line-origin.ts';
import type { LineRange } from '../../../src-shared/line-ranges.ts';
import type { LineMap } from '../../fixing/line-map.ts';
import { LineSet } from '../../ground/line-set.ts';
import type { SubmissionId } from '../batch.ts';
import { fileNameOf } from '../receipts/source-facts.ts';
import type { QueueStore } from '../storage/store.ts';

/** A line of a submission, counted from 1. */
export interface LinePlace {
  submission: SubmissionId;
  line: number;
}

export type OriginStore = Pick<QueueStore, 'submission'> & { lines: Pick<QueueStore['lines'], 'map'> };

/** The line of the first file; undefined for a submission that corrects none, and where the way back is not known. */
export function originOf(store: OriginStore, { submission, line }: LinePlace): LineOrigin | undefined {
  return new WayBack(store, submission).originOf(line);
}

/** From a correction to what it corrects. */
interface StepBack {
  submission: SubmissionId;
  fileName: string;
  map: LineMap;
}

/** The same for many lines of one submission: the maps, which may be long, are read once. */
export class WayBack {
  readonly #steps: readonly StepBack[];

  /** @param submission whose lines they are; undefined where no submission has them */
  constructor(store: OriginStore, submission: SubmissionId | undefined) {
    this.#steps = submission === undefined ? [] : [...stepsBack(store, submission)];
  }

  originOf(number: number): LineOrigin | undefined {
    let origin: LineOrigin | undefined;
    for (const { submission, fileName, map } of this.#steps) {
      const line = map.originalOf(origin?.line ?? number);
      if (line === undefined) break;
      origin = { submission, fileName, line };
    }
    return origin;
  }

  /** By their numbers in the first file, or as far back as the way is known. */
  originsOf(ranges: readonly LineRange[]): LineRange[] {
    const lines = this.#steps.reduce((found, { map }) => map.originalsOf(found), LineSet.ofRuns(ranges));
    return [...lines.runs()];
  }
}

function* stepsBack(store: OriginStore, submission: SubmissionId): Generator<StepBack> {
  const corrects = store.submission(submission)?.corrects;
  const before = corrects === undefined ? undefined : store.submission(corrects);
  const map = before && store.lines.map(submission);
  if (before === undefined || map === undefined) return;
  yield { submission: before.id, fileName: fileNameOf(before.name), map };
  yield* stepsBack(store, before.id);
}
