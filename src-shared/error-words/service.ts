/** @file Errors of the service and its replies (§7, §8). */

import { kind, pauseInWords } from './wording.ts';

export const serviceErrors = {
  'service.rate-limited': kind<{ endpoint: string; seconds: number }>(true, ({ endpoint, seconds }) => ({
    title: 'The service asks to wait',
    detail: `${endpoint} answered 429: too many requests for this tenant.`,
    remedy: `Tranship asks again by itself in ${seconds} s.`,
    remedyOnceEnded: `Try again in ${seconds} s.`,
  })),
  'service.unavailable': kind<{ endpoint: string; status: number; reason: string; retryAfter?: number }>(
    true,
    ({ endpoint, status, reason, retryAfter = 0 }) => ({
      title: 'The service is not available',
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: `Tranship tries again by itself ${pauseInWords(retryAfter)}.`,
      remedyOnceEnded: retryAfter > 0 ? `Try again in ${retryAfter} s.` : 'Try again in a few minutes.',
    }),
  ),
  'service.refused': kind<{ endpoint: string; status: number; reason: string }>(
    false,
    ({ endpoint, status, reason }) => ({
      title: 'The service refused the request',
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: 'This does not heal by itself. Pass the sentence above on to the provider.',
    }),
  ),
  'service.token-not-accepted': kind<{ endpoint: string; seconds: number }>(true, ({ endpoint, seconds }) => ({
    title: 'The service does not accept the sign-in yet',
    detail: `${endpoint} answered 401, although the sign-in itself had just succeeded. The service may be behind with its keys.`,
    remedy: `Tranship tries again by itself in ${seconds} s. If it stays so for some minutes, Tranship stops and says what to check.`,
    remedyOnceEnded: `Try again in ${seconds} s.`,
  })),
  /** `form`: whether the reply was JSON, an HTML page or something else, which shows what kind of server answered. */
  'service.not-found': kind<{ endpoint: string; reason: string; form: string }>(false, ({ endpoint, reason }) => ({
    title: 'The service does not know this',
    detail: `${endpoint} answered 404: ${reason}`,
    remedy: 'Check the addresses of this connection. If they are right, pass the sentence above on to the provider.',
  })),
  'service.nothing-there': kind<{ path: string; reason: string }>(false, ({ path, reason }) => ({
    title: 'There is nothing at this path',
    detail: `The service knows no “${path}”: ${reason}`,
    remedy: 'Ask the provider for the right path, and set that in place of this one.',
    remedyInTerminal: 'Check the path, or ask the provider for it. “tranship observe” lists those that are set.',
  })),
  'service.bad-reply': kind<{ endpoint: string; excerpt: string }>(true, ({ endpoint, excerpt }) => ({
    title: 'The reply cannot be understood',
    detail: `${endpoint} answered something unexpected: ${excerpt}`,
    remedy:
      'Tranship asks again a few times by itself. If it stays, check the addresses of this connection, and ask IT whether a proxy is in between.',
    remedyOnceEnded:
      'Try again in a few minutes. If it stays, check the addresses of this connection, and ask IT whether a proxy is in between.',
  })),
  'service.path-invalid': kind<{ path: string; problem: string }>(false, ({ path, problem }) => ({
    title: 'This path cannot be asked about',
    detail: `“${path}” ${problem}. Only what lies below the base address of the connection is asked.`,
    remedy: 'Give only what follows the base address, for example /api/name?day=2026-01-31.',
  })),
};
