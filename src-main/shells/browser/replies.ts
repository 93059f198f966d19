/** @file HTTP replies of the shell: the common headers, plain sentences for people, and results for the page. */

import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Result } from '../../../src-shared/contract.ts';
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

const titles: Readonly<Record<number, string>> = {
  400: 'Not valid',
  401: 'Not signed in',
  403: 'Refused',
  404: 'Not found',
  405: 'Not allowed',
  500: 'Something went wrong',
  503: 'Too many requests',
};

/** A page with one sentence, for people who opened an address without content. */
export function sentencePage(status: number, sentence: string): string {
  const title = titles[status] ?? 'Tranship';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} · Tranship</title><h1>${title}</h1><p>${sentence}</p></html>\n`;
}

/** Refuses a request and closes the connection, so that the rest of its body is not read. */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = { ...safeHeaders(), 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' };
  response.writeHead(status, headers).end(sentencePage(status, sentence));
}

/** Refuses on a connection itself, where there is no response: before a request was read, or instead of a WebSocket. */
export function refuseSocket(socket: Duplex, status: number, sentence: string): void {
  const body = sentencePage(status, sentence);
  const headers = {
    ...safeHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** Replies to the page with a result of the contract. */
export function replyResult(response: ServerResponse, result: Result<unknown>): void {
  if (!response.destroyed) replyJson(response, result);
}

export function replyJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { ...safeHeaders(), 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
