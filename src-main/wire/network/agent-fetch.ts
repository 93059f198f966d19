/**
 * @file A fetch over an http.Agent, with the features that the service and the download of reports need. It follows no
 * redirects and offers no compression.
 */

import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { codeOf } from '../../ground/files/error-codes.ts';

/** Some gateways refuse requests without these headers. */
const standardHeaders = { Accept: '*/*', 'User-Agent': 'Tranship' };

/** Statuses for which a Response must not have a body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

interface Question {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array | string | undefined;
  signal: AbortSignal | undefined;
}

/** @param agent called for each request, so that the agent may be replaced */
export function createFetch(agent: () => http.Agent): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const question = readQuestion(input, init);
    question.signal?.throwIfAborted();
    for (;;) {
      const request = ask(question, agent());
      try {
        return toResponse(await answerTo(request, question), question);
      } catch (thrown) {
        request.destroy();
        question.signal?.throwIfAborted();
        if (!mayAskAgain(question, request, thrown)) throw thrown;
      }
    }
  };
}

/**
 * The other side may close an idle connection just when it is used again; node:http then fails the request. Only a
 * request that changes nothing is repeated, on the next connection.
 */
function mayAskAgain({ method, body }: Question, request: http.ClientRequest, thrown: unknown): boolean {
  const isSafe = (method === 'GET' || method === 'HEAD') && body === undefined;
  const code = codeOf(thrown);
  return isSafe && request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

function readQuestion(input: string | URL | Request, init: RequestInit): Question {
  if (input instanceof Request) throw new TypeError('An address is asked for, not a Request.');
  const headers = new Headers(standardHeaders);
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const body = readBody(init.body, headers);
  if (body !== undefined) headers.set('Content-Length', String(Buffer.byteLength(body)));
  const method = init.method?.toUpperCase() ?? 'GET';
  return { url: new URL(input), method, headers, body, signal: init.signal ?? undefined };
}

/** The body as it is sent. As with fetch, its type sets the Content-Type unless the headers have one. */
function readBody(body: RequestInit['body'], headers: Headers): Uint8Array | string | undefined {
  const typed = (type: string) => headers.has('Content-Type') || headers.set('Content-Type', `${type};charset=UTF-8`);
  if (body === undefined || body === null) return undefined;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') {
    typed('text/plain');
    return body;
  }
  if (body instanceof URLSearchParams) {
    typed('application/x-www-form-urlencoded');
    return body.toString();
  }
  throw new TypeError('A body is a text, bytes or a form.');
}

function ask({ url, method, headers, body }: Question, agent: http.Agent): http.ClientRequest {
  const { request } = url.protocol === 'https:' ? https : http;
  return request(url, { method, headers: Object.fromEntries(headers), agent }).end(body);
}

/** The head of the reply. An abort ends the request, and also the body after it. */
function answerTo(request: http.ClientRequest, { signal }: Question): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  let answer: http.IncomingMessage | undefined;
  const end = () => {
    reject(signal?.reason);
    answer?.destroy(signal?.reason);
    request.destroy();
  };
  signal?.addEventListener('abort', end, { once: true });
  request.once('close', () => signal?.removeEventListener('abort', end));
  request.once('response', (response) => {
    answer = response;
    resolve(response);
  });
  request.on('error', reject);
  return promise;
}

function toResponse(answer: http.IncomingMessage, { method }: Question): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = answer.statusCode ?? 0;
  // A Response takes no other, and would say so in words that are not for people.
  if (status < 200 || status > 599)
    throw Object.assign(new Error(`the status ${status} is none of HTTP`), { code: 'HPE_INVALID_STATUS' });
  if (method === 'HEAD' || withoutBody.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(answer), { status, headers });
}
