import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import {
  afterBrokenRequest,
  afterFailedRequest,
  afterLook,
  afterReply,
  LONGEST_ABSENCE,
  LONGEST_RUN,
  type Look,
  pauseBefore,
} from '../../src-main/rule-runs/course.ts';
import { AppError, errorCodes } from '../../src-shared/errors.ts';
import { hasEnded } from '../../src-shared/service-shapes.ts';
import { apiReply, notThere, now, replyWith, sampleRun, statusWith, tooMany, unreachable } from './samples.ts';

const asking = sampleRun({ state: 'asking', executionId: undefined, accepted: [] });
const rejected = [{ rule: 'R9', reason: 'not live' }];
const failure = (error: AppError): Look => ({ kind: 'failure', error: error.toRecord() });

describe('the answer to a request', () => {
  it('a reply with an execution id starts the following', () => {
    expect(afterReply(asking, replyWith({ rejected }), now)).toMatchObject({
      state: 'running',
      executionId: 'x-1',
      accepted: ['R1'],
      rejected,
      reply: '{"execution_id":"x-1"}',
    });
  });

  it('a reply that rejects every rule ends the run', () => {
    const reply = replyWith({ executionId: undefined, accepted: [], rejected });
    expect(afterReply(asking, reply, now)).toMatchObject({
      state: 'refused',
      rejected,
      endedAt: now,
      error: undefined,
    });
  });

  it.each([{ accepted: ['R1'] }, { accepted: [] }])('a run without an id to ask by is unknown: %j', ({ accepted }) => {
    const reply = replyWith({ executionId: undefined, accepted });
    expect(afterReply(asking, reply, now)).toMatchObject({ state: 'unknown', error: { code: 'rule-run.no-id' } });
  });
});

describe('a request that failed', () => {
  const cut = new AppError('network.cut', { host: 'api.example.com', reason: 'the other side closed it' });

  it('a failed request ends the run as failed where the service did nothing', () => {
    expect(afterFailedRequest(asking, unreachable(), now)).toMatchObject({
      state: 'failed',
      endedAt: now,
      error: { code: 'network.unreachable' },
    });
  });

  it.each([
    { kind: 'execute', force: false, code: 'rule-run.unanswered' },
    { kind: 'execute', force: true, code: 'rule-run.doubtful' },
    { kind: 'rerun', force: false, code: 'rule-run.doubtful' },
  ] as const)('a failed request may have arrived, and may be repeated or not: %j', ({ kind, force, code }) => {
    expect(afterFailedRequest({ ...asking, kind, force }, cut, now)).toMatchObject({
      state: 'unknown',
      error: { code },
    });
  });

  it('a request was not sent when its turn had not come', () => {
    const waiting = { ...asking, waitsUntil: now + MINUTE };
    expect(afterBrokenRequest(waiting, now)).toMatchObject({
      state: 'stopped',
      waitsUntil: undefined,
      error: { code: 'rule-run.not-asked' },
    });
  });

  it('a request may have been sent when its turn had come', () => {
    expect(afterBrokenRequest(asking, now)).toMatchObject({ state: 'unknown', error: { code: 'rule-run.unanswered' } });
  });
});

describe('a look at how a run gets on', () => {
  const run = sampleRun();

  it('the run shows a status as the service spells it', () => {
    const look: Look = { kind: 'status', status: statusWith('running', 'Warming up') };
    expect(afterLook(run, look, now, undefined)).toMatchObject({ state: 'running', status: 'Warming up' });
  });

  it('the run ends with the service’s last word', () => {
    const done: Look = { kind: 'status', status: statusWith('done', 'COMPLETED') };
    expect(afterLook(run, done, now, undefined)).toMatchObject({ state: 'done', status: 'COMPLETED', endedAt: now });
    const failed: Look = { kind: 'status', status: { ...statusWith('failed', 'ERROR'), message: 'no data' } };
    expect(afterLook(run, failed, now, undefined)).toMatchObject({
      state: 'failed',
      error: { code: 'rule-run.failed', params: { reason: 'no data' } },
    });
  });

  it('a status clears the errors of earlier questions', () => {
    const troubled = { ...run, error: unreachable().toRecord() };
    const look: Look = { kind: 'status', status: statusWith('running') };
    expect(afterLook(troubled, look, now, undefined).error).toBeUndefined();
  });

  it('“not found” means “not there yet” for some minutes', () => {
    expect(afterLook(run, failure(notThere()), now, now - LONGEST_ABSENCE + 1)).toBe(run);
    expect(afterLook(run, failure(notThere()), now, now - LONGEST_ABSENCE)).toMatchObject({
      state: 'unknown',
      error: { code: 'rule-run.missing', params: { minutes: 5 } },
    });
  });

  it('the questions continue after refused credentials, because a person may correct them', () => {
    const refused = new AppError('auth.refused', { reason: 'invalid_client' });
    expect(afterLook(run, failure(refused), now, undefined)).toMatchObject({
      state: 'running',
      error: { code: 'auth.refused' },
    });
    expect(pauseBefore(3, refused.toRecord(), () => 0)).toBe(10 * MINUTE);
  });

  it('the run ends where the service refuses the question itself', () => {
    const refused = new AppError('service.refused', { endpoint: 'GET status', status: 422, reason: 'not an id' });
    expect(afterLook(run, failure(refused), now, undefined)).toMatchObject({
      state: 'unknown',
      error: { code: 'service.refused' },
    });
  });

  it('the question after 24 hours is the last one, unless it brings the end', () => {
    const late = now + LONGEST_RUN;
    const running: Look = { kind: 'status', status: statusWith('running') };
    expect(afterLook(run, running, late - 1, undefined).state).toBe('running');
    expect(afterLook(run, running, late, undefined)).toMatchObject({
      state: 'unknown',
      error: { code: 'rule-run.endless' },
    });
    expect(afterLook(run, failure(unreachable()), late, undefined).state).toBe('unknown');
    expect(afterLook(run, { kind: 'status', status: statusWith('done') }, late, undefined).state).toBe('done');
  });

  it('any reply ends a run or lets it run, and an ended run says when it ended', () => {
    const look: fc.Arbitrary<Look> = fc.oneof(
      fc.record({
        kind: fc.constant('status' as const),
        status: fc.record({
          status: fc.string(),
          outcome: fc.constantFrom('running' as const, 'done' as const, 'failed' as const),
          message: fc.string(),
          reply: fc.string().map(apiReply),
        }),
      }),
      fc.record({
        kind: fc.constant('failure' as const),
        error: fc.record({ code: fc.constantFrom(...errorCodes), params: fc.constant({}), retryable: fc.boolean() }),
      }),
    );
    const age = fc.integer({ min: -HOUR, max: 2 * LONGEST_RUN });
    fc.assert(
      fc.property(look, age, fc.option(age, { nil: undefined }), (found, since, missing) => {
        const next = afterLook(run, found, now + since, missing === undefined ? undefined : now + missing);
        expect(next.state).not.toBe('asking');
        expect(next.endedAt === undefined).toBe(!hasEnded(next));
        if (since >= LONGEST_RUN) expect(hasEnded(next)).toBe(true);
      }),
    );
  });
});

describe('the pause before a look', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const looks = fc.nat({ max: 2000 });

  it('the pause is 2 s before the first question, and then grows', () => {
    const pauses = Array.from({ length: 12 }, (_, index) => pauseBefore(index, undefined, () => 0));
    expect(pauses[0]).toBe(2 * SECOND);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(48 * SECOND);
  });

  it('the pause is from 2 s to a minute, for any random number', () => {
    fc.assert(
      fc.property(looks, random, (index, chance) => {
        const pause = pauseBefore(index, undefined, () => chance);
        expect(pause).toBeGreaterThanOrEqual(2 * SECOND);
        expect(pause).toBeLessThanOrEqual(MINUTE);
      }),
    );
  });

  it('§7 the pause is never shorter than the service asks for', () => {
    fc.assert(
      fc.property(looks, random, fc.nat({ max: 600 }), (index, chance, seconds) => {
        expect(pauseBefore(index, tooMany(seconds).toRecord(), () => chance)).toBeGreaterThanOrEqual(seconds * SECOND);
      }),
    );
  });
});
