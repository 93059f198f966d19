import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, endpoints, joinAddress, observedAddress } from '../../../src-main/wire/service/endpoints.ts';
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
  ['rerunRules', 'POST', '/api/rules/rerun', 1],
  ['executeRules', 'POST', '/api/rules/execute', 30],
  ['ruleRunStatus', 'GET', '/api/rules/status/{execution_id}', 120],
  ['ruleSchedule', 'GET', '/api/rules/schedule', 120],
] as const)('§4, §8 lists %s with its method, path and limit per minute', (name, method, path, requests) => {
  expect(endpoints[name]).toMatchObject({ method, path, limit: { requests, window: 60_000 } });
});

it('§4, §8 lists single transactions with their limit per second', () => {
  expect(endpoints.postTransaction).toMatchObject({
    method: 'POST',
    path: '/event/transaction/v3',
    limit: { requests: 500, window: 1000 },
  });
});

it('§8 lists one limit for all observability endpoints', () => {
  expect(endpoints.observability).toMatchObject({ method: 'GET', limit: { requests: 100, window: 60_000 } });
});

it('each endpoint is counted by itself', () => {
  const ids = Object.values(endpoints).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('§4 the batch id appears in the path as the service spelled it', () => {
  const address = addressOf(endpoints.batchStatus, 'https://host/tm', BATCH);
  expect(address).toBe(`https://host/tm/api/transactions/batch/status/${BATCH}`);
});

it('§4 an execution id cannot change the rest of the path', () => {
  const address = addressOf(endpoints.ruleRunStatus, 'https://host/tm', '../a?b#c $&');
  expect(address).toBe('https://host/tm/api/rules/status/..%2Fa%3Fb%23c%20%24%26');
});

it.each(['', '.', '..'])('§4 the execution id “%s” has no address', (id) => {
  expect(() => addressOf(endpoints.ruleRunStatus, 'https://host/tm', id)).toThrow(
    expect.objectContaining({ code: 'service.path-invalid' }),
  );
});

describe('a path that a person gave', () => {
  const base = 'https://host/tm/realtime';

  it.each([
    ['/api/summary', `${base}/api/summary`],
    ['api/summary', `${base}/api/summary`],
    [' /api/summary ', `${base}/api/summary`],
    ['/api/summary?day=2026-01-31&to=a/../b', `${base}/api/summary?day=2026-01-31&to=a/../b`],
    ['/api/summary?next=https://elsewhere', `${base}/api/summary?next=https://elsewhere`],
    ['/api/a b/ü', `${base}/api/a%20b/%C3%BC`],
    ['/api/a%20b', `${base}/api/a%20b`],
    ['/api/v1..2/...', `${base}/api/v1..2/...`],
  ])('the path %s leads below the base address', (path, address) => {
    expect(observedAddress(base, path)).toBe(address);
  });

  it('the query of a path is joined to that of the base address', () => {
    expect(observedAddress('https://host/tm?tenant=1', '/x?day=2')).toBe('https://host/tm/x?tenant=1&day=2');
  });

  it.each([
    ...['', '  ', '//elsewhere/x', '\\\\elsewhere\\x', '/\\elsewhere', 'https://elsewhere/x', 'javascript:x', 'HTTP:x'],
    ...[
      '/../x',
      '/a/..',
      '..',
      '/a/./b',
      '/a/%2e%2e/b',
      '/a/.%2E/b',
      '/a/..%2fb',
      '/a/..%5cb',
      '/a\\..\\b',
      '/%zz',
      '/a#b',
    ],
    ...['/.\t./x', '/a\n'.concat('/../b')],
  ])('the path %j is refused', (path) => {
    expect(() => observedAddress(base, path)).toThrow(expect.objectContaining({ code: 'service.path-invalid' }));
  });

  it('an accepted path never leads outside the base address', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '.', '..', '%2e', '%2F', '%5c', '@', ':', '?', '#', '\t', '\n', 'a', 'https:'],
    );
    const path = fc.oneof(fc.string(), fc.string({ unit: piece }));
    fc.assert(
      fc.property(path, (given) => {
        let address: URL;
        try {
          address = new URL(observedAddress(base, given));
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'service.path-invalid' });
          return;
        }
        expect(address.origin).toBe('https://host');
        expect(address.pathname).toMatch(/^\/tm\/realtime\//);
        expect([address.username, address.password, address.hash]).toEqual(['', '', '']);
      }),
      { numRuns: 1000 },
    );
  });
});
