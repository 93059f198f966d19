/** @file What a reply of the object storage to our PUT means (S3 semantics); pure. */

import { AppError } from '../../src-shared/errors.ts';

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

const PAGE = 'a page came instead of the storage’s answer';
const EARLY = 'it answered before all bytes had been sent';

/** Redirections that may ask for another request; the others (300, 304 …) mean nothing in reply to a PUT. */
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);

/** What is known beside the status and the text of a reply. */
export interface ReplyContext {
  /** Whether the address was over by then; not every storage says that this is what it denies. */
  addressHasEnded?: boolean;
  /** Seconds that the storage asks to wait; 0 when it does not say. */
  retryAfter?: number;
  /** The host that it leads to, which is not followed. */
  redirectedTo?: string | undefined;
}

/**
 * @param body the first bytes of the reply: `<Error><Code>…</Code><Message>…</Message></Error>`, or anything else
 */
export function judgeReply(
  status: number,
  body: string,
  bodyComplete: boolean,
  { addressHasEnded = false, retryAfter = 0, redirectedTo }: ReplyContext = {},
): PutOutcome {
  const code = element(body, 'Code');
  const reason = [code, element(body, 'Message')].filter((part) => part !== undefined).join(': ') || `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    // What says yes before it has all, or with a page, is a proxy or a sign-in page, not the storage.
    const problem = bodyComplete ? (isPage(body) ? PAGE : code && reason) : EARLY;
    if (problem === undefined) return { kind: 'accepted' };
    const error = new AppError('upload.busy', { status, reason: problem, retryAfter });
    return { kind: 'failed', bodyComplete, error };
  }
  if (REDIRECTIONS.has(status) && redirectedTo !== undefined) {
    const error = new AppError('upload.redirected', { host: redirectedTo });
    return { kind: 'refused', bodyComplete, error, addressOver: false };
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
  if (passing)
    return { kind: 'failed', error: new AppError('upload.busy', { status, reason, retryAfter }), bodyComplete };
  return {
    kind: 'refused',
    error: new AppError('upload.refused', { status, reason }),
    bodyComplete,
    addressOver: addressHasEnded,
  };
}

/** A storage answers a PUT with nothing, or with XML. */
function isPage(body: string): boolean {
  return /^\s*<(?:!doctype\s+html|html)/i.test(body);
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]{1,300})`).exec(xml)?.[1]?.trim();
  return text === '' ? undefined : text;
}
