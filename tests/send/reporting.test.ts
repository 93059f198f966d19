import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src-main/ground/clock.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { type Batch, isFinished, newBatch } from '../../src-main/send/batch.ts';
import { type BatchEvent, nextStep, transition } from '../../src-main/send/machine/machine.ts';
import { AppError } from '../../src-shared/errors.ts';
import { nothingClear, reportOn } from './report-on.ts';
import { batchId, sampleBatch } from './samples.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const notFound = new AppError('service.not-found', { endpoint: 'validation-result', reason: '', form: '' }).toRecord();
const forbidden = new AppError('report.too-large', { limit: 1 }).toRecord();

function played(batch: Batch, ...events: [BatchEvent, number?][]): Batch {
  return events.reduce((now, [event, at = 0]) => transition(now, event, { now: NOW + at, random: 0.5 }).batch, batch);
}

const said = (remoteState: string, remoteMessage = ''): BatchEvent => ({ kind: 'status', remoteState, remoteMessage });
const content = { start: 0, end: 100, lines: 4, sha256: 'abc' };
function arrived(ingestValid: boolean): Batch {
  const { number, submission } = sampleBatch(1);
  const batch = newBatch(number, submission, { ...content, ingestValid });
  const delivery = { batchId: batchId(1), mayHaveArrived: true };
  return { ...batch, state: 'processing', acceptedAt: NOW, delivery };
}
const strict = played(arrived(false), [said('PROCESSED')]);
const tolerant = played(arrived(true), [said('PROCESSED')]);
const refused = played(arrived(false), [said('VALIDATION_FAILED', '1 invalid')]);

describe('A batch that the service has processed', () => {
  it.each([
    ['strictly', strict],
    ['leaving out what is invalid', tolerant],
  ])('%s has not come to its end before its report was asked for', (_, batch) => {
    expect(batch).toMatchObject({ state: 'processing', remoteState: 'PROCESSED', report: 'wanted' });
    expect(nextStep(batch)).toBe('report');
    expect(isFinished(batch)).toBe(false);
  });

  it.each([
    ['no line', [], 'processed'],
    ['some lines', [2, 4], 'partially-accepted'],
    ['every line', [1, 2, 3, 4], 'rejected'],
  ] as const)('whose report names %s ends as %s', (_, lines, state) => {
    for (const batch of [strict, tolerant]) {
      const ended = played(batch, [reportOn(...lines)]);
      expect(ended).toMatchObject({ state, report: 'kept', named: lines.length });
      expect(isFinished(ended)).toBe(true);
    }
  });

  it('and for which the service offers no report is accepted', () => {
    for (const batch of [strict, tolerant])
      expect(played(batch, [{ kind: 'report-absent' }])).toMatchObject({ state: 'processed', report: 'unavailable' });
  });

  it('whose report says nothing clear is unreported, never accepted', () => {
    const event = { ...reportOn(), said: nothingClear };
    for (const batch of [strict, tolerant])
      expect(played(batch, [event])).toMatchObject({ state: 'unreported', reportError: { code: 'report.unclear' } });
  });

  it('whose report is empty is accepted only where each line had to be valid', () => {
    const event = { ...reportOn(), isEmpty: true, said: nothingClear };
    expect(played(strict, [event]).state).toBe('processed');
    expect(played(tolerant, [event]).state).toBe('unreported');
  });

  it('whose report cannot be had is unreported', () => {
    expect(played(tolerant, [{ kind: 'report-failed', error: forbidden }])).toMatchObject({
      state: 'unreported',
      report: 'unavailable',
      reportError: forbidden,
    });
  });

  it('is asked again for ten minutes for a report that is not written yet, and is unreported after that', () => {
    const failed: BatchEvent = { kind: 'report-failed', error: notFound };
    const waiting = played(tolerant, [failed], [failed, 5 * MINUTE]);
    expect(waiting).toMatchObject({ state: 'processing', report: 'wanted' });
    expect(waiting.notBefore).toBeGreaterThan(NOW + 5 * MINUTE);
    expect(played(waiting, [reportOn(3), 6 * MINUTE]).state).toBe('partially-accepted');
    expect(played(waiting, [failed, 10 * MINUTE])).toMatchObject({ state: 'unreported', reportError: notFound });
  });

  it('without a report is accepted at once where each line had to be valid', () => {
    expect(played(strict, [{ kind: 'report-failed', error: notFound }])).toMatchObject({
      state: 'processed',
      report: 'unavailable',
    });
  });

  it('waits for a person while the host of its report is not allowed', () => {
    const held = new AppError('report.other-host', { connection: 'bank', host: 'a', kept: 'b' }).toRecord();
    const batch = played(tolerant, [{ kind: 'report-failed', error: held }, 2 * HOUR]);
    expect(batch).toMatchObject({ state: 'processing', report: 'wanted', notBefore: NOW + 3 * HOUR });
  });

  it('and unreported is asked for its report once more where a person wants that', () => {
    const unreported = played(tolerant, [{ ...reportOn(), said: nothingClear }]);
    const again = played(unreported, [{ kind: 'report-again' }]);
    expect(nextStep(again)).toBe('report');
    expect(played(again, [reportOn(1)])).toMatchObject({ state: 'partially-accepted', named: 1 });
    expect(played(again, [reportOn(1)]).reportError).toBeUndefined();
  });

  it('and of which a report has named lines is never accepted by another answer, after the store was damaged', () => {
    const answers: BatchEvent[] = [
      { kind: 'report-absent' },
      { kind: 'report-failed', error: notFound },
      { ...reportOn(), isEmpty: true, said: nothingClear },
      reportOn(2),
      reportOn(),
    ];
    for (const answer of answers) expect(played({ ...strict, named: 2 }, [answer]).state).toBe('unreported');
    expect(played({ ...strict, named: 2 }, [reportOn(2, 4)])).toMatchObject({ state: 'partially-accepted', named: 2 });
  });

  it('does not stay open once it is cancelled', () => {
    expect(isFinished(played(tolerant, [{ kind: 'cancel' }]))).toBe(true);
  });
});

describe('A batch that the service has refused as a whole', () => {
  it('has no accepted line, whatever its report lists', () => {
    expect(played(refused, [reportOn(2)])).toMatchObject({ state: 'rejected', named: 1, report: 'kept' });
  });

  it('is refused also where its report says nothing clear, or there is none', () => {
    const unclear = played(refused, [{ ...reportOn(), said: nothingClear }]);
    expect(unclear).toMatchObject({ state: 'rejected', report: 'kept', error: { code: 'batch.refused' } });
    expect(played(refused, [{ kind: 'report-absent' }])).toMatchObject({ state: 'rejected', report: 'unavailable' });
    expect(played(refused, [{ kind: 'report-failed', error: notFound }]).state).toBe('rejected');
  });

  it('is unreported where its report says that its lines were accepted', () => {
    const said = { kind: 'lines', rejected: LineSet.none, accepted: 4 } as const;
    const contrary: BatchEvent = { kind: 'report-kept', isEmpty: false, said };
    expect(played(refused, [contrary])).toMatchObject({
      state: 'unreported',
      reportError: { code: 'report.contrary' },
    });
  });
});
