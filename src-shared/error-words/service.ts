/** @file Errors of the service and its replies (§7, §8). */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind, triesAgain } from './wording.ts';
import { clockRemedy, type WrongClock } from './wrong-clock.ts';

export const serviceErrors = {
  'service.rate-limited': kind<{ endpoint: Said; seconds: number }>(
    true,
    () => message('The service asks to wait'),
    ({ endpoint, seconds }) => ({
      detail: fact('{endpoint} answered 429: too many requests for this tenant.', { endpoint }),
      remedy: message('Tranship asks again by itself in {seconds} s.', { seconds }),
      remedyOnceEnded: message('Try again in {seconds} s.', { seconds }),
    }),
  ),
  'service.unavailable': kind<{ endpoint: Said; status: number; reason: Said; retryAfter?: number }>(
    true,
    () => message('The service is not available'),
    ({ endpoint, status, reason, retryAfter = 0 }) => ({
      detail: fact('{endpoint} answered {status}: {reason}', { endpoint, status, reason }),
      remedy: triesAgain(retryAfter),
      remedyOnceEnded:
        retryAfter > 0
          ? message('Try again in {seconds} s.', { seconds: retryAfter })
          : message('Try again in a few minutes.'),
    }),
  ),
  'service.refused': kind<{ endpoint: Said; status: number; reason: Said }>(
    false,
    () => message('The service refused the request'),
    ({ endpoint, status, reason }) => ({
      detail: fact('{endpoint} answered {status}: {reason}', { endpoint, status, reason }),
      remedy: message('Trying again does not help. Send the sentence above to the provider.'),
    }),
  ),
  'service.token-not-accepted': kind<{ endpoint: Said; seconds: number } & WrongClock>(
    true,
    () => message('The service does not accept the sign-in yet'),
    ({ endpoint, seconds, ...wrongClock }) => ({
      detail: fact(
        '{endpoint} answered 401, although the sign-in itself had just succeeded. The keys of the service may be out of date.',
        { endpoint },
      ),
      remedy:
        clockRemedy(wrongClock, 'by-itself') ??
        message(
          'Tranship tries again by itself in {seconds} s. If this lasts for some minutes, Tranship stops and says what to check.',
          { seconds },
        ),
      remedyOnceEnded: clockRemedy(wrongClock, 'by-person') ?? message('Try again in {seconds} s.', { seconds }),
    }),
  ),
  /** `form`: whether the reply was JSON, a page for people or something else, so that it shows who has answered. */
  'service.not-found': kind<{ endpoint: Said; reason: Said; form: string }>(
    false,
    () => message('The service did not find this'),
    ({ endpoint, reason }) => ({
      detail: fact('{endpoint} answered 404: {reason}', { endpoint, reason }),
      remedy: message(
        'Check the addresses of this connection. If they are right, send the sentence above to the provider.',
      ),
    }),
  ),
  'service.nothing-there': kind<{ path: string; reason: Said }>(
    false,
    () => message('There is nothing at this path'),
    ({ path, reason }) => ({
      detail: fact('The service did not find “{path}”: {reason}', { path, reason }),
      remedy: message('Ask the provider for the right path, and replace this one.'),
      remedyInTerminal: message(
        'Check the path, or ask the provider for it. “tranship observe” lists the paths that are set.',
      ),
    }),
  ),
  'service.bad-reply': kind<{ endpoint: Said; excerpt: Said }>(
    true,
    () => message('The reply cannot be understood'),
    ({ endpoint, excerpt }) => ({
      detail: fact('{endpoint} answered something unexpected: {excerpt}', { endpoint, excerpt }),
      remedy: message(
        'Tranship asks again a few times by itself. If it keeps failing, check the addresses of this connection, and ask IT whether a proxy changes the replies.',
      ),
      remedyOnceEnded: message(
        'Try again in a few minutes. If it keeps failing, check the addresses of this connection, and ask IT whether a proxy changes the replies.',
      ),
    }),
  ),
  'service.path-invalid': kind<{ path: string; problem: Said }>(
    false,
    () => message('This path cannot be used'),
    ({ path, problem }) => ({
      detail: fact('“{path}” {problem}. Tranship asks only for paths below the base address of the connection.', {
        path,
        problem,
      }),
      remedy: message('Give only what follows the base address, for example /api/name?day=2026-01-31.'),
    }),
  ),
};
