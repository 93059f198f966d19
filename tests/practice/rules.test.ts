/** @file Rules: which of them run for a day, the course of their execution, and their schedule. */

import { describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { ask, startTenant } from './requests.ts';

type Tenant = Awaited<ReturnType<typeof startTenant>>;

/** A Monday that is the first of a month, and the day after. The clock of the tests is at 2026-01-05, a Monday. */
const [MONDAY_THE_FIRST, TUESDAY] = ['2025-12-01', '2025-12-02'];
const LIVE = ['R-101', 'R-102', 'R-103', 'R-201', 'R-301'];

async function run(tenant: Tenant, kind: 'execute' | 'rerun', request: Readonly<Record<string, unknown>> | string) {
  const body = typeof request === 'string' ? request : JSON.stringify(request);
  const reply = await ask(tenant, 'POST', `/api/rules/${kind}`, { body });
  return { status: reply.status, ...JSON.parse(reply.body) };
}

async function statusOf(tenant: Tenant, executionId: string) {
  const reply = await ask(tenant, 'GET', `/api/rules/status/${executionId}`);
  return { httpStatus: reply.status, ...JSON.parse(reply.body) };
}

describe('§4 row 8 execute', () => {
  it('execute runs all rules that are due, and says why it does not run the others', async () => {
    const tenant = await startTenant();
    expect(await run(tenant, 'execute', { execution_date: TUESDAY })).toEqual({
      status: 200,
      execution_id: expect.any(String),
      accepted_rules: ['R-101', 'R-102', 'R-103'],
      rejected_rules: [
        { rule_id: 'R-201', reason: `The rule is not scheduled for ${TUESDAY}.` },
        { rule_id: 'R-301', reason: `The rule is not scheduled for ${TUESDAY}.` },
        { rule_id: 'R-901', reason: 'The rule is not live.' },
      ],
    });
  });

  it('execute runs weekly rules on Mondays and monthly ones on the first', async () => {
    const { accepted_rules } = await run(await startTenant(), 'execute', { execution_date: MONDAY_THE_FIRST });
    expect(accepted_rules).toEqual(LIVE);
  });

  it('execute runs only the given rules', async () => {
    const request = { execution_date: TUESDAY, rule_ids: ['R-102', 'R-000', 'R-102'] };
    expect(await run(await startTenant(), 'execute', request)).toMatchObject({
      accepted_rules: ['R-102'],
      rejected_rules: [{ rule_id: 'R-000', reason: 'The rule is unknown.' }],
    });
  });

  it('execute does not run a rule twice for a day, and has no execution when nothing runs', async () => {
    const tenant = await startTenant();
    const request = { execution_date: TUESDAY, rule_ids: ['R-101'] };
    await run(tenant, 'execute', request);
    expect(await run(tenant, 'execute', request)).toMatchObject({
      execution_id: null,
      accepted_rules: [],
      rejected_rules: [{ rule_id: 'R-101', reason: `The rule has already run for ${TUESDAY}.` }],
    });
  });

  it('execute runs a rule for another day', async () => {
    const tenant = await startTenant();
    await run(tenant, 'execute', { execution_date: TUESDAY, rule_ids: ['R-101'] });
    const other = await run(tenant, 'execute', { execution_date: MONDAY_THE_FIRST, rule_ids: ['R-101'] });
    expect(other.accepted_rules).toEqual(['R-101']);
  });

  it('execute runs a rule twice when it is forced to, but not against its schedule', async () => {
    const tenant = await startTenant();
    const request = { execution_date: TUESDAY, rule_ids: ['R-101', 'R-201'], force: true };
    await run(tenant, 'execute', request);
    expect(await run(tenant, 'execute', request)).toMatchObject({
      accepted_rules: ['R-101'],
      rejected_rules: [{ rule_id: 'R-201' }],
    });
  });

  it.each([
    ['no JSON', '{', ['body']],
    ['no date', {}, ['body', 'execution_date']],
    ['a date that does not exist', { execution_date: '2025-02-30' }, ['body', 'execution_date']],
    ['rules that are no list', { execution_date: TUESDAY, rule_ids: 'R-101' }, ['body', 'rule_ids']],
    ['a force that is neither true nor false', { execution_date: TUESDAY, force: 'yes' }, ['body', 'force']],
  ])('execute replies 422 to %s', async (_, request, loc) => {
    expect(await run(await startTenant(), 'execute', request)).toMatchObject({ status: 422, detail: [{ loc }] });
  });
});

describe('§4 row 7 rerun', () => {
  it.each([
    ['yesterday', '2026-01-04', 200],
    ['30 days back', '2025-12-06', 200],
    ['31 days back', '2025-12-05', 422],
    ['today', '2026-01-05', 422],
  ])('a rerun of %s is answered %s %i', async (_, execution_date, status) => {
    const tenant = await startTenant({ clock: new FakeClock() });
    expect((await run(tenant, 'rerun', { execution_date })).status).toBe(status);
  });

  it('a rerun needs force too, for a day for which the rule has run', async () => {
    const tenant = await startTenant({ clock: new FakeClock() });
    const request = { execution_date: '2026-01-04', rule_ids: ['R-101'] };
    await run(tenant, 'execute', request);
    expect((await run(tenant, 'rerun', request)).accepted_rules).toEqual([]);
    expect((await run(tenant, 'rerun', { ...request, force: true })).accepted_rules).toEqual(['R-101']);
  });
});

describe('§4 row 9 status', () => {
  it('an execution reaches COMPLETED at the pace of the tenant', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, pace: 1000 });
    const { execution_id } = await run(tenant, 'execute', { execution_date: TUESDAY, rule_ids: ['R-101'] });
    const seen: string[] = [];
    for (const passed of [0, 999, 1, 999, 1]) {
      clock.set(clock.now() + passed);
      seen.push((await statusOf(tenant, execution_id)).status);
    }
    expect(seen).toEqual(['PENDING', 'PENDING', 'RUNNING', 'RUNNING', 'COMPLETED']);
  });

  it('an execution counts alerts once it is completed', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, pace: 1000 });
    const { execution_id } = await run(tenant, 'execute', { execution_date: TUESDAY, rule_ids: ['R-101', 'R-102'] });
    expect((await statusOf(tenant, execution_id)).rules).toMatchObject([{ alerts: null }, { alerts: null }]);
    clock.set(clock.now() + 2000);
    expect(await statusOf(tenant, execution_id)).toEqual({
      httpStatus: 200,
      execution_id,
      execution_date: TUESDAY,
      status: 'COMPLETED',
      message: '',
      rules: [
        { rule_id: 'R-101', alerts: expect.any(Number) },
        { rule_id: 'R-102', alerts: expect.any(Number) },
      ],
    });
  });

  it('an execution that never existed gets 404', async () => {
    expect(await statusOf(await startTenant(), 'R-101')).toMatchObject({ httpStatus: 404 });
  });
});

it('§4 row 10 schedule lists the live rules and when they run next', async () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 6, 9));
  const reply = await ask(await startTenant({ clock }), 'GET', '/api/rules/schedule');
  const { rules } = JSON.parse(reply.body);
  expect(rules.map((rule: { rule_id: string }) => rule.rule_id)).toEqual(LIVE);
  expect(rules).toContainEqual({
    rule_id: 'R-201',
    name: 'Dormant customer awakes',
    schedule: 'WEEKLY',
    runs_on: 'Monday',
    next_execution_date: '2026-01-12',
  });
  expect(rules[0]).toMatchObject({ schedule: 'DAILY', next_execution_date: '2026-01-06' });
  expect(rules[4]).toMatchObject({ schedule: 'MONTHLY', next_execution_date: '2026-02-01' });
});
