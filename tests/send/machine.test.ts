import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import { type Batch, batchSchema, newBatch } from '../../src-main/send/batch.ts';
import { inheritanceOf } from '../../src-main/send/machine/inheritance.ts';
import { type BatchEvent, type Effect, nextStep, pauseOf, transition } from '../../src-main/send/machine/machine.ts';
import { reducedBatch } from '../../src-main/send/reduction.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError, type ErrorCode, type ErrorRecord, type ParamsOf } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import { nothingClear, reportOn } from './report-on.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const address = 'sealed' as Sealed;
const firstId = batchIdSchema.parse('11111111-1111-4111-8111-111111111111');
const secondId = batchIdSchema.parse('22222222-2222-4222-8222-222222222222');

function error<Code extends ErrorCode>(code: Code, params: ParamsOf<Code>) {
  return new AppError(code, params).toRecord();
}

const cut = error('network.cut', { host: 'storage.test', reason: 'reset' });
const expired = error('upload.address-expired', {});
const busy = error('upload.busy', { status: 503, reason: 'SlowDown' });
const down = error('service.unavailable', { endpoint: 'generate-upload-url', status: 503, reason: 'down' });

const fresh = newBatch(batchSchema.shape.number.parse(1), batchSchema.shape.submission.parse(1), {
  start: 0,
  end: 100,
  lines: 2,
  sha256: 'abc',
  ingestValid: false,
});

/** Plays a sequence of events, a second apart, with `random` at its middle. */
function play(batch: Batch, ...events: (BatchEvent | { kind: 'wait'; ms: number })[]) {
  let now = NOW;
  let effects: Effect[] = [];
  let current = batch;
  for (const event of events) {
    now += event.kind === 'wait' ? event.ms : SECOND;
    if (event.kind !== 'wait') ({ batch: current, effects } = transition(current, event, { now, random: 0.5 }));
  }
  return { batch: current, effects, now };
}

const begin: BatchEvent = { kind: 'begin' };
const reserved = (batchId = firstId): Extract<BatchEvent, { kind: 'reserved' }> => ({
  kind: 'reserved',
  batchId,
  address,
  addressLifetime: 15 * MINUTE,
});
const hosts = { connection: 'bank', host: 'https://other.test', kept: 'https://storage.test' };
const otherHost = error('upload.other-host', hosts);
const status = (remoteState: string, remoteMessage = ''): BatchEvent => ({
  kind: 'status',
  remoteState,
  remoteMessage,
});
const refusal = {
  kind: 'refused',
  error: error('upload.refused', { status: 403, reason: 'SignatureDoesNotMatch' }),
  bodyComplete: false,
  addressOver: false,
} as const satisfies BatchEvent;
const uploading = play(fresh, begin, reserved()).batch;
const processing = play(uploading, { kind: 'accepted' }).batch;

describe('the way of a batch on a good day', () => {
  it('a batch asks for an address when a slot is free', () => {
    expect(play(fresh, begin)).toMatchObject({ batch: { state: 'reserving' }, effects: [{ kind: 'reserve' }] });
  });

  it('a batch uploads to its upload address', () => {
    expect(play(fresh, begin, reserved())).toMatchObject({
      batch: { state: 'uploading', attempts: 1, delivery: { batchId: firstId, mayHaveArrived: false } },
      effects: [{ kind: 'upload', delivery: { batchId: firstId, address } }],
    });
  });

  it('a batch is followed once the storage has accepted it', () => {
    const { batch, now } = play(uploading, { kind: 'accepted' });
    expect(batch).toMatchObject({ state: 'processing', acceptedAt: now });
    expect(nextStep(batch)).toBe('status');
  });

  it('a batch drops its address once the service has seen it', () => {
    expect(play(processing, status('VALIDATION_STARTED')).batch.delivery).toEqual({
      batchId: firstId,
      mayHaveArrived: true,
    });
  });

  for (const remoteState of ['VALIDATION_STARTED', 'PENDING_INGESTION', 'INITIALIZED', 'IN_PROGRESS']) {
    it(`§3 a batch that is ${remoteState} is still followed`, () => {
      expect(play(processing, begin, status(remoteState)).batch).toMatchObject({ state: 'processing', remoteState });
    });
  }

  it('§3 a batch ends as rejected when the service says VALIDATION_FAILED, and asks for the report', () => {
    const { batch } = play(processing, status('VALIDATION_FAILED', '2 invalid'));
    expect(batch).toMatchObject({ state: 'rejected', report: 'wanted', error: { params: { reason: '2 invalid' } } });
    expect(nextStep(batch)).toBe('report');
  });

  it('§3 a batch ends as failed with the error_message when the service says ERROR', () => {
    const { batch } = play(processing, status('ERROR', 'scan failed'));
    expect(batch).toMatchObject({
      state: 'failed',
      error: { code: 'batch.failed', params: { reason: 'scan failed' } },
    });
  });

  it('an unknown remote state counts as still processing, spelled as it came', () => {
    expect(play(processing, status('Enriching')).batch).toMatchObject({
      state: 'processing',
      remoteState: 'Enriching',
    });
  });

  it('the service is asked at growing intervals, and soon again when the state has changed', () => {
    const gap = ({ batch, now }: ReturnType<typeof play>) => batch.notBefore - now;
    const slow = play(processing, ...Array.from({ length: 20 }, () => status('IN_PROGRESS')));
    expect(gap(slow)).toBe(60 * SECOND);
    expect(gap(play(slow.batch, status('PENDING_INGESTION')))).toBe(SECOND);
  });
});

describe('an upload with an unknown outcome', () => {
  const doubtful = play(uploading, { kind: 'last-block' }, { kind: 'upload-failed', error: cut, bodyComplete: true });
  /** The service has been asked, and knows nothing of it. */
  const asked: BatchEvent[] = [begin, { kind: 'status-missing' }];
  const unknown = play(doubtful.batch, ...asked);

  it('the service is asked before the bytes go again, after each attempt', () => {
    expect(play(doubtful.batch, begin).effects).toEqual([{ kind: 'ask-status', batchId: firstId }]);
    const again = play(unknown.batch, begin, { kind: 'upload-failed', error: busy, bodyComplete: true }).batch;
    expect(play(again, begin).effects).toEqual([{ kind: 'ask-status', batchId: firstId }]);
  });

  it('bytes that the service has processed already do not go again', () => {
    expect(play(doubtful.batch, begin, status('PROCESSED')).batch).toMatchObject({
      state: 'processing',
      attempts: 1,
      remoteState: 'PROCESSED',
    });
  });

  it.each([
    ['it says what it may say without the file', status('VALIDATION_STARTED')],
    ['it says ERROR, while the file may still come', status('ERROR')],
    ['it cannot be asked', { kind: 'status-failed', error: down } as const],
  ])('the storage is asked next where the service proves nothing: %s', (_, answer) => {
    expect(play(doubtful.batch, begin, answer, begin).effects).toMatchObject([
      { kind: 'upload', delivery: { address } },
    ]);
  });

  it('an unknown outcome is verified at the same address', () => {
    expect(unknown.batch).toMatchObject({
      state: 'verifying',
      delivery: { batchId: firstId, address, mayHaveArrived: true },
    });
    expect(play(unknown.batch, begin).effects).toMatchObject([{ kind: 'upload', delivery: { address } }]);
  });

  it('a batch has arrived when the storage says 412 to the same PUT', () => {
    expect(play(unknown.batch, begin, { kind: 'exists', bodyComplete: false }).batch).toMatchObject({
      state: 'processing',
      abandoned: [],
    });
  });

  it('the storage is asked even if the address has expired by our own clock, which may be wrong', () => {
    expect(play(unknown.batch, { kind: 'wait', ms: HOUR }, begin).effects).toMatchObject([{ kind: 'upload' }]);
  });

  const refused = play(unknown.batch, begin, {
    kind: 'refused',
    error: expired,
    bodyComplete: false,
    addressOver: true,
  });

  it('the service is asked when the storage refuses the address', () => {
    const { batch, effects } = play(refused.batch, begin);
    expect({ state: batch.state, effects }).toEqual({
      state: 'verifying',
      effects: [{ kind: 'ask-status', batchId: firstId }],
    });
  });

  it.each(['VALIDATION_FAILED', 'PENDING_INGESTION', 'INITIALIZED', 'IN_PROGRESS', 'PROCESSED'])(
    'a batch has arrived when the service says %s, which requires the file',
    (state) => {
      const { batch, now } = play(refused.batch, begin, status(state));
      expect(batch).toMatchObject({ delivery: { batchId: firstId }, acceptedAt: now });
      expect(['processing', 'rejected']).toContain(batch.state);
    },
  );

  it.each(['VALIDATION_STARTED', 'validation_started', 'SCANNING'])(
    'a batch has not arrived because the service says %s, however often',
    (state) => {
      const asked = Array.from({ length: 30 }, (): BatchEvent[] => [begin, status(state)]).flat();
      const { batch } = play(refused.batch, ...asked);
      expect(batch).toMatchObject({ state: 'verifying', remoteState: state });
      expect([batch.acceptedAt, batch.seenAt]).toEqual([undefined, undefined]);
    },
  );

  it('a batch ends with the service’s last word ERROR, without counting as arrived', () => {
    const { batch } = play(refused.batch, begin, status('ERROR', 'no file'));
    expect(batch).toMatchObject({ state: 'failed', error: { code: 'batch.failed' } });
    expect(batch.acceptedAt).toBeUndefined();
  });

  it('a batch has not arrived when the service names an unknown state', () => {
    expect(play(refused.batch, begin, status('AWAITING_UPLOAD')).batch).toMatchObject({ state: 'verifying' });
  });

  it('a batch is not given up within the grace period, after any number of questions', () => {
    const missing: BatchEvent[] = Array.from({ length: 20 }, () => ({ kind: 'status-missing' }));
    expect(play(refused.batch, begin, ...missing).batch).toMatchObject({
      state: 'verifying',
      delivery: { batchId: firstId },
    });
  });

  it('a batch is not given up because the clock jumped over the grace period', () => {
    const { batch } = play(refused.batch, begin, { kind: 'wait', ms: HOUR }, { kind: 'status-missing' });
    expect(batch).toMatchObject({ state: 'verifying', delivery: { batchId: firstId } });
  });

  const askedInVain: BatchEvent[] = Array.from({ length: 5 }, () => ({ kind: 'status-missing' }));
  const longAsked = play(refused.batch, begin, { kind: 'wait', ms: 3 * MINUTE }, ...askedInVain);

  it('the report is asked for last, when the time to ask is over', () => {
    expect(longAsked).toMatchObject({
      batch: { state: 'verifying' },
      effects: [{ kind: 'fetch-report', batchId: firstId }],
    });
  });

  it('a batch has arrived when there is a report on it', () => {
    const { batch } = play(longAsked.batch, reportOn());
    expect(batch).toMatchObject({ state: 'processing', report: 'kept', delivery: { batchId: firstId } });
  });

  it.each<BatchEvent>([
    { kind: 'report-absent' },
    { ...reportOn(), isEmpty: true },
    { kind: 'report-failed', error: down },
  ])('without proof by then a person decides, and the batch is not given up: $kind', (event) => {
    const { batch } = play(longAsked.batch, event);
    expect(batch).toMatchObject({
      state: 'unknown',
      abandoned: [],
      delivery: { batchId: firstId, mayHaveArrived: true },
      error: { code: 'batch.unproven', retryable: false, params: { batchId: firstId } },
    });
    expect(batch.acceptedAt).toBeUndefined();
  });

  it('a report that is too large to keep proves that the batch has arrived', () => {
    const failure = error('report.too-large', { limit: 1 });
    const circumstances = { now: NOW, random: 0.5, onUnknown: 'send-again' } as const;
    const { batch } = transition(longAsked.batch, { kind: 'report-failed', error: failure }, circumstances);
    expect(batch).toMatchObject({ state: 'processing', report: 'unavailable', delivery: { batchId: firstId } });
  });

  const noRoom = error('report.no-room', { folder: '/data', bytes: 1 });
  const full = error('disk.full', { folder: '/data' });
  it.each([cut, noRoom, full, error('auth.refused', { reason: 'invalid_client' })])(
    'a batch is neither sent again nor left to a person when the question for its report got no answer: $code',
    (failure) => {
      const circumstances = { now: NOW, random: 0.5, onUnknown: 'send-again' } as const;
      const { batch } = transition(longAsked.batch, { kind: 'report-failed', error: failure }, circumstances);
      expect(batch).toMatchObject({ state: 'verifying', abandoned: [], delivery: { batchId: firstId } });
    },
  );

  it('the question to the person has how often the storage refused, and its last answer with the time, until a purge', () => {
    const left = play(uploading, { kind: 'last-block' }).batch;
    const one = { ...refusal, bodyComplete: true, answer: '403 SignatureDoesNotMatch' };
    const rounds = Array.from({ length: 4 }, (): BatchEvent[] => [one, begin, { kind: 'status-missing' }, begin]);
    const asked = play(left, ...rounds.flat(), { kind: 'wait', ms: 3 * MINUTE });
    const vain = Array.from({ length: 5 }, (): BatchEvent[] => [begin, { kind: 'status-missing' }]).flat();
    const over = [...vain, { kind: 'wait', ms: 3 * MINUTE } as const, ...vain, { kind: 'report-absent' } as const];
    const { batch } = play(asked.batch, ...over);

    const { error: question, delivery } = batch;
    expect(batch.state).toBe('unknown');
    expect(question?.params).toMatchObject({ refusals: 4, answer: '403 SignatureDoesNotMatch' });
    expect(question?.params['refusedAt']).toBe(new Date(delivery?.lastRefusal?.at ?? 0).toISOString());
    // The words of the storage are removed with the customer data.
    expect(reducedBatch(batch).delivery).not.toHaveProperty('lastRefusal');
  });

  const unproven = play(longAsked.batch, { kind: 'report-absent' }).batch;

  it('the service is still asked while a person decides, and proof ends the wait', () => {
    const asked = play(unproven, begin);
    expect(asked.effects).toEqual([{ kind: 'ask-status', batchId: firstId }]);
    expect(play(asked.batch, status('VALIDATION_STARTED')).batch.state).toBe('unknown');
    const { batch } = play(asked.batch, status('IN_PROGRESS'));
    expect(batch).toMatchObject({ state: 'processing', delivery: { batchId: firstId } });
    expect(batch.error).toBeUndefined();
  });

  it('the question to the person stays visible while the service cannot be asked', () => {
    expect(play(unproven, begin, { kind: 'status-failed', error: down }).batch).toMatchObject({
      state: 'unknown',
      error: { code: 'batch.unproven' },
    });
  });

  it('a batch goes again under a new id when the person decides so; the old one is watched', () => {
    const { batch } = play(unproven, { kind: 'send-again' }, begin, reserved(secondId));
    expect(batch).toMatchObject({
      state: 'uploading',
      delivery: { batchId: secondId, mayHaveArrived: false },
      abandoned: [firstId],
      watched: [{ batchId: firstId, isOver: false }],
    });
  });

  it('a batch goes again by itself when that was decided beforehand', () => {
    const sent = transition(
      longAsked.batch,
      { kind: 'report-absent' },
      { now: NOW, random: 0, onUnknown: 'send-again' },
    );
    expect(sent.batch).toMatchObject({ state: 'waiting', abandoned: [firstId], watched: [{ batchId: firstId }] });
  });

  it('an unknown outcome is never given up because the storage stays busy', () => {
    const busyAgain: BatchEvent[] = [...asked, begin, { kind: 'upload-failed', error: busy, bodyComplete: false }];
    const { batch } = play(unknown.batch, ...Array.from({ length: 30 }, () => busyAgain).flat());
    expect(batch).toMatchObject({ state: 'verifying', delivery: { batchId: firstId, address } });
  });

  it('the service is asked when the storage permanently refuses the question', () => {
    const again: BatchEvent[] = [...asked, begin, refusal];
    const { batch } = play(doubtful.batch, ...again, ...again, ...again);
    expect(batch).toMatchObject({ state: 'verifying', delivery: { address } });
    const settled = play(batch, ...again).batch;
    expect(settled).toMatchObject({ state: 'verifying', delivery: { batchId: firstId, mayHaveArrived: true } });
    expect(nextStep(settled)).toBe('status');
  });

  const claimed = play(uploading, { kind: 'last-block' }, { kind: 'exists', bodyComplete: true }, ...asked, begin);

  it('a 412 to the first attempt is no proof: service and storage are asked, since a proxy may have repeated the request', () => {
    expect(claimed.batch).toMatchObject({ state: 'uploading', attempts: 2 });
    expect(claimed.effects).toMatchObject([{ kind: 'upload', delivery: { address } }]);
  });

  it('what the storage says of an address after such a 412 is no proof either, unless it stores the file now', () => {
    expect(play(claimed.batch, { kind: 'accepted' }).batch.state).toBe('processing');
    const { batch } = play(claimed.batch, { kind: 'exists', bodyComplete: false });
    expect(batch).toMatchObject({ state: 'verifying', delivery: { batchId: firstId, mayHaveArrived: true } });
    expect(play(batch, begin).effects).toEqual([{ kind: 'ask-status', batchId: firstId }]);
    expect(play(batch, begin, status('PENDING_INGESTION')).batch.state).toBe('processing');
  });

  it('the service is asked when the storage refuses the address after the last block', () => {
    const { batch } = play(uploading, { kind: 'refused', error: expired, bodyComplete: true, addressOver: true });
    expect(batch).toMatchObject({ state: 'verifying', delivery: { batchId: firstId, mayHaveArrived: true } });
  });

  it('an unknown outcome stays unknown when the storage now refuses the address', () => {
    const { batch } = play(unknown.batch, begin, {
      kind: 'refused',
      error: expired,
      bodyComplete: false,
      addressOver: true,
    });
    expect(batch).toMatchObject({ state: 'verifying', delivery: { batchId: firstId, mayHaveArrived: true } });
    expect(batch.delivery?.address).toBeUndefined();
  });
});

describe('a refusal of the storage', () => {
  it.each([false, true])(
    'one refusal does not end the address: it is tried again (last block sent: %s)',
    (bodyComplete) => {
      const asked: BatchEvent[] = bodyComplete ? [begin, { kind: 'status-missing' }] : [];
      const { batch, effects } = play(uploading, { ...refusal, bodyComplete }, ...asked, begin);
      expect(batch).toMatchObject({ state: 'uploading', abandoned: [], delivery: { batchId: firstId, address } });
      expect(effects).toMatchObject([{ kind: 'upload', delivery: { address } }]);
    },
  );

  it('a refusal is followed by growing pauses, and reported as still being tried', () => {
    const pauses = [1, 2, 3].map((times) => {
      const { batch, now } = play(
        uploading,
        ...Array.from({ length: times }, () => [refusal, begin])
          .flat()
          .slice(0, -1),
      );
      expect(batch.error).toMatchObject({ code: 'upload.declined', retryable: true });
      return batch.notBefore - now;
    });
    expect(pauses).toEqual([SECOND, 2 * SECOND, 4 * SECOND]);
  });

  it('a 2xx or 412 after a refusal settles it', () => {
    const refused = play(uploading, { ...refusal, bodyComplete: true }, begin, { kind: 'status-missing' }, begin).batch;
    for (const answer of [{ kind: 'accepted' }, { kind: 'exists', bodyComplete: true }] as const)
      expect(play(refused, answer).batch.state).toBe('processing');
  });

  const refusedForGood = Array.from({ length: 4 }, (): BatchEvent[] => [refusal, begin]).flat();

  it('repeated refusals lead to a new id when the last block never left, and nothing is watched', () => {
    const { batch, effects } = play(uploading, ...refusedForGood);
    expect(batch).toMatchObject({ state: 'reserving', abandoned: [firstId], watched: [] });
    expect(effects).toEqual([{ kind: 'reserve' }]);
  });

  it('refusals at several addresses end the batch with the storage’s words', () => {
    const rounds = Array.from({ length: 3 }, () => [...refusedForGood, reserved()]).flat();
    expect(play(uploading, ...rounds).batch).toMatchObject({ state: 'failed', error: refusal.error });
  });
});

describe('an upload that provably did not arrive', () => {
  it('an upload that certainly did not arrive uses the same address while it lasts', () => {
    const { batch } = play(uploading, { kind: 'upload-failed', error: cut, bodyComplete: false });
    expect(batch).toMatchObject({ state: 'waiting', delivery: { batchId: firstId } });
    expect(play(batch, begin).effects).toMatchObject([{ kind: 'upload', delivery: { batchId: firstId } }]);
  });

  it('an upload that certainly did not arrive gets a new address when the old one was refused', () => {
    const { batch, effects } = play(
      uploading,
      { kind: 'refused', error: expired, bodyComplete: false, addressOver: true },
      begin,
    );
    expect(batch).toMatchObject({ state: 'reserving', abandoned: [firstId] });
    expect(effects).toEqual([{ kind: 'reserve' }]);
  });

  it('an object at an address that was never used before is a conflict', () => {
    expect(play(uploading, { kind: 'exists', bodyComplete: false }).batch).toMatchObject({
      state: 'failed',
      error: { code: 'upload.conflict' },
    });
  });

  it('a batch fails when the file has changed', () => {
    const changed = error('file.changed', { path: '/a.jsonl', how: 'is shorter' });
    const { batch } = play(uploading, { kind: 'upload-failed', error: changed, bodyComplete: false });
    expect(batch).toMatchObject({ state: 'failed', error: { code: 'file.changed' } });
  });
});

describe('the retry policy', () => {
  const retries = (failure: BatchEvent, times: number) => {
    const round: BatchEvent[] = [begin, reserved(), failure];
    return play(fresh, ...Array.from({ length: times }, () => round).flat()).batch;
  };

  it('a network that is away is tried without limit', () => {
    expect(retries({ kind: 'upload-failed', error: cut, bodyComplete: false }, 50).state).toBe('waiting');
  });

  it('a service that does not reply in time is tried without limit', () => {
    const silent = error('network.no-answer', { host: 'api.test', seconds: 30 });
    const rounds = Array.from({ length: 50 }, (): BatchEvent[] => [begin, { kind: 'reserve-failed', error: silent }]);
    expect(play(fresh, ...rounds.flat()).batch.state).toBe('waiting');
  });

  const busyFailure: BatchEvent = { kind: 'upload-failed', error: busy, bodyComplete: false };

  it('a busy storage is tried for hours, with pauses that grow to minutes', () => {
    const { batch, now } = play(
      uploading,
      ...Array.from({ length: 60 }, () => [
        busyFailure,
        { kind: 'wait' as const, ms: 5 * MINUTE },
        begin,
        reserved(),
      ]).flat(),
      busyFailure,
    );
    expect(batch).toMatchObject({ state: 'waiting', error: busy });
    expect(batch.notBefore - now).toBe(MINUTE);
  });

  it('a batch fails with the reason when the storage stays busy for half a day', () => {
    const rounds = Array.from({ length: 20 }, () => [
      begin,
      reserved(),
      busyFailure,
      { kind: 'wait' as const, ms: HOUR },
    ]);
    expect(play(fresh, ...rounds.flat()).batch).toMatchObject({ state: 'failed', error: busy });
  });

  it('a batch does not fail because the clock jumped by a day', () => {
    expect(
      play(uploading, busyFailure, { kind: 'wait', ms: 30 * HOUR }, begin, reserved(), busyFailure).batch.state,
    ).toBe('waiting');
  });

  it('a network that is back is used within seconds', () => {
    const { batch, now } = play(
      fresh,
      ...Array.from({ length: 50 }, (): BatchEvent[] => [begin, { kind: 'reserve-failed', error: cut }]).flat(),
    );
    expect(batch.notBefore - now).toBeLessThanOrEqual(10 * SECOND);
  });

  it('the pause is as long as the storage’s Retry-After says', () => {
    const wait = { ...busy, params: { ...busy.params, retryAfter: 90 } };
    const { batch, now } = play(uploading, { kind: 'upload-failed', error: wait, bodyComplete: false });
    expect(batch.notBefore - now).toBe(90 * SECOND);
  });

  it('a wait that the other side asked for survives a restart', () => {
    const wait = { ...busy, params: { ...busy.params, retryAfter: 90 } };
    const { batch } = play(uploading, { kind: 'upload-failed', error: wait, bodyComplete: false });
    expect(play(batch, { kind: 'restarted' }).batch.notBefore).toBe(batch.notBefore);
  });

  it('network failures do not count against a storage that is busy afterwards', () => {
    const away = retries({ kind: 'upload-failed', error: cut, bodyComplete: false }, 20);
    expect(play(away, begin, { kind: 'upload-failed', error: busy, bodyComplete: false }).batch.state).toBe('waiting');
  });

  it('the pause is as long as Retry-After says', () => {
    const limited = error('service.rate-limited', { endpoint: 'generate-upload-url', seconds: 42 });
    const { batch, now } = play(fresh, begin, { kind: 'reserve-failed', error: limited });
    expect(batch.notBefore - now).toBe(42 * SECOND);
  });

  it('refused credentials need a person, and lose nothing', () => {
    const refused = error('auth.refused', { reason: 'invalid_client' });
    expect(play(fresh, begin, { kind: 'reserve-failed', error: refused })).toMatchObject({
      batch: { state: 'waiting' },
      effects: [{ kind: 'hold-connection', error: refused }],
    });
  });

  it('an arrived batch is never given up because its status cannot be asked for', () => {
    const asked = play(
      processing,
      ...Array.from({ length: 40 }, (): BatchEvent => ({ kind: 'status-failed', error: down })),
    );
    expect(asked.batch.state).toBe('processing');
  });

  it('an accepted batch that the service has not known for a day is given up', () => {
    const missing: BatchEvent[] = Array.from({ length: 60 }, () => ({ kind: 'status-missing' }));
    const { batch } = play(processing, { kind: 'wait', ms: 25 * HOUR }, ...missing);
    expect(batch).toMatchObject({ state: 'failed', error: { code: 'batch.unknown' } });
  });

  it('hours in which the laptop slept do not count', () => {
    const { batch } = play(processing, { kind: 'wait', ms: 60 * HOUR }, { kind: 'status-missing' });
    expect(batch.state).toBe('processing');
  });

  it('a report that cannot be fetched is given up, but not because the network is away', () => {
    const rejected = play(processing, status('VALIDATION_FAILED')).batch;
    const again = (failure: ErrorRecord) =>
      play(
        rejected,
        ...Array.from({ length: 20 }, () => [
          { kind: 'report-failed' as const, error: failure },
          { kind: 'wait' as const, ms: HOUR },
        ]).flat(),
      ).batch;
    expect(again(cut).report).toBe('wanted');
    expect(again(down)).toMatchObject({ report: 'unavailable', error: { code: 'batch.refused' }, reportError: down });
  });

  it('the errors of a report are cleared once it is here, and the refusal stays', () => {
    const rejected = play(processing, status('VALIDATION_FAILED', '2 invalid')).batch;
    const waiting = play(rejected, begin, { kind: 'report-failed', error: down }).batch;
    expect(waiting).toMatchObject({ error: { code: 'batch.refused' }, reportError: down });
    const kept = play(waiting, begin, reportOn()).batch;
    expect(kept).toMatchObject({ report: 'kept', error: { code: 'batch.refused', params: { reason: '2 invalid' } } });
    expect(kept.reportError).toBeUndefined();
  });
});

describe('after a crash', () => {
  it('after a crash, a batch without an address asks for one again', () => {
    const reserving = play(fresh, begin).batch;
    expect(play(reserving, { kind: 'restarted' }, begin).effects).toEqual([{ kind: 'reserve' }]);
  });

  it('after a crash, a batch goes to the same address when the last block had not left', () => {
    const { batch, effects } = play(uploading, { kind: 'restarted' }, begin);
    expect(batch).toMatchObject({ state: 'uploading', delivery: { batchId: firstId, mayHaveArrived: false } });
    expect(effects).toMatchObject([{ kind: 'upload', delivery: { address } }]);
  });

  it('after a crash, a batch is verified when its last block was about to leave', () => {
    expect(play(uploading, { kind: 'last-block' }, { kind: 'restarted' }).batch).toMatchObject({
      state: 'verifying',
      delivery: { batchId: firstId, mayHaveArrived: true },
    });
  });

  it('after a crash, a processing batch is still followed', () => {
    expect(play(processing, { kind: 'restarted' }, begin).effects).toEqual([{ kind: 'ask-status', batchId: firstId }]);
  });
});

describe('an upload that was interrupted on purpose', () => {
  const interrupted = error('upload.interrupted', {});

  it('an interrupted upload is no failure, and continues at once', () => {
    const { batch } = play(uploading, { kind: 'upload-failed', error: interrupted, bodyComplete: false });
    expect(batch).toMatchObject({ state: 'waiting', notBefore: 0, failures: 0 });
    expect(batch.error).toBeUndefined();
  });

  it('an interrupted upload is verified when its last block had left', () => {
    const { batch } = play(uploading, { kind: 'upload-failed', error: interrupted, bodyComplete: true });
    expect(batch).toMatchObject({ state: 'verifying', notBefore: 0 });
  });
});

describe('an address that would not last', () => {
  const large = { ...fresh, end: 2_000_000_000 };
  const at = (bytesPerSecond: number | undefined) => ({ now: NOW, random: 0.5, bytesPerSecond });
  const granted = (bytesPerSecond: number | undefined) =>
    transition(transition(large, begin, at(bytesPerSecond)).batch, reserved(), at(bytesPerSecond));

  it('an address is not used when the upload would outlast it at the present speed', () => {
    expect(granted(1_000_000)).toMatchObject({
      batch: { state: 'waiting', delivery: { batchId: firstId }, error: { code: 'upload.too-slow' } },
      effects: [],
    });
  });

  it('an address is used at a sufficient speed, and when the speed is unknown', () => {
    expect(granted(3_000_000).effects).toMatchObject([{ kind: 'upload' }]);
    expect(granted(undefined).effects).toMatchObject([{ kind: 'upload' }]);
  });

  it('a slow network costs no further batch id', () => {
    const waiting = granted(1_000_000).batch;
    expect(transition(waiting, begin, at(1_000_000)).effects).toEqual([]);
  });

  it('the address is used when the network becomes faster', () => {
    const waiting = granted(1_000_000).batch;
    expect(transition(waiting, begin, at(10_000_000)).effects).toMatchObject([{ kind: 'upload' }]);
  });

  it('an address is replaced by a new one when too little of its life is left', () => {
    const cutOff = play(large, begin, reserved(), { kind: 'upload-failed', error: cut, bodyComplete: false }).batch;
    const late = { now: NOW + 10 * MINUTE, random: 0.5, bytesPerSecond: 3_000_000 };
    expect(transition(cutOff, begin, late)).toMatchObject({
      batch: { state: 'reserving', abandoned: [firstId] },
      effects: [{ kind: 'reserve' }],
    });
  });
});

describe('the pause before the next step', () => {
  it('the pause before the next step ends at its time', () => {
    expect(pauseOf({ ...fresh, notBefore: NOW + MINUTE }, NOW)).toBe(MINUTE);
    expect(pauseOf({ ...fresh, notBefore: NOW + MINUTE }, NOW + MINUTE)).toBe(0);
  });

  it('a pause does not become hours because the clock was set back', () => {
    expect(pauseOf({ ...fresh, notBefore: NOW + MINUTE }, NOW - 5 * HOUR)).toBe(0);
  });
});

describe('what a retry inherits', () => {
  const mayBeThere = play(uploading, { kind: 'last-block' }).batch;

  it('a retry of a batch cancelled after its last block left inherits id and address', () => {
    const cancelled = play(mayBeThere, { kind: 'cancel' }).batch;
    expect(cancelled.watched).toMatchObject([{ batchId: firstId }]);
    expect(inheritanceOf(cancelled, NOW)).toMatchObject({
      state: 'verifying',
      abandoned: [],
      watched: [],
      delivery: { batchId: firstId, address, mayHaveArrived: true },
    });
  });

  it('a retry of a batch cancelled before its last block left inherits the address', () => {
    const cancelled = play(uploading, { kind: 'cancel' }).batch;
    expect(inheritanceOf(cancelled, NOW)).toMatchObject({
      state: 'waiting',
      delivery: { address, mayHaveArrived: false },
    });
  });

  it('a retry of a batch that the service has given up inherits only the record of the id', () => {
    const ended = play(processing, status('ERROR', 'scan failed')).batch;
    expect(inheritanceOf(ended, NOW)).toMatchObject({ state: 'waiting', abandoned: [firstId] });
  });

  it('a retry of a batch whose fresh address was taken inherits only the record of the id', () => {
    const ended = play(uploading, { kind: 'exists', bodyComplete: false }).batch;
    expect(inheritanceOf(ended, NOW)).toEqual({ state: 'waiting', abandoned: [firstId], watched: [] });
  });
});

describe('an abandoned id under which the file may have arrived', () => {
  const again = play(uploading, { kind: 'last-block' }, { ...refusal, error: expired, addressOver: true }, begin);
  const unproven = { ...again.batch, state: 'unknown' as const };
  const waiting = play(unproven, { kind: 'send-again' }).batch;
  const says = (remoteState?: string): BatchEvent => ({ kind: 'abandoned-status', batchId: firstId, remoteState });

  it('an abandoned id is used again when its file arrived before anything went under a new one', () => {
    const { batch } = play(waiting, says('PENDING_INGESTION'));
    expect(batch).toMatchObject({ state: 'processing', delivery: { batchId: firstId }, abandoned: [], watched: [] });
  });

  it('an abandoned id is used again in the middle of the new upload, which is stopped', () => {
    const { batch, effects } = play(waiting, begin, reserved(secondId), says('PROCESSED'));
    expect(batch).toMatchObject({ report: 'wanted', delivery: { batchId: firstId }, abandoned: [secondId] });
    expect(effects).toEqual([{ kind: 'abort' }]);
  });

  it('an abandoned id is only reported when the new upload may have arrived too', () => {
    const { batch } = play(waiting, begin, reserved(secondId), { kind: 'last-block' }, says('PROCESSED'));
    expect(batch).toMatchObject({
      state: 'uploading',
      delivery: { batchId: secondId },
      watched: [{ batchId: firstId, remoteState: 'PROCESSED', isOver: true }],
    });
    expect(batch.watched[0]?.movedAt).toBeDefined();
  });

  it('VALIDATION_STARTED proves nothing about an abandoned id, which is asked about less often', () => {
    const { batch, now } = play(waiting, ...Array.from({ length: 9 }, () => says('VALIDATION_STARTED')));
    expect(batch).toMatchObject({ state: 'waiting', watched: [{ isOver: false }] });
    expect(batch.watched[0]?.movedAt).toBeUndefined();
    expect(Number(batch.watched[0]?.notBefore) - now).toBe(HOUR);
  });

  it('an abandoned id is no longer watched after a week of questions', () => {
    const days = Array.from({ length: 60 }, () => [says(), { kind: 'wait' as const, ms: 4 * HOUR }]).flat();
    expect(play(waiting, ...days).batch.watched).toMatchObject([{ isOver: true }]);
  });
});

describe('a host that a person must allow first', () => {
  const hold = { kind: 'hold-connection', error: otherHost };
  const held = play(fresh, begin, { ...reserved(), held: otherHost });

  it('holds the connection before anything is begun; the address is kept, and no try is used up', () => {
    expect(held).toMatchObject({
      batch: { state: 'waiting', attempts: 0, failures: 0, error: otherHost, delivery: { batchId: firstId, address } },
      effects: [hold],
    });
  });

  it('gets the file at the same address once it is allowed', () => {
    const { batch, effects } = play(held.batch, begin);
    expect(batch).toMatchObject({ state: 'uploading', attempts: 1, abandoned: [] });
    expect(effects).toMatchObject([{ kind: 'upload', delivery: { batchId: firstId } }]);
  });

  it('is asked for a new address if the old one ended while a person thought about it', () => {
    const { batch, effects } = play(held.batch, { kind: 'wait', ms: HOUR }, begin);
    expect(batch).toMatchObject({ state: 'reserving', abandoned: [firstId], watched: [] });
    expect(effects).toEqual([{ kind: 'reserve' }]);
  });

  it('leaves a batch as it was if the host was taken from the list after the address came', () => {
    const before = play(fresh, begin, reserved(), { kind: 'upload-failed', error: cut, bodyComplete: false }).batch;
    const { batch, effects } = play(before, begin, { kind: 'upload-held', error: otherHost });
    expect(batch).toEqual({ ...before, error: otherHost });
    expect(effects).toEqual([hold]);
  });

  it('leaves a batch that may have arrived where it was: it is neither sent again nor given up', () => {
    const before = play(uploading, { kind: 'last-block' }, { kind: 'upload-failed', error: cut, bodyComplete: true });
    const asked: BatchEvent[] = [begin, { kind: 'status-missing' }];
    const { batch } = play(before.batch, ...asked, begin, { kind: 'upload-held', error: otherHost });
    expect(batch).toMatchObject({ state: 'verifying', abandoned: [], delivery: { batchId: firstId, address } });
    expect(play(batch, { kind: 'wait', ms: HOUR }, begin).effects).toMatchObject([{ kind: 'upload' }]);
  });

  it('at an address that must never be used, asks a person, and for another address afterwards', () => {
    const unsafe = error('upload.unsafe-address', { host: '10.0.0.5', danger: 'leads into a private network' });
    const refusal = { kind: 'refused' as const, error: unsafe, bodyComplete: false, addressOver: true };
    expect(play(fresh, begin, { kind: 'reserve-failed', error: unsafe })).toMatchObject({
      batch: { state: 'waiting', failures: 0 },
      effects: [{ kind: 'hold-connection', error: unsafe }],
    });
    const dropped = play(uploading, refusal);
    expect(dropped).toMatchObject({ batch: { state: 'waiting' }, effects: [{ kind: 'hold-connection' }] });
    expect(play(dropped.batch, begin).effects).toEqual([{ kind: 'reserve' }]);
    const unknown = play(uploading, { kind: 'last-block' }, refusal, begin);
    expect(unknown).toMatchObject({ batch: { state: 'verifying' }, effects: [{ kind: 'ask-status' }] });
  });

  it.each(['report.other-host', 'report.unsafe-address'] as const)(
    'of a report holds nothing else, and the report is still wanted a week later: %s',
    (code) => {
      const reportError = new AppError(code, { ...hosts, danger: '' }).toRecord();
      let { batch } = play(processing, status('VALIDATION_FAILED'));
      for (let hour = 0; hour < 200; hour++) {
        const { batch: next, effects } = play(batch, begin, { kind: 'report-failed', error: reportError });
        expect(effects).toEqual([]);
        batch = next;
      }
      expect(batch).toMatchObject({ report: 'wanted', reportError, failures: 0 });
      expect(pauseOf(batch, NOW + 2 * SECOND)).toBe(HOUR);
      expect(pauseOf(play(batch, { kind: 'restarted' }).batch, NOW)).toBe(0);
    },
  );

  it('of a report is no answer: a batch of which it would be the proof is not sent again', () => {
    const reportError = error('report.other-host', hosts);
    const gone = { kind: 'refused' as const, error: expired, bodyComplete: true, addressOver: true };
    let { batch } = play(uploading, gone);
    const circumstances = (now: number) => ({ now, random: 0.5, onUnknown: 'send-again' as const });
    for (let now = NOW; now < NOW + 10 * HOUR; now += MINUTE) {
      const begun = transition(batch, begin, circumstances(now));
      const asked = transition(begun.batch, { kind: 'status-missing' }, circumstances(now));
      const isReportAsked = asked.effects.some(({ kind }) => kind === 'fetch-report');
      const failure = { kind: 'report-failed' as const, error: reportError };
      batch = isReportAsked ? transition(asked.batch, failure, circumstances(now)).batch : asked.batch;
    }
    expect(batch).toMatchObject({ state: 'verifying', error: reportError, abandoned: [] });
  });
});

describe('any order of events', () => {
  const failure = fc.constantFrom(cut, expired, busy, down, error('auth.forbidden', { endpoint: 'x' }));
  const anyEvent: fc.Arbitrary<BatchEvent> = fc.oneof(
    { arbitrary: fc.constant(begin), weight: 4 },
    fc.uuid().map((id) => reserved(batchIdSchema.parse(id))),
    fc.uuid().map((id): BatchEvent => ({ ...reserved(batchIdSchema.parse(id)), held: otherHost })),
    fc.constantFrom<BatchEvent>(
      { kind: 'accepted' },
      { kind: 'exists', bodyComplete: false },
      { kind: 'restarted' },
      { kind: 'status-missing' },
      { kind: 'upload-held', error: otherHost },
    ),
    fc.constantFrom<BatchEvent>(reportOn(), { kind: 'report-absent' }, { kind: 'cancel' }),
    fc.constantFrom<BatchEvent>(reportOn(1, 3), { ...reportOn(), said: nothingClear }, { kind: 'report-again' }),
    fc.constantFrom<BatchEvent>({ kind: 'last-block' }, { kind: 'send-again' }),
    fc.record({ kind: fc.constant('upload-failed' as const), error: failure, bodyComplete: fc.boolean() }),
    fc.record({
      kind: fc.constant('refused' as const),
      error: fc.constantFrom(expired, refusal.error),
      bodyComplete: fc.boolean(),
      addressOver: fc.boolean(),
    }),
    fc
      .constantFrom('reserve-failed', 'status-failed', 'report-failed')
      .chain((kind) => failure.map((error): BatchEvent => ({ kind, error }) as BatchEvent)),
    fc
      .constantFrom('VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED', 'VALIDATION_FAILED', 'ERROR', 'NEW')
      .map((state) => status(state)),
  );
  const anyStory = fc.array(
    fc.tuple(anyEvent, fc.integer({ min: 0, max: HOUR }), fc.double({ min: 0, max: 0.99, noNaN: true })),
    {
      maxLength: 40,
    },
  );

  /** Every batch on the way of a story, with the event that led to it. */
  function* steps(story: [BatchEvent, number, number][], first: Batch) {
    let batch = first;
    let now = NOW;
    for (const [event, wait, random] of story) {
      now += wait;
      const { batch: next, effects } = transition(batch, event, { now, random });
      yield { before: batch, after: next, effects, event, now };
      batch = next;
    }
  }

  const always = (holds: (step: ReturnType<typeof steps> extends Generator<infer Step> ? Step : never) => void) =>
    fc.assert(
      fc.property(anyStory, fc.boolean(), (story, ingestValid) => {
        for (const step of steps(story, { ...fresh, ingestValid })) holds(step);
      }),
    );

  it('no event leaves a terminal state, unless a person asks once more for a report that says nothing clear', () => {
    always(({ before, after, event }) => {
      if (before.state === 'unreported' && event.kind === 'report-again') expect(nextStep(after)).toBe('report');
      else if (isEndState(before.state)) expect(after.state).toBe(before.state);
    });
  });

  it('no batch is processed that a report has named lines of, or of which none says that it names none', () => {
    always(({ before, after, event }) => {
      if (after.state !== 'processed' || before.state === 'processed') return;
      expect(before.named ?? 0).toBe(0);
      const isClear = event.kind === 'report-kept' && event.said.kind === 'lines' && event.said.rejected.size === 0;
      const hasNone = event.kind === 'report-absent' || (event.kind === 'report-failed' && !before.ingestValid);
      expect(isClear || hasNone).toBe(true);
    });
  });

  it('no batch id is forgotten: a new one comes only after the old one is recorded as abandoned', () => {
    always(({ before, after }) => {
      const old = before.delivery?.batchId;
      if (old !== undefined && after.delivery?.batchId !== old) expect(after.abandoned).toContain(old);
    });
  });

  it('a batch id that may have arrived is given up only by a person, and then watched', () => {
    always(({ before, after, event }) => {
      if (before.delivery?.mayHaveArrived && after.abandoned.length > before.abandoned.length) {
        expect(before.state).toBe('unknown');
        expect(event.kind).toBe('send-again');
        expect(after.watched.map(({ batchId }) => batchId)).toContain(before.delivery.batchId);
      }
    });
  });

  it('only proof counts as arrival', () => {
    const proofs: BatchEvent['kind'][] = ['accepted', 'exists', 'report-kept'];
    always(({ before, after, event }) => {
      if (before.acceptedAt !== undefined || after.acceptedAt === undefined) return;
      if (event.kind === 'status')
        expect(['IN_PROGRESS', 'PROCESSED', 'VALIDATION_FAILED']).toContain(event.remoteState);
      else expect(proofs).toContain(event.kind);
    });
  });

  it('every state that is not terminal has a next step at a known time', () => {
    always(({ after, now }) => {
      const restarted = transition(after, { kind: 'restarted' }, { now, random: 0 }).batch;
      if (!isEndState(after.state)) expect(nextStep(restarted)).toBeDefined();
    });
  });

  it('the intent of every effect is stored before the effect', () => {
    const intents: Record<Effect['kind'], (batch: Batch) => boolean> = {
      reserve: (batch) => batch.state === 'reserving',
      upload: (batch) => batch.state === 'uploading',
      'ask-status': (batch) => ['verifying', 'unknown', 'processing'].includes(batch.state),
      'fetch-report': (batch) => batch.report === 'wanted' || batch.state === 'verifying',
      abort: (batch) => batch.state === 'cancelled',
      'hold-connection': (batch) => batch.error !== undefined,
    };
    always(({ after, effects }) => {
      for (const effect of effects) expect(intents[effect.kind](after)).toBe(true);
    });
  });

  it('a batch can always be stored and read back', () => {
    always(({ after }) => expect(batchSchema.parse(JSON.parse(JSON.stringify(after)))).toEqual(after));
  });
});
