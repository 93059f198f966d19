/** @file How far the clock of this computer is from that of a service, by what its replies are dated. */

import type { WrongClock } from '../../../src-shared/error-words/wrong-clock.ts';
import { AppError, fromRecord } from '../../../src-shared/errors.ts';
import { MINUTE, SECOND } from '../../ground/clock.ts';
import { isReasonOfClock } from '../network/failures.ts';
import type { Reply } from './exchange.ts';

/** Signed addresses and tokens allow for some minutes; less than this explains no refusal. */
const WORTH_MENTIONING = 5 * MINUTE;
/** RFC 9110 §5.6.7; anything else was not written by a service, and is not guessed at. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Of the last reply that says it. Two replies in a row must agree, since one may be dated wrongly by something on the way.
 * It is only ever mentioned: nothing is stopped or judged by it.
 */
export class ServiceClock {
  #last: number | undefined;
  #before: number | undefined;

  /** @param now when the reply had come (ms since the epoch) */
  note(reply: Pick<Reply, 'headers' | 'milliseconds'>, now: number): void {
    const difference = differenceOf(reply, now);
    if (difference === undefined) return;
    this.#before = this.#last;
    this.#last = difference;
  }

  /** As a parameter of errors: seconds that this computer is ahead, where that is worth mentioning. */
  get wrongClock(): WrongClock {
    const ahead = this.#last;
    if (ahead === undefined || this.#before === undefined) return {};
    const isSteady = Math.abs(ahead - this.#before) < MINUTE;
    return isSteady && Math.abs(ahead) >= WORTH_MENTIONING ? { clockAhead: Math.round(ahead / SECOND) } : {};
  }
}

/** Undefined for a reply that has no date, a broken one, or that of a copy which a proxy has kept. */
function differenceOf({ headers, milliseconds }: Pick<Reply, 'headers' | 'milliseconds'>, now: number) {
  const date = headers.get('date') ?? '';
  if (!HTTP_DATE.test(date) || headers.has('age')) return undefined;
  const at = Date.parse(date);
  // The reply was dated between the request and now; a long wait leaves too much room.
  if (Number.isNaN(at) || milliseconds > MINUTE) return undefined;
  return now - milliseconds / 2 - at;
}

/** The error, with how wrong the clock is where that may be why a signed address or a certificate is not accepted. */
export function withWrongClock(error: AppError, { clockAhead }: WrongClock): AppError {
  if (clockAhead === undefined) return error;
  if (error.code === 'upload.address-expired') return new AppError(error.code, { clockAhead }, { cause: error });
  const record = error.toRecord();
  if (record.code !== 'network.untrusted' || !isReasonOfClock(record.params['reason'], clockAhead)) return error;
  return fromRecord({ ...record, params: { ...record.params, clockAhead } }, { cause: error });
}
