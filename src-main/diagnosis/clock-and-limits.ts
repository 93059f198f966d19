/** @file Two values that need no further request: the difference of the clocks, and what the limits leave. */

import prettyMilliseconds from 'pretty-ms';
import { MINUTE, SECOND } from '../clock.ts';
import { endpoints } from '../service/endpoints.ts';
import type { RateLimits } from '../service/rate-limits.ts';
import { doubtful, good, type Outcome, skipped } from './outcome.ts';

/** From here on tokens, addresses and certificates are often refused. */
const WORTH_MENTIONING = MINUTE;
/** The service sends whole seconds, and its reply takes a moment. */
const PRECISION = 2 * SECOND;

/** @param difference how far the service's clock is ahead (ms) */
export function compareClocks(difference: number | undefined): Outcome {
  if (difference === undefined) return skipped('No answer has told what time the service has.');
  const apart = Math.abs(difference);
  if (apart < PRECISION) {
    return good('The clock of this computer agrees with the service’s. That tells its time only to the second.');
  }
  const by = prettyMilliseconds(Math.round(apart / SECOND) * SECOND, { verbose: true, unitCount: 2 });
  const sentence = `The clock of this computer is ${by} ${difference > 0 ? 'behind' : 'ahead of'} the service’s.`;
  if (apart < WORTH_MENTIONING) return good(`${sentence} That does no harm.`);
  return doubtful(
    sentence,
    'Let the system set the time by itself. Uploads work all the same, but times in receipts are off, and certificates may seem expired.',
  );
}

export function readLimits(limits: Pick<RateLimits, 'left'>): Outcome {
  const { generateUploadUrl, batchStatus, validationResult } = endpoints;
  const left = [generateUploadUrl, batchStatus, validationResult].map((endpoint) => limits.left(endpoint));
  const [uploads = 0, questions = 0, reports = 0] = left;
  const sentence = `Within the next minute this computer may begin ${uploads} uploads, ask ${questions} times how batches stand and fetch ${reports} reports.`;
  return left.includes(0) ? doubtful(sentence, 'Tranship waits by itself until it may ask again.') : good(sentence);
}
