/** @file Whether the service answers at its base address, and whether these credentials may use it. */

import { randomUUID } from 'node:crypto';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { SECOND } from '../clock.ts';
import { bareAddress } from '../service/misdirected.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { batchIdSchema } from '../service/wire.ts';
import { bad, doubtful, good, inWordsOf, type Outcome } from './outcome.ts';
import { type Patience, placeAt } from './place.ts';
import type { Replies } from './replies.ts';

/** A batch that nobody has is answered from memory: whoever takes longer is busy, or the line is bad. */
const SLOW = 5 * SECOND;

/** The reason of a refusal that has none. */
const NO_EXPLANATION = 'no explanation';

/** What gateways say of a path that leads nowhere; of a batch that it does not know the service says more. */
const noSuchPath = /^(not found|no route matched|cannot get |resource not found|page not found|404)\b/i;

/**
 * What speaks against the base address where service.not-found is the answer to a question about a batch that nobody has;
 * undefined where it is the service that knows no such batch: it explains that in JSON.
 */
export function baseAddressDoubt(baseUrl: string, notFound: AppError): AppError<'connection.base-address'> | undefined {
  const reason = reasonOf(notFound);
  const isServices = formOf(notFound) === 'json' && !noSuchPath.test(reason);
  const params = { address: bareAddress(baseUrl), answer: `404 (${reason})` };
  return isServices ? undefined : new AppError('connection.base-address', params);
}

/** Asks about a batch that nobody has: whoever hears that there is none may ask about batches. */
export async function tryService(
  baseUrl: string,
  {
    client,
    replies,
    patience,
  }: { client: () => Pick<ServiceClient, 'batchStatus'>; replies: Replies; patience: Patience },
): Promise<Outcome> {
  const { clock, signal } = patience;
  const asked = clock.now();
  try {
    await client().batchStatus(batchIdSchema.parse(randomUUID()), signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const refusal = explain(baseUrl, toAppError(thrown), replies);
    if (refusal !== undefined) return refusal;
  }
  const took = clock.now() - asked;
  if (took < SLOW) return good('The service answers, and these credentials may ask about batches.');
  return doubtful(
    `The service answers, but it took ${Math.round(took / SECOND)} s.`,
    'Ask IT whether the network or the proxy is overloaded. Tranship waits for the answers, but sends more slowly.',
  );
}

function explain(baseUrl: string, error: AppError, { last }: Replies): Outcome | undefined {
  const { name } = placeAt(baseUrl);
  const reason = reasonOf(error);
  if (last === undefined) return inWordsOf(error);
  if (last.leadsTo !== undefined && last.leadsTo !== name) {
    return bad(
      `The host ${name} redirects to ${last.leadsTo} instead of answering.`,
      'The network may ask you to sign in, or a proxy may redirect the request. Otherwise check the base address.',
    );
  }
  if (error.code === 'service.not-found') {
    if (last.isPage || reason === NO_EXPLANATION) {
      return bad(
        `The base address is wrong: ${name} answered 404, and not as the service does (${reason}).`,
        'Check the base address of this connection, its path included: it ends before /api.',
      );
    }
    const doubt = baseAddressDoubt(baseUrl, error);
    return doubt && inWordsOf(doubt, 'doubtful');
  }
  if (last.isPage && !error.retryable) {
    return bad(
      `The host ${name} answered ${last.status} with a web page (${reason}), as proxies do.`,
      `Ask IT whether a proxy or a firewall blocks ${name}; otherwise check the base address.`,
    );
  }
  // It is there and reached; that it is unwell or busy is no fault of the connection.
  return inWordsOf(error, error.retryable ? 'doubtful' : 'bad');
}

function reasonOf({ params }: AppError): string {
  return 'reason' in params ? String(params.reason) : '';
}

function formOf({ params }: AppError): string {
  return 'form' in params ? String(params.form) : '';
}
