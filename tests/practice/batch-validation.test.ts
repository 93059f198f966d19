/** @file The validation of a batch, seen through its report. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedIdentifiers } from '../../src-main/practice/shared-identifiers.ts';
import type { PracticeOptions } from '../../src-main/practice/tenant.ts';
import { put, reportAddress, reserve, send, startTenant, submit, transactionLine } from './requests.ts';

interface ReportEntry {
  line: number;
  modification_external_id: string | null;
  request_uuid: string | null;
  errors: { code: string; field: string; message: string }[];
}

/** The report on a batch with this content, empty when there is none. */
async function reportOf(content: string, options: PracticeOptions = {}): Promise<ReportEntry[]> {
  const tenant = await startTenant(options);
  const { batchId } = await submit(tenant, content);
  const url = await reportAddress(tenant, batchId);
  if (url === undefined) return [];
  const { body } = await send('GET', url);
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The faults of one line, as `code field`. */
async function faultsIn(line: string, options: PracticeOptions = {}): Promise<string[]> {
  const [entry] = await reportOf(line, options);
  return entry?.errors.map(({ code, field }) => `${code} ${field}`.trimEnd()) ?? [];
}

const withModification = (fields: object) =>
  transactionLine({ modification: { external_id: randomUUID(), ...fields } });
const unknown = {
  external_entity_type: 'unknown',
  unknown: { external_id: randomUUID(), full_name: 'Łucja', risk_assessment: 'LOW' },
};
const { full_name: _, ...nameless } = unknown.unknown;

describe('A transaction', () => {
  it.each([
    ['with the few fields it must have', transactionLine()],
    ['with an unknown receiver', transactionLine({ receiver: unknown })],
    ['with an unknown sender', transactionLine({ sender: unknown })],
    ['with an unknown entity without a name', transactionLine({ receiver: { ...unknown, unknown: nameless } })],
    ['with an upper-case UUID', transactionLine({ request_uuid: randomUUID().toUpperCase() })],
    ['with a fraction of a second', withModification({ created_at: '2024-02-29T23:59:59.123456' })],
    ['with amounts', withModification({ amount: 1, monitoring_amount: -2.5, original_amount: 1e300 })],
    ['with unknown fields', transactionLine({ comment: 'hello' })],
    ['after a byte order mark', `\uFEFF${transactionLine()}`],
    ['before CR LF', transactionLine().replace('\n', '\r\n')],
    ['without a newline at the end', transactionLine().trimEnd()],
  ])('§2.2 a transaction is valid %s', async (__, line) => {
    expect(await faultsIn(line)).toEqual([]);
  });

  it.each([
    ['BLANK_LINE', '\n'],
    ['BLANK_LINE', '  \r\n'],
    ['INVALID_JSON', '{"request_uuid":\n'],
    ['NOT_AN_OBJECT', '[]\n'],
    ['NOT_AN_OBJECT', 'null\n'],
    ['MISSING_FIELD modification', transactionLine({ modification: undefined })],
    ['MISSING_FIELD modification.external_id', transactionLine({ modification: {} })],
    ['MISSING_FIELD receiver', transactionLine({ receiver: undefined })],
    ['INVALID_TYPE sender', transactionLine({ sender: null })],
    ['INVALID_TYPE payment_method', transactionLine({ payment_method: 1 })],
    ['INVALID_TYPE additional_fields', transactionLine({ additional_fields: [] })],
    ['INVALID_TYPE modification.amount', withModification({ amount: '1' })],
    ['INVALID_FORMAT request_uuid', transactionLine({ request_uuid: '1' })],
    ['INVALID_FORMAT payment_source_country', transactionLine({ payment_source_country: 'de' })],
    ['INVALID_FORMAT payment_target_country', transactionLine({ payment_target_country: 'DEU' })],
    ['INVALID_FORMAT modification.currency', withModification({ currency: 'eur' })],
    ['INVALID_FORMAT modification.created_at', withModification({ created_at: '2023-02-29T00:00:00' })],
    ['INVALID_FORMAT modification.created_at', withModification({ created_at: '2023-02-28T00:00:00Z' })],
    ['INVALID_FORMAT sender.by_external_id', transactionLine({ sender: { by_external_id: '' } })],
  ])('§2.2 a transaction is refused as %s: %s', async (fault, line) => {
    expect(await faultsIn(line)).toEqual([fault]);
  });

  it('§2.1.1 a transaction is refused when it is not UTF-8', async () => {
    const tenant = await startTenant();
    const { url, batch_id } = await reserve(tenant);
    await put(url, Buffer.from(transactionLine({ payment_method: 'Über' }), 'latin1'));
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'VALIDATION_FAILED', invalidLines: 1 });
  });
});

describe('An entity', () => {
  const known = { by_external_id: 'customer-3' };

  it('§2.6.3 an entity in both forms gets conflicting messages', async () => {
    const [entry] = await reportOf(transactionLine({ receiver: { ...known, ...unknown } }));
    expect(entry?.errors).toEqual([
      { code: 'ENTITY_BOTH_FORMS', field: 'receiver.by_external_id', message: expect.any(String) },
      { code: 'ENTITY_BOTH_FORMS', field: 'receiver.external_entity_type', message: expect.any(String) },
    ]);
  });

  it.each([
    ['ENTITY_NO_FORM receiver', {}],
    ['ENTITY_UNKNOWN_DETAILS receiver.unknown', { external_entity_type: 'unknown' }],
    ['ENTITY_UNKNOWN_DETAILS receiver.external_entity_type', { unknown: unknown.unknown }],
    [
      'ENTITY_UNKNOWN_DETAILS receiver.unknown.external_id',
      { ...unknown, unknown: { ...unknown.unknown, external_id: undefined } },
    ],
    [
      'ENTITY_UNKNOWN_DETAILS receiver.unknown.risk_assessment',
      { ...unknown, unknown: { ...unknown.unknown, risk_assessment: undefined } },
    ],
    ['INVALID_FORMAT receiver.unknown.external_id', { ...unknown, unknown: { ...unknown.unknown, external_id: '7' } }],
  ])('§2.6.3 an entity is refused as %s', async (fault, receiver) => {
    expect(await faultsIn(transactionLine({ receiver }))).toEqual([fault]);
  });

  it.each(['sending_partner', 'receiving_partner'])('§2.3 an entity is judged in the role of %s too', async (role) => {
    expect(await faultsIn(transactionLine({ [role]: {} }))).toEqual([`ENTITY_NO_FORM ${role}`]);
  });

  it('§2.2 entities that are unknown on both sides leave no main entity', async () => {
    expect(await faultsIn(transactionLine({ sender: unknown, receiver: unknown }))).toEqual(['MAIN_ENTITY_NOT_KNOWN']);
  });

  it('§2.6.3 an entity must be onboarded when the tenant has a list', async () => {
    const faults = await faultsIn(transactionLine(), { onboarded: new Set(['customer-1']) });
    expect(faults).toEqual(['ENTITY_NOT_ONBOARDED receiver.by_external_id']);
  });
});

describe('A modification identifier', () => {
  const DUPLICATE = 'DUPLICATE_MODIFICATION_ID';
  const sharing = (external_id: string) => transactionLine({ modification: { external_id } });

  it('§2.6.2 a shared modification identifier marks all its transactions, to the end of the batch', async () => {
    const [pair, group] = [randomUUID(), randomUUID()];
    const content = [
      sharing(group),
      transactionLine(),
      sharing(pair),
      sharing(group),
      transactionLine(),
      sharing(group.toUpperCase()),
      sharing(pair),
    ].join('');
    const report = await reportOf(content);
    expect(report.map(({ line, errors }) => [line, errors.map(({ code }) => code)])).toEqual(
      [1, 3, 4, 6, 7].map((line) => [line, [DUPLICATE]]),
    );
  });

  it('§2.6.2 a shared modification identifier is reported beside other faults of the transaction', async () => {
    const shared = randomUUID();
    const content = sharing(shared) + transactionLine({ request_uuid: 1, modification: { external_id: shared } });
    const report = await reportOf(content);
    expect(report.map(({ errors }) => errors.length)).toEqual([1, 2]);
  });

  it('§2.6.2 a shared modification identifier is found at any positions, for any number', () => {
    const identifiers = fc.array(fc.oneof(fc.constantFrom('a', 'b', randomUUID()), fc.uuid()), { maxLength: 3000 });
    fc.assert(
      fc.property(identifiers, (ids) => {
        const table = new SharedIdentifiers();
        for (const [index, id] of ids.entries()) table.add(id, index + 1);
        const lines = Map.groupBy(ids.keys(), (index) => ids[index]);
        const expected = [...lines.values()].filter((group) => group.length > 1).flat();
        expect([...table.sharers].sort((a, b) => a - b)).toEqual(
          expected.map((index) => index + 1).sort((a, b) => a - b),
        );
      }),
      { numRuns: 30 },
    );
  });
});

it('the report names line, modification and request', async () => {
  const [request_uuid, external_id] = [randomUUID(), randomUUID()];
  const line = transactionLine({ request_uuid, modification: { external_id }, receiver: {} });
  expect(await reportOf(`${transactionLine()}${line}{\n`)).toMatchObject([
    { line: 2, modification_external_id: external_id, request_uuid },
    { line: 3, modification_external_id: null, request_uuid: null },
  ]);
});

it('§2.1.1 lines are read whole, across the blocks of a large batch', async () => {
  const tenant = await startTenant();
  const padded = (length: number) => transactionLine({ additional_fields: { note: 'é'.repeat(length) } });
  const content = Array.from({ length: 60 }, (__, index) => padded(index * 1000)).join('');
  const batch = await submit(tenant, content);
  expect(batch).toMatchObject({ state: 'PROCESSED', lines: 60, invalidLines: 0 });
});
