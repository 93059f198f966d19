/**
 * @file What the report makes of a batch that the service has decided about: which of its lines were accepted. Pure.
 *
 * [Note: Who says that a line was accepted] The state of a batch does not: one that was processed may have lost lines, and what a
 * report says may be half of it. A batch ends as `processed` only where the service was asked for its report, and has either
 * none for it or one that names no line. A report that is missing, broken, or names lines that the batch does not have, makes it
 * `unreported`. A batch that was rejected as a whole has no accepted line, whatever its report lists.
 *
 * A batch of which another desk of the team has read the report comes here in its end state: this desk reads the report for itself,
 * for the lines that it names, and believes the other desk where it cannot.
 */

import { AppError, assertNever, type ErrorRecord } from '../../../src-shared/errors.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { HOUR, MINUTE } from '../../ground/clock.ts';
import type { Batch } from '../batch.ts';
import { type BatchEvent, type Circumstances, type ReportSaid, stay, type Transition } from './events.ts';
import { isHeldReport, pauseAfter, retryDecision } from './retry-policy.ts';

/** As long as the service may take to write the report of a batch that it has processed. */
const WRITTEN_AFTER = 10 * MINUTE;

/** Of a batch that the service has decided about, and whose report is wanted. The errors of a report are kept apart from others. */
export function whileReporting(batch: Batch, event: BatchEvent, circumstances: Circumstances): Transition {
  switch (event.kind) {
    case 'report-kept':
      return stay(told({ ...batch, report: 'kept' }, event.said, event.isEmpty));
    case 'report-absent':
      return stay(withoutReport(batch, new AppError('report.none', { id: batch.delivery?.batchId ?? '' }).toRecord()));
    case 'report-failed':
      return reportFailed(batch, event.error, circumstances);
    default:
      return stay(batch);
  }
}

/** Asks for the report once more. */
export function reportWanted(batch: Batch, now: number): Batch {
  return { ...batch, state: 'processing', report: 'wanted', notBefore: now, failures: 0 };
}

function told(batch: Batch, said: ReportSaid, isEmpty: boolean): Batch {
  const { reportError: _, failingSince: __, ...rest } = batch;
  switch (said.kind) {
    case 'unclear':
      // The state of one that has come to its end says enough. So it does where no line could be left out.
      if (isEndState(batch.state)) return { ...batch, reportError: said.error };
      if (isEmpty && !batch.ingestValid && !hasNamedMoreThan(batch, 0))
        return { ...rest, state: 'processed', named: 0 };
      return unreported(batch, said.error);
    case 'lines': {
      const named = said.rejected.size;
      if (batch.state !== 'rejected' && hasNamedMoreThan(batch, named))
        return unreported(batch, new AppError('report.unclear', { why: 'missingLines' }).toRecord());
      const known: Batch = { ...rest, failures: 0, named };
      if (batch.state === 'rejected') {
        const isContrary = named === 0 && said.accepted > 0;
        return isContrary ? unreported(known, contrary(batch)) : known;
      }
      if (named === 0) return { ...known, state: 'processed' };
      if (named < batch.lines) return { ...known, state: 'partially-accepted' };
      const error = new AppError('batch.refused', { reason: batch.remoteMessage }).toRecord();
      return { ...known, state: 'rejected', error };
    }
    default:
      return assertNever(said);
  }
}

/** The service has none, and says so: a valid batch needs none. @param error why, for a batch that was not valid */
function withoutReport(batch: Batch, error: ErrorRecord): Batch {
  const { reportError: _, failingSince: __, ...rest } = batch;
  const without: Batch = { ...rest, failures: 0, report: 'unavailable' };
  if (isEndState(batch.state)) return without;
  return hasNamedMoreThan(batch, 0) ? unreported(without, error) : { ...without, state: 'processed', named: 0 };
}

/** Whether an earlier report has named more lines than so many, which may be asked for again after damage to the store. */
function hasNamedMoreThan({ named = 0 }: Batch, lines: number): boolean {
  return named > lines;
}

/** There may be one, but it cannot be had. */
function givenUp(batch: Batch, error: ErrorRecord): Batch {
  const without: Batch = { ...batch, report: 'unavailable', reportError: error };
  return isEndState(batch.state) ? without : unreported(without, error);
}

function unreported(batch: Batch, reportError: ErrorRecord): Batch {
  return { ...batch, state: 'unreported', failures: 0, reportError };
}

function contrary({ remoteState = '' }: Batch): ErrorRecord {
  return new AppError('report.contrary', { state: remoteState }).toRecord();
}

function reportFailed(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Transition {
  const noted = { ...batch, reportError: error };
  // Once an hour, since the host may be allowed by then, and the runner looks at once when it is.
  if (isHeldReport(error)) return stay({ ...noted, notBefore: circumstances.now + HOUR });
  if (error.code === 'service.not-found') return stay(notFound(batch, error, circumstances));
  switch (retryDecision(batch, error, circumstances, batch.reportError)) {
    case 'ask-person':
      return { batch: noted, effects: [{ kind: 'hold-connection', error }] };
    case 'give-up':
      return stay(givenUp(batch, error));
    case 'again':
      return stay({ ...noted, ...pauseAfter(batch, error, circumstances, batch.reportError) });
  }
}

/** Where every line had to be valid, none is missed; otherwise it may not be written yet. */
function notFound(batch: Batch, error: ErrorRecord, circumstances: Circumstances): Batch {
  if (!batch.ingestValid || isEndState(batch.state)) return withoutReport(batch, error);
  const retries = pauseAfter(batch, error, circumstances, batch.reportError);
  const isOver = circumstances.now - (retries.failingSince ?? circumstances.now) >= WRITTEN_AFTER;
  return isOver ? givenUp(batch, error) : { ...batch, reportError: error, ...retries };
}
