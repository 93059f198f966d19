/** @file Errors of the service and its replies (§7, §8). */

import { kind, pauseInWords } from './wording.ts';

export const serviceErrors = {
  'service.rate-limited': kind<{ endpoint: string; seconds: number }>(
    true,
    'The service asks to wait',
    ({ endpoint, seconds }) => ({
      detail: `${endpoint} answered 429: too many requests for this tenant.`,
      remedy: `Tranship asks again by itself in ${seconds} s.`,
      remedyOnceEnded: `Try again in ${seconds} s.`,
    }),
  ),
  'service.unavailable': kind<{ endpoint: string; status: number; reason: string; retryAfter?: number }>(
    true,
    'The service is not available',
    ({ endpoint, status, reason, retryAfter = 0 }) => ({
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: `Tranship tries again by itself ${pauseInWords(retryAfter)}.`,
      remedyOnceEnded: retryAfter > 0 ? `Try again in ${retryAfter} s.` : 'Try again in a few minutes.',
    }),
  ),
  'service.refused': kind<{ endpoint: string; status: number; reason: string }>(
    false,
    'The service refused the request',
    ({ endpoint, status, reason }) => ({
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: 'Trying again does not help. Send the sentence above to the provider.',
    }),
  ),
  'service.token-not-accepted': kind<{ endpoint: string; seconds: number }>(
    true,
    'The service does not accept the sign-in yet',
    ({ endpoint, seconds }) => ({
      detail: `${endpoint} answered 401, although the sign-in itself had just succeeded. The keys of the service may be out of date.`,
      remedy: `Tranship tries again by itself in ${seconds} s. If this lasts for some minutes, Tranship stops and says what to check.`,
      remedyOnceEnded: `Try again in ${seconds} s.`,
    }),
  ),
  /** `form`: whether the reply was JSON, a page for people or something else, so that it shows who has answered. */
  'service.not-found': kind<{ endpoint: string; reason: string; form: string }>(
    false,
    'The service did not find this',
    ({ endpoint, reason }) => ({
      detail: `${endpoint} answered 404: ${reason}`,
      remedy: 'Check the addresses of this connection. If they are right, send the sentence above to the provider.',
    }),
  ),
  'service.nothing-there': kind<{ path: string; reason: string }>(
    false,
    'There is nothing at this path',
    ({ path, reason }) => ({
      detail: `The service did not find “${path}”: ${reason}`,
      remedy: 'Ask the provider for the right path, and replace this one.',
      remedyInTerminal: 'Check the path, or ask the provider for it. “tranship observe” lists the paths that are set.',
    }),
  ),
  'service.bad-reply': kind<{ endpoint: string; excerpt: string }>(
    true,
    'The reply cannot be understood',
    ({ endpoint, excerpt }) => ({
      detail: `${endpoint} answered something unexpected: ${excerpt}`,
      remedy:
        'Tranship asks again a few times by itself. If it keeps failing, check the addresses of this connection, and ask IT whether a proxy changes the replies.',
      remedyOnceEnded:
        'Try again in a few minutes. If it keeps failing, check the addresses of this connection, and ask IT whether a proxy changes the replies.',
    }),
  ),
  'service.path-invalid': kind<{ path: string; problem: string }>(
    false,
    'This path cannot be used',
    ({ path, problem }) => ({
      detail: `“${path}” ${problem}. Tranship asks only for paths below the base address of the connection.`,
      remedy: 'Give only what follows the base address, for example /api/name?day=2026-01-31.',
    }),
  ),
};
