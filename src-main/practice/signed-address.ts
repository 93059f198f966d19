/**
 * @file Pre-signed addresses as S3 makes them: AWS Signature Version 4 in the query, body unsigned. Any change of the
 * method, the path, a parameter or a signed header breaks the signature.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../ground/clock.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SCOPE = 'eu-central-1/s3/aws4_request';
const ACCESS_KEY_ID = 'PRACTICEKEY';

export interface AddressToSign {
  method: 'PUT' | 'GET';
  /** Scheme, host and port, without a path. */
  origin: string;
  path: string;
  /** Headers besides `host` that the request must carry with exactly these values; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch from which the lifetime counts. */
  issuedAt: number;
  lifetimeSeconds: number;
}

/** Every call returns another address, even within the same second. */
export function signAddress(address: AddressToSign, secret: string): string {
  const { method, origin, path, issuedAt, lifetimeSeconds } = address;
  const headers = { ...address.headers, host: new URL(origin).host };
  const date = basicDate(issuedAt);
  const signedHeaders = Object.keys(headers).sort();
  const query = new URLSearchParams({
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${ACCESS_KEY_ID}/${date.slice(0, 8)}/${SCOPE}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(lifetimeSeconds),
    'X-Amz-Security-Token': randomBytes(24).toString('base64url'),
    'X-Amz-SignedHeaders': signedHeaders.join(';'),
  });
  const signature = signatureOf({ method, path, query, signedHeaders, headers, secret });
  return `${origin}${path}?${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
}

export interface SignedRequest {
  method: string;
  /** As in the request line, with the query. */
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface SignatureRefusal {
  code: 'AccessDenied' | 'SignatureDoesNotMatch';
  message: string;
}

/** Undefined when the request is as signed and has not expired; otherwise S3's reply, with status 403. */
export function checkSignature(request: SignedRequest, secret: string, now: number): SignatureRefusal | undefined {
  const { pathname, searchParams: query } = new URL(request.target, 'http://storage.invalid');
  const given = query.get('X-Amz-Signature');
  const issuedAt = readBasicDate(query.get('X-Amz-Date') ?? '');
  const lifetimeSeconds = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (given === null || Number.isNaN(issuedAt) || Number.isNaN(lifetimeSeconds)) {
    return { code: 'AccessDenied', message: 'Access Denied' };
  }
  if (now >= issuedAt + lifetimeSeconds * SECOND) return { code: 'AccessDenied', message: 'Request has expired' };

  query.delete('X-Amz-Signature');
  const signedHeaders = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const { method, headers } = request;
  const expected = signatureOf({ method, path: pathname, query, signedHeaders, headers, secret });
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
    return {
      code: 'SignatureDoesNotMatch',
      message: 'The request signature we calculated does not match the signature you provided.',
    };
  }
  const unsigned = Object.keys(headers).find((name) => mustBeSigned(name) && !signedHeaders.includes(name));
  if (unsigned === undefined) return undefined;
  return {
    code: 'AccessDenied',
    message: `There were headers present in the request which were not signed: ${unsigned}`,
  };
}

function mustBeSigned(header: string): boolean {
  return header.startsWith('x-amz-') || header === 'content-md5';
}

interface SignatureInput {
  method: string;
  path: string;
  query: URLSearchParams;
  signedHeaders: readonly string[];
  headers: Readonly<Record<string, string | string[] | undefined>>;
  secret: string;
}

function signatureOf({ method, path, query, signedHeaders, headers, secret }: SignatureInput): string {
  const headerLines = signedHeaders.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  const canonicalRequest = [
    method,
    path,
    canonicalQuery(query),
    headerLines,
    signedHeaders.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const date = query.get('X-Amz-Date') ?? '';
  const digest = createHash('sha256').update(canonicalRequest).digest('hex');
  const textToSign = [ALGORITHM, date, `${date.slice(0, 8)}/${SCOPE}`, digest].join('\n');
  let key = createHmac('sha256', `AWS4${secret}`).update(date.slice(0, 8)).digest();
  for (const part of SCOPE.split('/')) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(textToSign).digest('hex');
}

/** Sorted by name and strictly percent-encoded, as the signature requires. */
function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${strictlyEncoded(name)}=${strictlyEncoded(value)}`)
    .sort()
    .join('&');
}

function strictlyEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `20260131T235959Z` */
function basicDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
}

function readBasicDate(text: string): number {
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (date === undefined) return Number.NaN;
  return Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}:${minutes}:${seconds}Z`);
}
