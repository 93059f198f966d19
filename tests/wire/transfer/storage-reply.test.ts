import { describe, expect, it } from 'vitest';
import { judgeReply } from '../../../src-main/wire/transfer/storage-reply.ts';

const xml = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;

describe('a reply of the storage', () => {
  const cases: [title: string, status: number, body: string, expected: object][] = [
    ['200 is accepted', 200, '', { kind: 'accepted' }],
    ['201 is accepted', 201, '', { kind: 'accepted' }],
    [
      '200 with an error inside is not accepted',
      200,
      xml('InternalError', 'oops'),
      { kind: 'failed', error: { code: 'upload.busy' } },
    ],
    ['412 tells that an object is there', 412, xml('PreconditionFailed', 'x'), { kind: 'exists' }],
    ['412 of a proxy tells nothing', 412, '<html>Precondition Failed</html>', { kind: 'refused' }],
    ['412 without a code tells nothing', 412, '', { kind: 'refused' }],
    [
      '403 of an expired address asks for a new one',
      403,
      xml('AccessDenied', 'Request has expired'),
      { kind: 'refused', error: { code: 'upload.address-expired' } },
    ],
    [
      '403 of a wrong signature says so and asks for a new address',
      403,
      xml('SignatureDoesNotMatch', 'The signature does not match'),
      { kind: 'refused', error: { code: 'upload.refused', params: { status: 403 } } },
    ],
    ['400 of an expired token asks for a new address', 400, xml('ExpiredToken', 'expired'), { kind: 'refused' }],
    [
      '409 of two uploads at once is tried again',
      409,
      xml('ConditionalRequestConflict', 'x'),
      { kind: 'failed', error: { code: 'upload.busy', retryable: true } },
    ],
    [
      '503 SlowDown is tried again',
      503,
      xml('SlowDown', 'Reduce your rate'),
      { kind: 'failed', error: { code: 'upload.busy', params: { reason: 'SlowDown: Reduce your rate' } } },
    ],
    [
      '400 RequestTimeout is tried again',
      400,
      xml('RequestTimeout', 'idle'),
      { kind: 'failed', error: { retryable: true } },
    ],
    [
      '411 heals by nothing',
      411,
      xml('MissingContentLength', 'x'),
      { kind: 'refused', error: { code: 'upload.refused', retryable: false } },
    ],
    [
      '501 heals by nothing',
      501,
      xml('NotImplemented', 'x'),
      { kind: 'refused', error: { code: 'upload.refused', retryable: false } },
    ],
    [
      'an HTML page of a proxy is named by its status',
      400,
      '<html>Blocked</html>',
      { kind: 'refused', error: { params: { reason: 'HTTP 400' } } },
    ],
    [
      'a page that says yes after the whole body is a portal, and settles nothing',
      200,
      '<!DOCTYPE html><title>Sign in</title>',
      { kind: 'failed', bodyComplete: true, error: { code: 'upload.busy' } },
    ],
  ];
  for (const [title, status, body, expected] of cases) {
    it(title, () => expect(judgeReply(status, body, true)).toMatchObject(expected));
  }

  it('a refusal without a reason is that of an expired address once the address has ended', () => {
    const empty = xml('AccessDenied', '');
    expect(judgeReply(403, empty, false, { addressHasEnded: true })).toMatchObject({
      error: { code: 'upload.address-expired' },
    });
    expect(judgeReply(403, empty, false, { addressHasEnded: false })).toMatchObject({
      error: { code: 'upload.refused' },
    });
  });

  it('a wrong signature is reported as such, even when the address has ended', () => {
    const wrong = xml('SignatureDoesNotMatch', '');
    expect(judgeReply(403, wrong, false, { addressHasEnded: true })).toMatchObject({
      error: { code: 'upload.refused' },
    });
  });

  it.each([429, 503, 500, 409])('a reply passes on how long to wait: %i', (status) => {
    const waiting = judgeReply(status, '', false, { retryAfter: 30 });
    expect(waiting).toMatchObject({ error: { code: 'upload.busy', params: { retryAfter: 30 } } });
    expect(waiting).toHaveProperty('error.remedy', 'Tranship tries again by itself in 30 s.');
  });

  it('a reply without Retry-After leaves the pause to Tranship', () => {
    const busy = judgeReply(503, '', false);
    expect(busy).toMatchObject({ error: { params: { retryAfter: 0 } } });
    expect(busy).toHaveProperty('error.remedy', 'Tranship tries again by itself soon, and then less and less often.');
  });

  it.each([301, 302, 303, 307, 308])('%i leads to another host, which is named', (status) => {
    expect(judgeReply(status, '', true, { redirectedTo: 'other.example' })).toMatchObject({
      kind: 'refused',
      bodyComplete: true,
      error: { code: 'upload.redirected', retryable: false, params: { host: 'other.example' } },
    });
  });

  it('a 301 that names no host gives its own reason', () => {
    const text = xml('PermanentRedirect', 'Use the endpoint of the bucket');
    expect(judgeReply(301, text, false)).toMatchObject({
      error: { code: 'upload.refused', params: { reason: 'PermanentRedirect: Use the endpoint of the bucket' } },
    });
  });

  it('a storage that accepts before it has all bytes is not believed', () => {
    expect(judgeReply(200, '<html>Please sign in</html>', false)).toMatchObject({
      kind: 'failed',
      bodyComplete: false,
      error: { code: 'upload.busy' },
    });
  });

  it.each([400, 403, 411, 412, 500])('a %i after the whole body leaves the outcome unknown', (status) => {
    expect(judgeReply(status, xml('Whatever', 'x'), true)).toMatchObject({ bodyComplete: true });
  });
});
