/** @file What the storage's reply to our PUT means (S3 semantics). Pure. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';

/**
 * The outcomes of a PUT: done, not done, or unknown. Once the last block has left (`bodyComplete`), only a success
 * settles it: a proxy may have repeated the request, and this may be the reply to the second one.
 */
export type PutOutcome =
  | { kind: 'accepted' }
  /** 412 in the storage's own form: an object exists already. */
  | { kind: 'exists'; bodyComplete: boolean }
  /**
   * The storage refuses this upload at this address. `addressOver`: the address has ended by the storage's clock. `answer`: its status
   * and its words.
   */
  | { kind: 'refused'; error: AppError; bodyComplete: boolean; addressOver: boolean; answer: string }
  | { kind: 'failed'; error: AppError; bodyComplete: boolean };

/** S3 error codes of a signed address that has expired, or that is invalid because one of the clocks is wrong. */
const ADDRESS_CODES = new Set([
  'AccessDenied',
  'ExpiredToken',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'InvalidToken',
]);

const PAGE = fact('a page came instead of the storage’s answer');
const FOREIGN = fact('the answer is not in the form of a storage');
const CUT = fact('its answer was cut off');
const EARLY = fact('it answered before all bytes had been sent');

/** Redirections that may ask for another request; the others (300, 304 …) mean nothing in reply to a PUT. */
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);

/** What is known in addition to the status and the text of a reply. */
export interface ReplyContext {
  /** Whether the reply came to its end. */
  isWhole?: boolean;
  /** Whether it names the object that is stored now (ETag). */
  namesObject?: boolean;
  /** Whether the address had ended by then; not every storage gives that as the reason for its refusal. */
  addressHasEnded?: boolean;
  /** Seconds that the storage asks to wait; 0 when it does not say. */
  retryAfter?: number;
  /** The host that the redirect names, which is not followed. */
  redirectedTo?: string | undefined;
}

/** @param body the first bytes of the reply: `<Error><Code>…</Code><Message>…</Message></Error>`, or anything else */
export function judgeReply(
  status: number,
  body: string,
  bodyComplete: boolean,
  { isWhole = true, namesObject = false, addressHasEnded = false, retryAfter = 0, redirectedTo }: ReplyContext = {},
): PutOutcome {
  const code = element(body, 'Code');
  const reason = [code, element(body, 'Message')].filter((part) => part !== undefined).join(': ') || `HTTP ${status}`;
  const answer = code === undefined ? `HTTP ${status}` : `${status} ${reason}`;
  if (status >= 200 && status < 300) {
    const problem = bodyComplete ? doubtOf({ body, isWhole, namesObject, fault: code && reason }) : EARLY;
    if (problem === undefined) return { kind: 'accepted' };
    const error = new AppError('upload.busy', { status, reason: problem, retryAfter });
    return { kind: 'failed', bodyComplete, error };
  }
  if (REDIRECTIONS.has(status) && redirectedTo !== undefined) {
    const error = new AppError('upload.redirected', { host: redirectedTo });
    return { kind: 'refused', bodyComplete, error, addressOver: false, answer };
  }
  // A proxy knows that status, too; only a storage gives it with a code.
  if (status === 412 && code !== undefined && !isPage(body)) return { kind: 'exists', bodyComplete };
  if (status === 403 || (status === 400 && code !== undefined && ADDRESS_CODES.has(code))) {
    const expired =
      code === undefined ||
      /expired/i.test(reason) ||
      code === 'RequestTimeTooSkewed' ||
      (code === 'AccessDenied' && addressHasEnded);
    const error = expired
      ? new AppError('upload.address-expired', {})
      : new AppError('upload.refused', { status, reason });
    return { kind: 'refused', error, bodyComplete, addressOver: addressHasEnded, answer };
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
    answer,
  };
}

/** Why a success is none of the storage's: a proxy or a sign-in page gives one, too. A storage replies with no text, or names the object. */
function doubtOf(reply: {
  body: string;
  isWhole: boolean;
  namesObject: boolean;
  fault: string | undefined;
}): Said | undefined {
  const { body, isWhole, namesObject, fault } = reply;
  if (fault !== undefined) return fault;
  if (isPage(body)) return PAGE;
  if (!isWhole) return CUT;
  return body.trim() === '' || namesObject ? undefined : FOREIGN;
}

/** A storage replies to a PUT with an empty body or with XML. */
function isPage(body: string): boolean {
  return /^\s*<(?:!doctype\s+html|html)/i.test(body);
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]{1,300})`).exec(xml)?.[1]?.trim();
  return text === '' ? undefined : text;
}
