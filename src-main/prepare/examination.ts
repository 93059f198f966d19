/** @file Looks at exports, as the rest of the app calls it: in a thread of its own, cancellable at any moment. */

import type { Reading } from '../../src-shared/template-shapes.ts';
import { answerOfThread } from '../check/thread.ts';
import type { Examination } from '../exports/examine.ts';
import type { FileChoice } from '../exports/file-choice.ts';

export interface ExaminationRequest {
  /** Absolute paths, in the order in which they are prepared. */
  paths: readonly string[];
  /** Which of the files in them are taken, by path. */
  choices?: ReadonlyMap<string, FileChoice> | undefined;
  /** Lists the files that can be chosen; one that cannot be read does not keep the others out. */
  lists?: boolean;
  /** How they are read; what is not said is detected. */
  reading?: Reading | undefined;
  /** In which a work area is made, and removed at the end. */
  workFolder: string;
}

/** With the first lines of the export as they are, where it is text that is not packed. */
export interface Examined extends Examination {
  lines: readonly string[];
}

const YOUNG_MB = 16;

/** Rejects with AppError `file.*`, `disk.full`, `preparation.failed`, or with the signal's reason. */
export async function examineExport(request: ExaminationRequest, signal: AbortSignal): Promise<Examined> {
  return await answerOfThread<Examined>(
    {
      entry: 'examination-worker',
      path: request.paths[0] ?? '',
      data: request,
      youngMb: YOUNG_MB,
      failure: 'preparation.failed',
    },
    { signal },
  );
}
