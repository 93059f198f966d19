/** @file What a reply of the object storage to our PUT means (S3 semantics); pure. */

import { AppError } from '../../src-preload/errors.ts';

/**
 * The three outcomes of a PUT: done, not done, or to be found out. Once the last block has left (`bodyComplete`) nothing
 * but a yes settles it: a proxy on the way may have repeated the request, and this be the answer to the second one.
 */
export type PutOutcome =
  | { kind: 'accepted' }
  /** 412: an object is there already. */
  | { kind: 'exists'; bodyComplete: boolean }
  /** The storage does not want this upload at this address. `addressOver`: the address has ended by the storage's clock. */
  | { kind: 'refused'; error: AppError; bodyComplete: boolean; addressOver: boolean }
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
 * @param addressHasEnded whether the address was over by then; not every storage says that this is what it denies
 */
export function judgeReply(status: number, body: string, bodyComplete: boolean, addressHasEnded = false): PutOutcome {
  const code = element(body, 'Code');
  const reason = [code, element(body, 'Message')].filter((part) => part !== undefined).join(': ') || `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    // Whoever says yes before it has all, a proxy or a sign-in page, is not the storage.
    if (!bodyComplete)
      return { kind: 'failed', bodyComplete, error: new AppError('upload.busy', { status, reason: EARLY }) };
    if (code === undefined) return { kind: 'accepted' };
    return { kind: 'failed', bodyComplete, error: new AppError('upload.busy', { status, reason }) };
  }
  if (status === 412) return { kind: 'exists', bodyComplete };
  if (status === 403 || (status === 400 && code !== undefined && ADDRESS_CODES.has(code))) {
    const expired =
      code === undefined ||
      /expired/i.test(reason) ||
      code === 'RequestTimeTooSkewed' ||
      (code === 'AccessDenied' && addressHasEnded);
    const error = expired
      ? new AppError('upload.address-expired', {})
      : new AppError('upload.refused', { status, reason });
    return { kind: 'refused', error, bodyComplete, addressOver: addressHasEnded };
  }
  const passing =
    [408, 409, 425, 429].includes(status) || (status >= 500 && status !== 501) || code === 'RequestTimeout';
  if (passing) return { kind: 'failed', error: new AppError('upload.busy', { status, reason }), bodyComplete };
  return {
    kind: 'refused',
    error: new AppError('upload.refused', { status, reason }),
    bodyComplete,
    addressOver: addressHasEnded,
  };
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]{1,300})`).exec(xml)?.[1]?.trim();
  return text === '' ? undefined : text;
}
