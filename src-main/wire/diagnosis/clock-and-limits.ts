/** @file Two values that need no further request: the difference of the clocks, and what the limits leave. */

import { fact } from '../../../src-shared/languages/fact.ts';
import { MINUTE, SECOND } from '../../ground/clock.ts';
import { endpoints } from '../service/endpoints.ts';
import type { RateLimits } from '../service/rate-limits.ts';
import { doubtful, good, type Outcome, skipped } from './outcome.ts';

/** From here on tokens, addresses and certificates are often refused. */
const WORTH_MENTIONING = MINUTE;
/** The service sends whole seconds, and its reply takes a moment. */
const PRECISION = 2 * SECOND;

/** @param told how far the clock of the service is ahead (ms); or that of another host, where the service has not told the time */
export function compareClocks(told: { difference: number; host?: string } | undefined): Outcome {
  if (told === undefined) return skipped(fact('No answer has said what time it is at the service.'));
  const { difference, host } = told;
  const apart = Math.abs(difference);
  if (apart < PRECISION) {
    return good(
      host === undefined
        ? fact('The clock of this computer agrees with the service’s, to the second.')
        : fact('The clock of this computer agrees with that of {host}, to the second.', { host }),
    );
  }
  const values = { time: apart, host: host ?? '' };
  const sentence =
    difference > 0
      ? host === undefined
        ? fact('The clock of this computer is {time, number, duration} behind the service’s.', values)
        : fact('The clock of this computer is {time, number, duration} behind that of {host}.', values)
      : host === undefined
        ? fact('The clock of this computer is {time, number, duration} ahead of the service’s.', values)
        : fact('The clock of this computer is {time, number, duration} ahead of that of {host}.', values);
  if (apart < WORTH_MENTIONING) return good([sentence, fact('That is not a problem.')]);
  return doubtful(
    sentence,
    fact(
      'Let the system set the time automatically. Uploads still work, but times in receipts are wrong, and certificates may seem expired.',
    ),
  );
}

export function readLimits(limits: Pick<RateLimits, 'left'>): Outcome {
  const { generateUploadUrl, batchStatus, validationResult } = endpoints;
  const left = [generateUploadUrl, batchStatus, validationResult].map((endpoint) => limits.left(endpoint));
  const [uploads = 0, questions = 0, reports = 0] = left;
  const sentence = fact(
    'Within the next minute this computer may start {uploads} uploads, ask {questions} times for the state of batches and fetch {reports} reports.',
    { uploads, questions, reports },
  );
  return left.includes(0)
    ? doubtful(sentence, fact('Tranship waits by itself until it may send requests again.'))
    : good(sentence);
}
