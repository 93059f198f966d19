/** @file The observability group reports what the tenant really holds. */

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { ask, post, startTenant, submit, transactionLine } from './requests.ts';

type Tenant = Awaited<ReturnType<typeof startTenant>>;

async function observe(tenant: Tenant, list: string) {
  const reply = await ask(tenant, 'GET', `/api/observability/${list}`);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.body);
}

const dated = (created_at: string, currency: string, amount: number) =>
  transactionLine({ modification: { external_id: randomUUID(), created_at, currency, amount } });

it('the summary adds up single transactions by day and currency, the last day first', async () => {
  const tenant = await startTenant();
  await post(tenant, dated('2026-01-02T10:00:00', 'EUR', 0.1));
  await post(tenant, dated('2026-01-02T23:59:59', 'EUR', 0.2));
  await post(tenant, dated('2026-01-03T00:00:00', 'CHF', 1));
  expect(await observe(tenant, 'transactions/summary')).toEqual({
    transactions: [
      { day: '2026-01-03', currency: 'CHF', transactions: 1, amount: 1, source: 'SINGLE' },
      { day: '2026-01-02', currency: 'EUR', transactions: 2, amount: 0.3, source: 'SINGLE' },
    ],
  });
});

it('the summary counts the ingested batches by the day of their arrival', async () => {
  const tenant = await startTenant({ clock: new FakeClock() });
  await submit(tenant, `${transactionLine()}${transactionLine()}[]\n`, { reject_on_invalid: false });
  await submit(tenant, '[]\n');
  expect(await observe(tenant, 'transactions/summary')).toEqual({
    transactions: [{ day: '2026-01-05', currency: null, transactions: 2, amount: null, source: 'BATCH' }],
  });
});

it('the batches are listed with their states, newest first', async () => {
  const tenant = await startTenant({ clock: new FakeClock() });
  const good = await submit(tenant, transactionLine());
  const bad = await submit(tenant, '[]\n');
  expect(await observe(tenant, 'batches')).toMatchObject({
    batches: [
      { batch_id: bad.batchId, status: 'VALIDATION_FAILED', transactions: 1, invalid_transactions: 1 },
      { batch_id: good.batchId, status: 'PROCESSED', error_message: '', received_at: '2026-01-05T09:00:00.000Z' },
    ],
  });
});

it('the rule executions are listed with their dates and states', async () => {
  const tenant = await startTenant({ clock: new FakeClock(), pace: 1000 });
  const body = '{"execution_date":"2026-01-02","rule_ids":["R-101","R-102"]}';
  const { execution_id } = JSON.parse((await ask(tenant, 'POST', '/api/rules/execute', { body })).body);
  expect(await observe(tenant, 'rules/executions')).toEqual({
    executions: [
      {
        execution_id,
        kind: 'EXECUTE',
        execution_date: '2026-01-02',
        status: 'PENDING',
        rules: 2,
        started_at: '2026-01-05T09:00:00.000Z',
      },
    ],
  });
});

it('the exports are the reports', async () => {
  const tenant = await startTenant();
  await submit(tenant, transactionLine());
  const { batchId } = await submit(tenant, '[]\n[]\n');
  expect(await observe(tenant, 'exports')).toMatchObject({
    exports: [{ kind: 'VALIDATION_REPORT', batch_id: batchId, transactions: 2 }],
  });
});

it('a list that does not exist is not found', async () => {
  expect((await ask(await startTenant(), 'GET', '/api/observability/else')).status).toBe(404);
});
