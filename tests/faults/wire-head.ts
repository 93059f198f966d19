/** @file Heads of HTTP/1.1 messages as they pass on the wire. Pure. */

/** What a request is for. */
export type RequestKind = 'token' | 'reserve' | 'status' | 'validation-result' | 'upload' | 'report' | 'unknown';

export interface WireRequest {
  readonly kind: RequestKind;
  /** Without the query. */
  readonly path: string;
  /** With it. */
  readonly target: string;
  /** Of its body. */
  readonly bytes: number;
  /** Of these nothing may be shown to anybody: tokens and what signs an address. */
  readonly secrets: readonly string[];
}

const END_OF_HEAD = '\r\n\r\n';

/** Splits off a whole head with the empty line after it, if there is one. */
export function takeHead(bytes: Buffer): [head: Buffer | undefined, rest: Buffer] {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return [undefined, bytes];
  return [bytes.subarray(0, end + END_OF_HEAD.length), bytes.subarray(end + END_OF_HEAD.length)];
}

export function requestOf(head: Buffer): WireRequest {
  const text = head.toString('latin1');
  const [, method = '', target = ''] = /^(\S+) (\S+) /.exec(text) ?? [];
  const { pathname, searchParams } = new URL(target, 'http://gate.invalid');
  const bearer = /^authorization: Bearer (\S+)\r$/im.exec(text)?.[1];
  const signed = ['X-Amz-Signature', 'X-Amz-Security-Token'].flatMap((name) => searchParams.get(name) ?? []);
  return {
    kind: kinds.find(([fits]) => fits.test(`${method} ${pathname}`))?.[1] ?? 'unknown',
    path: pathname,
    target,
    bytes: lengthOf(text),
    secrets: [...signed, ...(bearer === undefined ? [] : [bearer])],
  };
}

export function statusAndLength(head: Buffer): { status: number; bytes: number } {
  const text = head.toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), bytes: lengthOf(text) };
}

const kinds: readonly (readonly [fits: RegExp, kind: RequestKind])[] = [
  [/^POST .*\/token$/, 'token'],
  [/^POST .*\/generate-upload-url$/, 'reserve'],
  [/^GET .*\/status\/[^/]+$/, 'status'],
  [/^GET .*\/validation-result\/[^/]+$/, 'validation-result'],
  [/^PUT /, 'upload'],
  [/^GET .*\/reports\/[^/]+$/, 'report'],
];

function lengthOf(head: string): number {
  return Number(/^content-length: *(\d+)\r$/im.exec(head)?.[1] ?? 0);
}
