/** @file What a storage said that refused an upload after its last part had left. Pure. */

import { type Fact, fact } from '../languages/fact.ts';
import { moment } from './wording.ts';

/** As an error has it; absent where the storage has not refused it, and in errors of earlier versions. */
export type Refusals = {
  refusals?: number;
  /** The last one, in the words of the storage, and when it came (ISO 8601). */
  answer?: string;
  refusedAt?: string;
};

/** How often the storage refused the upload, how and when; undefined where that is not known. */
export function whyRefused({ refusals, answer, refusedAt }: Refusals): Fact | undefined {
  // Stored errors, and those of other processes, may hold anything.
  if (typeof refusals !== 'number' || answer === undefined || refusedAt === undefined) return undefined;
  return fact(
    'The storage refused the upload {refusals, plural, one {once, on {at}} other {# times, the last time on {at}}}, with this answer: {answer}.',
    { refusals, at: moment(refusedAt), answer },
  );
}
