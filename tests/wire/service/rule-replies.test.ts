import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, readRuleRun, readRuleRunStatus } from '../../../src-main/wire/service/rule-replies.ts';
import { SIGNED } from './fixtures.ts';

const RUN = '3f2b8c1e-7a4d-4e0b-9c55-0d6a1b2c3d4e';
const OTHER = '11111111-2222-3333-4444-555555555555';

/** JSON with meaningful names at any place, and every kind of value behind them. */
const anyReply = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, '', ' ', 0, -1, RUN, SIGNED, '__proto__'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'execution_id',
        'id',
        'accepted_rules',
        'rejected_rules',
        'rule',
        'reason',
        'status',
        '__proto__',
      ),
      tie('value'),
    ),
  ),
})).value;

describe('the reply of execute and rerun', () => {
  it('§4 row 8 the reply of execute is read with the documented names', () => {
    const reply = {
      execution_id: RUN,
      accepted_rules: ['velocity', 'structuring'],
      rejected_rules: [{ rule_id: 'sanctions', reason: 'not live' }],
    };
    expect(readRuleRun(reply)).toEqual({
      executionId: RUN,
      accepted: ['velocity', 'structuring'],
      rejected: [{ rule: 'sanctions', reason: 'not live' }],
    });
  });

  it.each<[string, unknown]>([
    ['camel case', { executionId: RUN }],
    ['another spelling', { 'Execution-ID': RUN }],
    ['a run id', { run_id: RUN }],
    ['a plain id', { id: RUN }],
    ['a wrapper', { data: { execution: { id: RUN } } }],
    ['an unknown name', { reference: `Run ${RUN} has begun` }],
    ['a list around it', [{ execution_id: RUN }]],
    ['the text alone', RUN],
    ['the ids of rules before it', { accepted_rules: [{ id: OTHER }], id: RUN }],
    ['a UUID before it', { request: OTHER, execution_id: RUN }],
  ])('§4 row 8 the execution id is read with %s', (_, reply) => {
    expect(readRuleRun(reply).executionId).toBe(RUN);
  });

  it('§4 row 8 an execution id may be no UUID', () => {
    expect(readRuleRun({ execution_id: 4711 }).executionId).toBe('4711');
  });

  it('§4 row 8 a reply without an execution id takes none from the rules', () => {
    expect(readRuleRun({ accepted_rules: [{ id: OTHER }], rejected: { [OTHER]: OTHER } }).executionId).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a list of words', ['a', 'b']],
    ['a list of objects', [{ rule_id: 'a' }, { ruleId: 'b' }]],
    ['objects with a name and more', [{ name: 'a', live: true }, { id: 'b' }]],
    ['a map', { a: {}, b: {} }],
    ['things that are no rules between them', ['a', null, [], {}, 'b']],
  ])('§4 row 8 the accepted rules of %s are read', (_, accepted_rules) => {
    expect(readRuleRun({ accepted_rules }).accepted).toEqual(['a', 'b']);
  });

  it.each<[string, unknown, string]>([
    ['a list of objects', [{ rule_id: 'a', reason: 'not live' }], 'not live'],
    ['objects with a message', [{ rule: 'a', message: 'not live' }], 'not live'],
    ['several reasons', [{ rule: 'a', reasons: ['not live', 'not scheduled'] }], 'not live; not scheduled'],
    ['a list of words', ['a'], ''],
    ['a map of words', { a: 'not live' }, 'not live'],
    ['a map of objects', { a: { reason: 'not live' } }, 'not live'],
    ['a map of lists', { a: ['not live'] }, 'not live'],
    ['a map of nothing', { a: null }, ''],
  ])('§4 row 8 the rejected rules of %s are read', (_, rejected_rules, reason) => {
    expect(readRuleRun({ rejected_rules }).rejected).toEqual([{ rule: 'a', reason }]);
  });

  it('a reason holds no secret', () => {
    const { rejected } = readRuleRun({ rejected_rules: { a: `see ${SIGNED}` } });
    expect(JSON.stringify(rejected)).not.toContain('canary');
  });

  it('reading a reply of execute never throws and always has the same shape, for any JSON', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        const { executionId, accepted, rejected } = readRuleRun(reply);
        expect(['string', 'undefined']).toContain(typeof executionId);
        expect(accepted.every((rule) => typeof rule === 'string' && rule !== '')).toBe(true);
        expect(rejected.every(({ rule, reason }) => typeof rule === 'string' && typeof reason === 'string')).toBe(true);
      }),
    );
  });
});

describe('the reply of status', () => {
  it.each<[string, unknown]>([
    ['status', { status: 'RUNNING', message: 'half of it' }],
    ['state', { state: 'RUNNING', detail: 'half of it' }],
    ['another spelling', { executionStatus: 'RUNNING', errorMessage: 'half of it' }],
    ['a wrapper', { data: { status: 'RUNNING', message: 'half of it' } }],
    ['the rules with theirs before it', { rules: [{ status: 'DONE' }], status: 'RUNNING', reason: 'half of it' }],
    ['an object in its place', { status: { state: 'RUNNING' }, message: ' half of it ' }],
  ])('§4 row 9 the reply of status is read with %s', (_, reply) => {
    expect(readRuleRunStatus(reply)).toEqual({ status: 'RUNNING', outcome: 'running', message: 'half of it' });
  });

  it('§4 row 9 the reply of status may be a single word', () => {
    expect(readRuleRunStatus('COMPLETED')).toEqual({ status: 'COMPLETED', outcome: 'done', message: '' });
  });

  it('§4 row 9 a reply without a status means still running', () => {
    expect(readRuleRunStatus({ execution_id: RUN })).toEqual({ status: '', outcome: 'running', message: '' });
  });

  it('the message of a status holds no secret', () => {
    expect(readRuleRunStatus({ status: 'FAILED', message: `see ${SIGNED}` }).message).not.toContain('canary');
  });

  it('reading a reply of status never throws and always has the same shape, for any JSON', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        const { status, outcome, message } = readRuleRunStatus(reply);
        expect([typeof status, typeof message]).toEqual(['string', 'string']);
        expect(['running', 'done', 'failed']).toContain(outcome);
      }),
    );
  });
});

describe('a status word', () => {
  it.each([
    ...['COMPLETED', 'complete', 'Done', 'SUCCESS', 'Succeeded', 'FINISHED', 'PROCESSED', 'executed_successfully'],
  ])('the status word %s means done', (word) => {
    expect(outcomeOf(word)).toBe('done');
  });

  it.each([
    ...['FAILED', 'failure', 'ERROR', 'Aborted', 'CANCELLED', 'canceled', 'timed out', 'COMPLETED_WITH_ERRORS'],
  ])('the status word %s means failed', (word) => {
    expect(outcomeOf(word)).toBe('failed');
  });

  it.each([
    ...[
      'RUNNING',
      'IN_PROGRESS',
      'inProgress',
      'QUEUED',
      'NOT_COMPLETED',
      'PARTIALLY_COMPLETED',
      'INCOMPLETE',
      'WARP',
      '',
    ],
  ])('the status word “%s” means still running', (word) => {
    expect(outcomeOf(word)).toBe('running');
  });
});
