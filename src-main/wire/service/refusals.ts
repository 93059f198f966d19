/** @file What a reply that is not a success means (§7): its cause, and whether it passes by itself. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import type { Connection } from '../credentials/connection.ts';
import type { Contact } from './contact.ts';
import { type Endpoint, endpointName, endpoints } from './endpoints.ts';
import type { Line, Reply } from './exchange.ts';
import { answerInWords, bareAddress, isForeign, isNotThere } from './misdirected.ts';
import type { RateLimits } from './rate-limits.ts';
import { isPage, parseJson, usefulSentence } from './reply-words.ts';
import { pauseAfterRefusal, readRetryAfter } from './retry-after.ts';
import type { ServiceClock } from './service-clock.ts';

/** Where a wish to wait is passed on to, and what is known of the service. */
interface RefusalPorts extends Pick<Line, 'clock'> {
  connection: Connection;
  limits: Pick<RateLimits, 'pause' | 'giveWay'>;
  contact?: Contact;
  /** What is known of the service's clock: a token may be refused because this computer's is wrong. */
  serviceClock?: ServiceClock;
}

/** The error for a reply that is not a success (§7). Passes a wish to wait on to the limits of this endpoint. */
export function refusalOf(options: RefusalPorts, endpoint: Endpoint, reply: Reply, token: string): AppError {
  const { limits, clock } = options;
  const { status, headers, text } = reply;
  const name = endpointName(endpoint);
  const reason = usefulSentence(text, [token]);
  if (alwaysThere.has(endpoint.id) && (isNotThere(reply) || isForeign(reply)))
    return misdirected(options, endpoint, reply, token);
  switch (status) {
    case 401:
      return tokenRejected(options, endpoint);
    case 403:
      return new AppError('auth.forbidden', { endpoint: name });
    case 404:
      return new AppError('service.not-found', { endpoint: name, reason, form: formOf(text) });
    case 429: {
      const pause = limits.giveWay(endpoint, pauseAfterRefusal(headers, clock.now()));
      return new AppError('service.rate-limited', { endpoint: name, seconds: Math.ceil(pause / SECOND) });
    }
    default:
  }
  if (status >= 500 || status === 408) {
    const pause = readRetryAfter(headers, clock.now());
    if (pause !== undefined) limits.pause(endpoint, pause);
    return new AppError('service.unavailable', { endpoint: name, status, reason });
  }
  if (status >= 400) return new AppError('service.refused', { endpoint: name, status, reason });
  return badReply(endpoint, fact('status {status}, which leads elsewhere', { status }));
}

/** The form of a reply, which shows whether it comes from the service. */
function formOf(text: string): 'json' | 'page' | 'text' {
  if (isPage(text)) return 'page';
  return parseJson(text) === undefined ? 'text' : 'json';
}

/** Endpoints that every service has (§4): if one of them is missing, the base address is wrong for all requests. */
export const alwaysThere: ReadonlySet<string> = new Set([endpoints.generateUploadUrl.id, endpoints.postTransaction.id]);

/** The base address leads to something else; or the service is being deployed, if it worked before. */
export function misdirected(
  { contact, connection, limits }: RefusalPorts,
  endpoint: Endpoint,
  reply: Reply,
  token: string,
): AppError {
  const pause = contact?.failed('base-address');
  if (pause === undefined) {
    const answer = answerInWords(reply, [token]);
    return new AppError('connection.base-address', { address: bareAddress(connection.baseUrl), answer });
  }
  limits.pause(endpoint, pause);
  const reason = usefulSentence(reply.text, [token]);
  return new AppError('service.unavailable', { endpoint: endpointName(endpoint), status: reply.status, reason });
}

/**
 * The sign-in has just succeeded: either the service does not know the newest keys yet, or service and token address
 * belong to different tenants.
 */
function tokenRejected({ contact, limits, serviceClock }: RefusalPorts, endpoint: Endpoint): AppError {
  const name = endpointName(endpoint);
  const wrongClock = serviceClock?.wrongClock;
  const pause = contact?.failed('sign-in');
  if (pause === undefined) return new AppError('auth.token-rejected', { endpoint: name, ...wrongClock });
  const seconds = Math.ceil(limits.pause(endpoint, pause) / SECOND);
  return new AppError('service.token-not-accepted', { endpoint: name, seconds, ...wrongClock });
}

export function badReply(endpoint: Endpoint, excerpt: Said): AppError {
  return new AppError('service.bad-reply', { endpoint: endpointName(endpoint), excerpt });
}
