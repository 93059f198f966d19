/**
 * @file What a room says, before it is in a language: a fact is the English text, which is the key of its translations, with
 * its values. It crosses borders and is stored as it is, and becomes words only where somebody reads it.
 */

import { z } from 'zod';
import { type Audience, describeError, type ErrorRecord } from './errors.ts';
import { message } from './languages/message.ts';
import { retoldReason } from './retold/reasons.ts';
import { errorRecordSchema } from './shapes.ts';

export interface Fact {
  text: string;
  values?: Readonly<Record<string, FactValue>> | undefined;
}

/** A value that is said itself is in the language of the whole. */
type FactValue = string | number | Said | readonly Said[];

/** What an error says: what has happened, or what to do about it. */
export interface SaidOfError {
  error: ErrorRecord;
  part: 'what' | 'remedy';
  audience?: Audience | undefined;
}

export type Said = Fact | SaidOfError;

/** @param text a literal, in English, in the form of ICU: the tests read it, as that of `message` */
export function fact(text: string, values?: Fact['values']): Fact {
  return values === undefined ? { text } : { text, values };
}

export const factSchema: z.ZodType<Fact> = z.object({
  text: z.string(),
  values: z
    .record(
      z.string(),
      z.lazy(() => z.union([z.string(), z.number(), saidSchema, z.array(saidSchema)])),
    )
    .optional(),
});
export const saidSchema: z.ZodType<Said> = z.union([
  factSchema,
  z.object({
    error: errorRecordSchema,
    part: z.enum(['what', 'remedy']),
    audience: z.enum(['window', 'terminal', 'ended-command']).optional(),
  }),
]);

/** In the language that is spoken; several, one after the other. */
export function inWords(said: Said | readonly Said[]): string {
  if (isSeveral(said)) return said.map(inWords).join(' ');
  if (!('error' in said)) return message(said.text, Object.fromEntries(valuesInWords(said)));
  const { title, detail, remedy } = describeError(said.error, said.audience);
  return said.part === 'remedy' ? remedy : `${title}. ${detail}`;
}

const isSeveral = (said: Said | readonly Said[]): said is readonly Said[] => Array.isArray(said);

function valuesInWords({ values = {} }: Fact): [name: string, value: string | number][] {
  return Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, value];
    // A reason that another room still says in English.
    return [name, typeof value === 'string' ? retoldReason(value) : inWords(value)];
  });
}
