/** @file POST /event/transaction/v3: what it accepts, refuses and keeps. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SingleTransactions } from '../../src-main/practice/single-transactions.ts';
import { FakeClock } from '../fake-clock.ts';
import { post, send, signIn, startTenant, transactionLine } from './requests.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A transaction of this modification. */
const withModification = (modification: Readonly<Record<string, unknown>>, more = {}) =>
  transactionLine({ modification: { external_id: randomUUID(), ...modification }, ...more });

describe('a single transaction', () => {
  it('§4 row 6 a single transaction is answered with its identifiers and one of the service', async () => {
    const [request_uuid, transaction_external_id, external_id] = [randomUUID(), randomUUID(), randomUUID()];
    const line = withModification({ external_id }, { request_uuid, transaction_external_id });
    const reply = await post(await startTenant(), line);
    expect(reply.status).toBe(201);
    expect(JSON.parse(reply.body)).toEqual({
      transaction_id: expect.stringMatching(UUID),
      status: 'ACCEPTED',
      request_uuid,
      transaction_external_id,
      modification_external_id: external_id,
    });
  });

  it('a single transaction is kept as it came, byte by byte', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock });
    const external_id = randomUUID();
    const body = `  ${withModification({ external_id }, { payment_type: 'Überweisung' })}\n`;
    await post(tenant, body);
    expect(tenant.transactions()).toEqual([{ modificationId: external_id, body, times: 1, at: clock.now() }]);
  });

  it('a single transaction overwrites an earlier one of the same modification id, in any letter case', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock });
    const external_id = randomUUID();
    const first = await post(tenant, withModification({ external_id }));
    clock.set(clock.now() + 1000);
    const body = withModification({ external_id: external_id.toUpperCase(), amount: 2 });
    const second = await post(tenant, body);
    expect(second.status).toBe(200);
    expect(JSON.parse(second.body).transaction_id).toBe(JSON.parse(first.body).transaction_id);
    expect(tenant.transactions()).toMatchObject([{ body, times: 2, at: clock.now() }]);
  });

  it.each([
    ['half a JSON text', '{"request_uuid":'],
    ['nothing', ''],
    ['what is not UTF-8', Buffer.concat([Buffer.from('{"payment_type":"'), Buffer.from([0xff]), Buffer.from('"}')])],
  ])('a single transaction gets 400 when it is %s', async (_, body) => {
    const tenant = await startTenant();
    const reply = await post(tenant, body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toEqual({ message: expect.any(String) });
    expect(tenant.transactions()).toEqual([]);
  });

  it('§5.5 a single transaction gets 400 when its header does not declare JSON', async () => {
    const tenant = await startTenant();
    const headers = { Authorization: `Bearer ${await signIn(tenant)}`, 'Content-Type': 'text/plain' };
    const reply = await send('POST', `${tenant.baseUrl}/event/transaction/v3`, headers, transactionLine());
    expect(reply.status).toBe(400);
  });

  it('a single transaction gets 413 when it is larger than 1 MiB', async () => {
    const reply = await post(await startTenant(), transactionLine({ payment_type: 'x'.repeat(1024 * 1024) }));
    expect(reply.status).toBe(413);
  });

  it.each([
    ['that is no object', '[]', ['body'], 'not_an_object'],
    [
      '§2.4 without a modification',
      transactionLine({ modification: undefined }),
      ['body', 'modification'],
      'missing_field',
    ],
    [
      '§2.3 with an entity in both forms',
      transactionLine({ receiver: { by_external_id: 'a', external_entity_type: 'unknown', unknown: {} } }),
      ['body', 'receiver', 'by_external_id'],
      'entity_both_forms',
    ],
  ])('%s gets 422 with the position of each fault', async (_, body, loc, type) => {
    const tenant = await startTenant();
    const reply = await post(tenant, body);
    expect(reply.status).toBe(422);
    const { detail } = JSON.parse(reply.body);
    expect(detail).toContainEqual({ loc, msg: expect.stringMatching(/\w/), type });
    expect(tenant.transactions()).toEqual([]);
  });

  it('§2.2 a single transaction must name an onboarded entity', async () => {
    const tenant = await startTenant({ onboarded: new Set(['somebody-else']) });
    expect((await post(tenant, transactionLine())).status).toBe(422);
  });
});

it('the tenant keeps 100,000 transactions, and forgets the oldest ones', () => {
  const transactions = new SingleTransactions(new FakeClock(), undefined);
  const sender = { by_external_id: 'c' };
  const idOf = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`;
  for (let number = 0; number < 100_002; number += 1) {
    const transaction = { sender, receiver: sender, modification: { external_id: idOf(number) } };
    transactions.receive(Buffer.from(JSON.stringify(transaction)));
  }
  expect(transactions.all).toHaveLength(100_000);
  expect(transactions.all[0]?.modificationId).toBe(idOf(2));
});
