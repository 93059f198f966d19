/** @file What a step of a diagnosis says: facts, and what an error says that was met on the way. */

import { z } from 'zod';
import { type Audience, describeError, type ErrorRecord } from './errors.ts';
import type { Fact } from './languages/fact.ts';
import { factSchema } from './languages/fact-schema.ts';
import { inWords } from './languages/message.ts';
import { errorRecordSchema } from './shapes.ts';

/** What has happened, or what to do about it. */
interface SaidOfError {
  error: ErrorRecord;
  part: 'what' | 'remedy';
  audience?: Audience | undefined;
}

export type DiagnosisSaid = Fact | SaidOfError;

export const diagnosisSaidSchema: z.ZodType<DiagnosisSaid> = z.union([
  z.object({
    error: errorRecordSchema,
    part: z.enum(['what', 'remedy']),
    audience: z.enum(['window', 'terminal', 'ended-command']).optional(),
  }),
  factSchema,
]);

/** In the language that is spoken, one sentence after the other. */
export const diagnosisInWords = (...said: readonly DiagnosisSaid[]): string => said.map(inOwnWords).join(' ');

function inOwnWords(said: DiagnosisSaid): string {
  if (!('error' in said)) return inWords(said);
  const { title, detail, remedy } = describeError(said.error, said.audience);
  return said.part === 'remedy' ? remedy : `${title}. ${detail}`;
}
