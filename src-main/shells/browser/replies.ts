/** @file HTTP replies of the shell: the common headers, plain sentences for people, and results for the page. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Result } from '../../../src-shared/contract.ts';
import { titleOfError, toAppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { Language } from '../../../src-shared/languages/languages.ts';
import { inWords, speaking } from '../../../src-shared/languages/message.ts';
import { createNonce, pagePolicy } from '../../actions/page.ts';

/** The headers of every reply: no caching, no embedding, no content sniffing, no referrer. */
export function safeHeaders(nonce = createNonce()): Record<string, string> {
  return {
    'Content-Security-Policy': pagePolicy(nonce, 'self'),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

const titles = {
  400: fact('Not valid'),
  401: fact('Not signed in'),
  403: fact('Refused'),
  404: fact('Not found'),
  405: fact('Not allowed'),
  500: fact('Something went wrong'),
  503: fact('Too many requests'),
} as const satisfies Readonly<Record<number, Fact>>;
type Status = keyof typeof titles;

/** Thrown where a request gets a sentence in place of what it asked for. */
export class RefusalError extends Error {
  readonly status: Status;
  /** For people who opened an address without content. */
  readonly sentence: Fact;

  constructor(status: Status, sentence: Fact) {
    super(sentence.fact);
    this.status = status;
    this.sentence = sentence;
  }
}

export const signInAgain = () =>
  new RefusalError(401, fact('This browser is not signed in. Get a new address where Tranship was started.'));
export const unsupported = () => new RefusalError(405, fact('Tranship does not support this kind of request.'));
export const notValid = () => new RefusalError(400, fact('This request is not valid.'));

interface Page {
  status: Status;
  html: string;
}

/** A page with one sentence. @param why what was thrown: a refusal, or a mistake of ours */
export async function pageOf(why: unknown, language: Language): Promise<Page> {
  const { code, direction } = language;
  const status = why instanceof RefusalError ? why.status : 500;
  // Without its texts the page is in English.
  const catalogue = await language.load().catch(() => ({}));
  const { title, sentence } = speaking(language, catalogue, () => ({
    title: inWords(titles[status]),
    sentence: why instanceof RefusalError ? inWords(why.sentence) : titleOfError(toAppError(why).code),
  }));
  const html = `<!doctype html><html lang="${code}" dir="${direction}"><meta charset="utf-8"><title>${title} · Tranship</title><h1>${title}</h1><p>${sentence}</p></html>\n`;
  return { status, html };
}

/** The languages that the person has set in the browser, the best first. */
export function preferredIn({ 'accept-language': accepted = '' }: IncomingHttpHeaders): string[] {
  return accepted.split(',').map((one) => one.split(';', 1)[0]?.trim() ?? '');
}

/** Refuses a request and closes the connection, so that the rest of its body is not read. */
export function refuse(response: ServerResponse, { status, html }: Page): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = { ...safeHeaders(), 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' };
  response.writeHead(status, headers).end(html);
}

/** Refuses on a connection itself, where there is no response: before a request was read, or instead of a WebSocket. */
export function refuseSocket(socket: Duplex, { status, html }: Page): void {
  const headers = {
    ...safeHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${html}`, () => socket.destroy());
}

/** Replies to the page with a result of the contract. */
export function replyResult(response: ServerResponse, result: Result<unknown>): void {
  if (!response.destroyed) replyJson(response, result);
}

export function replyJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { ...safeHeaders(), 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
