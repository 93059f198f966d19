/** @file One step of a diagnosis, and what it says: facts, and what an error says that was met on the way. */

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

const diagnosisSaidSchema: z.ZodType<DiagnosisSaid> = z.union([
  z.object({
    error: errorRecordSchema,
    part: z.enum(['what', 'remedy']),
    audience: z.enum(['window', 'terminal', 'ended-command']).optional(),
  }),
  factSchema,
]);

export const diagnosisStepSchema = z.object({
  step: z.enum(['name', 'proxy', 'encryption', 'token', 'service', 'storage', 'clock', 'limits']),
  outcome: z.enum(['good', 'doubtful', 'bad', 'skipped']),
  /** Most often one. */
  sentence: z.array(diagnosisSaidSchema).readonly(),
  remedy: diagnosisSaidSchema.optional(),
  milliseconds: z.number().int().nonnegative(),
});
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>;

/** In the language that is spoken, one sentence after the other. */
const diagnosisInWords = (...said: readonly DiagnosisSaid[]): string => said.map(inOwnWords).join(' ');

/** A step as it is read. */
export type StepInWords = Omit<DiagnosisStep, 'sentence' | 'remedy'> & { sentence: string; remedy?: string };

export function stepInWords({ sentence, remedy, ...step }: DiagnosisStep): StepInWords {
  const advice = remedy === undefined ? {} : { remedy: diagnosisInWords(remedy) };
  return { ...step, sentence: diagnosisInWords(...sentence), ...advice };
}

function inOwnWords(said: DiagnosisSaid): string {
  if (!('error' in said)) return inWords(said);
  const { title, detail, remedy } = describeError(said.error, said.audience);
  return said.part === 'remedy' ? remedy : `${title}. ${detail}`;
}
