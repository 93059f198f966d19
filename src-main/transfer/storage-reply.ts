/** @file What a reply of the object storage to our PUT means (S3 semantics); pure. */

import { AppError } from '../../src-preload/errors.ts';

/** The three outcomes of a PUT: done, not done, or to be found out (`bodyComplete`). */
export type PutOutcome =
  | { kind: 'accepted' }
  /** 412: an object is there already. */
  | { kind: 'exists' }
  /** The address is of no use any more; nothing was taken. */
  | { kind: 'address-refused'; error: AppError }
  /** `bodyComplete`: the last block had left, the storage may hold the object all the same. */
  | { kind: 'failed'; error: AppError; bodyComplete: boolean };

/** S3 error codes of a signed address that has expired, or that our clock or theirs makes invalid. */
const ADDRESS_CODES = new Set([
  'AccessDenied',
  'ExpiredToken',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'InvalidToken',
]);

const EARLY = 'it answered before all bytes had been sent';

/**
 * @param body the first bytes of the reply: `<Error><Code>…</Code><Message>…</Message></Error>`, or anything else
 */
export function judgeReply(status: number, body: string, bodyComplete: boolean): PutOutcome {
  const code = element(body, 'Code');
  const reason = [code, element(body, 'Message')].filter((part) => part !== undefined).join(': ') || `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    // Whoever says yes before it has all, a proxy or a sign-in page, is not the storage.
    if (!bodyComplete)
      return { kind: 'failed', bodyComplete, error: new AppError('upload.busy', { status, reason: EARLY }) };
    if (code === undefined) return { kind: 'accepted' };
    return { kind: 'failed', bodyComplete, error: new AppError('upload.busy', { status, reason }) };
  }
  if (status === 412) return { kind: 'exists' };
  if (status === 403 || (status === 400 && code !== undefined && ADDRESS_CODES.has(code))) {
    const expired = code === undefined || /expired/i.test(reason) || code === 'RequestTimeTooSkewed';
    const error = expired
      ? new AppError('upload.address-expired', {})
      : new AppError('upload.refused', { status, reason });
    return { kind: 'address-refused', error };
  }
  const passing =
    [408, 409, 425, 429].includes(status) || (status >= 500 && status !== 501) || code === 'RequestTimeout';
  const error = passing
    ? new AppError('upload.busy', { status, reason })
    : new AppError('upload.refused', { status, reason });
  return { kind: 'failed', error, bodyComplete: bodyComplete && passing };
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]{1,300})`).exec(xml)?.[1]?.trim();
  return text === '' ? undefined : text;
}
