/** @file A service over TLS on 127.0.0.1, and a diagnosis of a connection to it with the real network between. */

import { randomUUID } from 'node:crypto';
import { createServer, type ServerOptions } from 'node:https';
import type { Clock } from '../../../src-main/ground/clock.ts';
import { systemClock } from '../../../src-main/ground/clock.ts';
import type { ClientIdentity, IdentityDescription } from '../../../src-main/wire/credentials/client-identity.ts';
import type { Connection } from '../../../src-main/wire/credentials/connection.ts';
import { type DiagnosisPorts, diagnose } from '../../../src-main/wire/diagnosis/diagnosis.ts';
import { Network, type NetworkSettings } from '../../../src-main/wire/network/network.ts';
import type { TicketFor } from '../../../src-main/wire/network/proxy-login.ts';
import { RateLimits } from '../../../src-main/wire/service/rate-limits.ts';
import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import { type StepInWords, stepInWords } from '../../../src-shared/diagnosis-step.ts';
import { inBrackets, isTranslated } from '../../languages/bracketed.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import type { Issued } from '../network/authority.ts';
import { listen } from '../network/hosts.ts';

interface Reply {
  status: number;
  /** A text is sent as a page. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ServiceOptions {
  own: Issued;
  tls?: ServerOptions;
  /** Instead of a token. */
  token?: Reply;
  /** Instead of “there is no such batch”. */
  status?: Reply;
  /** The reply to a GET of / without a token. */
  root?: Reply;
  /** Where uploads would go. */
  storage?: string;
  /** The Date header of all replies. */
  date?: Date;
}

export const secret = 'canary-secret-0123';

/** Knows three paths: /token, /tm/api/transactions/batch/status/… and …/generate-upload-url. */
export async function startService({
  own,
  tls,
  ...options
}: ServiceOptions): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const answer = (path: string): Reply => {
    if (path === '/' && options.root !== undefined) return options.root;
    if (path === '/token') {
      const granted = { access_token: `canary-${randomUUID()}`, token_type: 'Bearer', expires_in: 900 };
      return options.token ?? { status: 200, body: granted };
    }
    if (path.startsWith('/tm/api/transactions/batch/status/'))
      return options.status ?? { status: 404, body: { detail: 'There is no such batch.' } };
    if (path === '/tm/api/transactions/batch/generate-upload-url')
      return { status: 200, body: { url: `${options.storage}/key?X-Amz-Signature=canary`, batch_id: randomUUID() } };
    return { status: 404, body: '<html><title>404 Not Found</title></html>' };
  };
  const server = createServer({ ...own, ...tls }, (request, response) => {
    request.resume();
    asked.push(`${request.method} ${request.url}`);
    const { status, body, headers } = answer(request.url ?? '');
    const isPage = typeof body === 'string';
    if (options.date !== undefined) response.setHeader('date', options.date.toUTCString());
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers });
    response.end(isPage ? body : JSON.stringify(body));
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), asked };
}

export interface Setup {
  /** Of the service: https://host:port. */
  origin: string;
  /** Where the token address is elsewhere. */
  tokenOrigin?: string;
  path?: string;
  /** Trusted besides the system's. */
  authorities?: string;
  proxy?: NetworkSettings['proxy'];
  proxyPassword?: string;
  /** For proxies that ask for one; absent: those of the system. */
  ticketFor?: TicketFor;
  identity?: ClientIdentity;
  certificate?: IdentityDescription;
  storageAddress?: string;
  isStorageTrusted?: boolean;
  askForStorage?: boolean;
  clock?: Clock;
  audience?: DiagnosisPorts['audience'];
  resolve?: DiagnosisPorts['resolve'];
}

export function connectionOf({ origin, tokenOrigin = origin, path = '/tm' }: Setup): Connection {
  const addresses = { baseUrl: `${origin}${path}`, tokenUrl: `${tokenOrigin}/token` };
  return { name: 'Nordbank', ...addresses, clientId: 'client-canary-7', scope: 'tenant/1' };
}

/** All steps of a diagnosis. */
export async function diagnosed(setup: Setup, signal = new AbortController().signal): Promise<StepInWords[]> {
  const { authorities = '', proxy = { mode: 'none' }, clock = systemClock, identity, certificate, resolve } = setup;
  const connection = connectionOf(setup);
  const network = new Network({
    settings: async () => ({ proxy, authorities: authorities === '' ? [] : [{ pem: authorities }] }),
    proxyPassword: async () => setup.proxyPassword,
    systemProxy: async () => 'DIRECT',
    ...(setup.ticketFor && { ticketFor: setup.ticketFor }),
  });
  const shown = async () => identity;
  const ports: DiagnosisPorts = {
    connection,
    clock,
    network,
    identity: shown,
    fetch: network.fetch(shown),
    timeout: 5000,
    limits: new RateLimits({ connection, clock, ledger: new MemoryLedger() }),
    secret: async () => secret,
    proxyOrigin: proxy.mode === 'manual' ? 'by-hand' : 'none',
    storageHost: async () =>
      setup.storageAddress === undefined
        ? undefined
        : { origin: setup.storageAddress, isTrusted: setup.isStorageTrusted ?? true },
    dangerOfStorage: async () => undefined,
    askForStorage: setup.askForStorage ?? false,
    audience: setup.audience ?? 'window',
    ...(certificate && { certificate }),
    ...(resolve && { resolve }),
  };
  const steps: DiagnosisStep[] = [];
  for await (const step of diagnose(ports, signal)) steps.push(step);
  assertTranslated(steps);
  return steps.map(stepInWords);
}

/** Each is said in the language of its reader. */
function assertTranslated(steps: readonly DiagnosisStep[]): void {
  const texts = inBrackets(() => steps.map(stepInWords).flatMap(({ sentence, remedy = '⟦⟧' }) => [sentence, remedy]));
  const untranslated = texts.filter((text) => !isTranslated(text.replaceAll('⟧. ', '⟧ ')));
  if (untranslated.length > 0) throw new Error(`The window knows no such sentence: ${untranslated.join(' | ')}`);
}
