import { expect, it } from 'vitest';
import { addressOf, endpoints, joinAddress } from '../../src-main/service/endpoints.ts';
import { BATCH } from './fixtures.ts';

it.each([
  ['https://host', 'https://host/api/x'],
  ['https://host/', 'https://host/api/x'],
  ['https://host/tm/realtime', 'https://host/tm/realtime/api/x'],
  ['https://host/tm/realtime//', 'https://host/tm/realtime/api/x'],
  ['https://host/tm?tenant=1#top', 'https://host/tm/api/x?tenant=1'],
])('§4 puts a path below the base address %s', (base, joined) => {
  expect(joinAddress(base, '/api/x')).toBe(joined);
});

it.each([
  ['generateUploadUrl', 'POST', '/api/transactions/batch/generate-upload-url', 20],
  ['batchStatus', 'GET', '/api/transactions/batch/status/{batch_id}', 120],
  ['validationResult', 'GET', '/api/transactions/batch/validation-result/{batch_id}', 120],
] as const)('§4, §8 lists %s with its method, path and limit per minute', (name, method, path, requests) => {
  expect(endpoints[name]).toMatchObject({ method, path, limit: { requests, window: 60_000 } });
});

it('§4 fills the batch id into the path as the service spelled it', () => {
  const address = addressOf(endpoints.batchStatus, 'https://host/tm', BATCH);
  expect(address).toBe(`https://host/tm/api/transactions/batch/status/${BATCH}`);
});
