import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchIdSchema,
  readBatchStatus,
  readUploadReservation,
  readValidationResult,
} from '../../../src-main/wire/service/wire.ts';
import { BATCH, SIGNED } from './fixtures.ts';

const OTHER = '11111111-2222-3333-4444-555555555555';

describe('the reply of generate-upload-url', () => {
  it.each([
    ['the documented names', { url: SIGNED, batch_id: BATCH }],
    ['other usual names', { uploadUrl: SIGNED, batchId: BATCH }],
    ['snake case and a plain id', { upload_url: SIGNED, id: BATCH }],
    ['a wrapper', { data: { presigned_url: SIGNED, uuid: BATCH } }],
    ['unknown names', { where: [SIGNED], what: BATCH }],
    ['a named address after another one', { help: 'https://docs.example.com', url: SIGNED, batch_id: BATCH }],
    ['a named batch id after another UUID', { request: OTHER, url: SIGNED, batch_id: BATCH }],
    ['an id that is none', { url: SIGNED, id: '17', reference: BATCH }],
    ['a UUID in a sentence', { url: SIGNED, note: `Batch ${BATCH} is ready` }],
    ['fields to be ignored', { url: SIGNED, batch_id: BATCH, ttl: 900, tags: [null, true] }],
  ])('§4 the reply of generate-upload-url is read with %s', (_, reply) => {
    expect(readUploadReservation(reply)).toEqual({ url: SIGNED, batchId: BATCH });
  });

  it('§4 the UUID of the object key is not taken for the batch id', () => {
    const url = `https://bucket.example.com/${OTHER}?X-Amz-Signature=1`;
    expect(readUploadReservation({ link: url, batch: BATCH })?.batchId).toBe(BATCH);
  });

  it('§4 the signed address is kept character by character', () => {
    const url = 'https://Bucket.example.com:443/a%2fb/../c?X-Amz-Signature=a%2Bb&x=ü';
    expect(readUploadReservation({ url, batch_id: BATCH })?.url).toBe(url);
  });

  it.each([
    ['no address', { batch_id: BATCH }],
    ['an address of another kind', { url: 'ftp://host/file', batch_id: BATCH }],
    ['no UUID', { url: SIGNED, batch_id: 'b-1' }],
    ['a batch id that is none, beside the UUID of the request', { url: SIGNED, batch_id: 7, request_id: OTHER }],
    ['only the UUID of the request', { url: SIGNED, requestId: OTHER }],
    ['two batch ids', { url: SIGNED, batch_id: BATCH, batchId: OTHER }],
    ['a UUID only inside the address', { url: `https://bucket.example.com/${BATCH}` }],
    ['nothing', null],
  ])('a reply of generate-upload-url with %s is not understood', (_, reply) => {
    expect(readUploadReservation(reply)).toBeUndefined();
  });

  it('reading a reply of generate-upload-url never throws, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (reply) => {
        readUploadReservation(reply);
        readValidationResult(reply, BATCH);
        readBatchStatus(reply, BATCH);
      }),
    );
  });
});

describe('the status record', () => {
  it('§2.5 the status record gives the batch id, the status and the message', () => {
    const record = { batch_id: BATCH, status: 'ERROR', error_message: 'broken' };
    expect(readBatchStatus(record, BATCH)).toEqual({ batchId: BATCH, status: 'ERROR', errorMessage: 'broken' });
  });

  it.each([
    ['missing', {}],
    ['null', { error_message: null }],
    ['empty', { error_message: '' }],
  ])('§2.5 a message that is %s means no error', (_, more) => {
    expect(readBatchStatus({ batch_id: BATCH, status: 'PROCESSED', ...more }, BATCH)?.errorMessage).toBe('');
  });

  it('§2.5 a message that is not text is shown as JSON', () => {
    const record = { status: 'ERROR', error_message: { code: 7 } };
    expect(readBatchStatus(record, BATCH)?.errorMessage).toBe('{"code":7}');
  });

  it('a remote state keeps its spelling', () => {
    expect(readBatchStatus({ status: 'Being_Sorted', extra: 1 }, BATCH)?.status).toBe('Being_Sorted');
  });

  it('the batch id keeps the spelling of the reply', () => {
    const record = { batch_id: BATCH.toLowerCase(), status: 'PROCESSED' };
    expect(readBatchStatus(record, BATCH)?.batchId).toBe(BATCH.toLowerCase());
  });

  it.each([
    ['another batch', { batch_id: OTHER }],
    ['another batch, named otherwise', { batchId: OTHER }],
    ['a batch whose id is none', { batch_id: 7 }],
    ['two batches', { batch_id: BATCH, batchId: OTHER }],
  ])('a status record about %s is not understood', (_, named) => {
    expect(readBatchStatus({ ...named, status: 'PROCESSED' }, BATCH)).toBeUndefined();
  });

  it.each([
    ['a list', ['PROCESSED']],
    ['a number', 7],
    ['an object', { name: 'PROCESSED' }],
    ['nothing', null],
  ])('a status that is %s is not understood', (_, status) => {
    expect(readBatchStatus({ batch_id: BATCH, status }, BATCH)).toBeUndefined();
  });

  it('a status record without a status is not understood', () => {
    expect(readBatchStatus({ batch_id: BATCH, status: '' }, BATCH)).toBeUndefined();
  });
});

describe('the validation result', () => {
  it.each([
    ['under any name', { anything: { at: [SIGNED] } }],
    ['as the whole reply', SIGNED],
    ['in a sentence', { message: `Download it from ${SIGNED} soon` }],
    ['at the end of a sentence', { message: `Download it (from ${SIGNED}).` }],
  ])('§4 the validation result has its address found %s', (_, reply) => {
    expect(readValidationResult(reply, BATCH)?.reportUrl).toBe(SIGNED);
  });

  it.each([
    ['in two forms', ['csv', 'json'].map((format) => ({ format, href: `https://s.test/${format}-of-it` }))],
    ['with two endings', ['https://s.test/r.csv', 'https://s.test/r.json']],
    ['at one address, signed twice', ['https://s.test/r?s=1', 'https://s.test/r?s=2']],
  ])('the validation result has the first address of a report that is offered %s', (_, files) => {
    expect(readValidationResult({ outcome: { files } }, BATCH)?.reportUrl).toMatch(/^https:\/\/s\.test\/(csv-of-it|r)/);
  });

  it('§2.6 the validation result of a valid batch may have no address', () => {
    for (const reply of [{ valid: true }, { files: [], invalid: 0, error_message: '', next: null }])
      expect(readValidationResult(reply, BATCH)).toEqual({ reportUrl: undefined });
  });

  it.each([
    ['lists faults itself', { result: { errors: [{ line: 2 }] } }],
    ['counts faults without a report of them', { invalid_count: 2, url: null }],
    ['offers one page of several', { url: SIGNED, next: `${SIGNED}2` }],
    ['says that there is more', { files: [SIGNED], hasMore: true }],
    ['names a report in pieces', { files: ['https://s.test/1.csv?s=1', 'https://s.test/2.csv?s=2'] }],
    ['is about another batch', { batch_id: OTHER, files: [] }],
    ['is about a batch whose id is none', { batch_id: 7, files: [SIGNED] }],
    ['names pieces with their form', { files: [1, 2].map((n) => ({ format: 'csv', href: `https://s.test/r${n}` })) }],
  ])('A reply that %s is not the whole validation result', (_, reply) => {
    expect(readValidationResult(reply, BATCH)).toBeUndefined();
  });
});

it('a batch id may be in any letter case', () => {
  expect(batchIdSchema.safeParse(BATCH.toUpperCase()).success).toBe(true);
});
