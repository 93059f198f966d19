/** @file Looks at exports, and finds the template with which their preparation begins. */

import type { Reading } from '../../src-shared/template-shapes.ts';
import { type ExaminationRequest, type Examined, examineExport } from './examination.ts';
import type { FirstTemplate } from './first-template.ts';
import type { KeptTemplate } from './kept-templates.ts';
import type { PreparationSource } from './preparation.ts';

export interface ProposalRequest extends Pick<ExaminationRequest, 'lists' | 'workFolder'> {
  sources: readonly PreparationSource[];
  /** How they are read; what is not said is detected. */
  reading: Reading | undefined;
  /** Asked for once it was looked at. */
  kept: () => readonly KeptTemplate[];
  /** What a guessed template is called. */
  name: string;
}

/** Rejects as `examineExport`. */
export async function propose(
  { sources, kept, name, ...request }: ProposalRequest,
  signal: AbortSignal,
): Promise<FirstTemplate & { examined: Examined }> {
  const paths = sources.map(({ path }) => path);
  const choices = new Map(
    sources.flatMap(({ path, choice }) => (choice === undefined ? [] : [[path, choice] as const])),
  );
  const examined = await examineExport({ ...request, paths, choices }, signal);
  // Its tables of names and formats take longer to be made than the rest of a start: most starts prepare nothing.
  const { firstTemplate } = await import('./first-template.ts');
  signal.throwIfAborted();
  return { examined, ...firstTemplate(examined, kept(), name) };
}
