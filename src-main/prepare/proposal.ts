/**
 * @file Looks at exports, and finds the template with which their preparation begins, as the rest of the app calls it: in a
 * thread of its own, which has a limit of memory and is ended at any moment, since what others wrote may cost anything.
 */

import { answerOfThread } from '../check/thread.ts';
import type { ExaminationRequest, Examined } from './examination.ts';
import type { FirstTemplate } from './first-template.ts';
import type { PreparationSource } from './preparation.ts';

export interface ProposalRequest extends Omit<ExaminationRequest, 'paths' | 'choices'> {
  sources: readonly PreparationSource[];
}

const YOUNG_MB = 16;

/** Rejects with AppError `file.*`, `disk.full`, `preparation.failed`, or with the signal's reason. */
export async function propose(
  { sources, ...request }: ProposalRequest,
  signal: AbortSignal,
): Promise<FirstTemplate & { examined: Examined }> {
  const paths = sources.map(({ path }) => path);
  const choices = new Map(
    sources.flatMap(({ path, choice }) => (choice === undefined ? [] : [[path, choice] as const])),
  );
  const data: ExaminationRequest = { ...request, paths, choices };
  return await answerOfThread(
    { entry: 'examination-worker', path: paths[0] ?? '', data, youngMb: YOUNG_MB, failure: 'preparation.failed' },
    { signal },
  );
}
