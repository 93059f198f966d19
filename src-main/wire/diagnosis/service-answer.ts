/** @file Whether the service replies at its base address, and whether these credentials may use it. */

import { randomUUID } from 'node:crypto';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { type FactValue, fact, says } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import { bareAddress } from '../service/misdirected.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { batchIdSchema } from '../service/wire.ts';
import { bad, doubtful, good, inWordsOf, type Outcome } from './outcome.ts';
import { type Patience, placeAt } from './place.ts';
import type { Replies } from './replies.ts';

/**
 * The service replies from memory about a batch that does not exist: a longer time means a busy service or a bad
 * network.
 */
const SLOW = 5 * SECOND;

/** The reason of a refusal without one. */
const NO_EXPLANATION = fact('no explanation');

/** Typical replies of gateways about an unknown path; about an unknown batch the service says more. */
const noSuchPath = /^(not found|no route matched|cannot get |resource not found|page not found|404)\b/i;

/**
 * The doubt about the base address when a question about a batch that does not exist gets service.not-found; undefined
 * where the reply comes from the service itself, which explains it in JSON.
 */
export function baseAddressDoubt(baseUrl: string, notFound: AppError): AppError<'connection.base-address'> | undefined {
  const reason = reasonOf(notFound);
  const isServices = formOf(notFound) === 'json' && !(typeof reason === 'string' && noSuchPath.test(reason));
  const params = { address: bareAddress(baseUrl), answer: fact('404 ({reason})', { reason }) };
  return isServices ? undefined : new AppError('connection.base-address', params);
}

/** Asks about a batch that does not exist: the reply that there is none shows that these credentials may ask. */
export async function tryService(
  baseUrl: string,
  {
    client,
    replies,
    patience,
  }: { client: () => Pick<ServiceClient, 'batchStatus'>; replies: Replies; patience: Patience },
): Promise<Outcome> {
  const { signal } = patience;
  try {
    await client().batchStatus(batchIdSchema.parse(randomUUID()), signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const refusal = explain(baseUrl, toAppError(thrown), replies);
    if (refusal !== undefined) return refusal;
  }
  // Without what Tranship itself waits, to keep within its limits.
  const took = replies.last?.milliseconds ?? 0;
  if (took < SLOW) return good(fact('The service answers, and these credentials may ask about batches.'));
  return doubtful(
    fact('The service answers, but it took {seconds} s.', { seconds: Math.round(took / SECOND) }),
    fact(
      'Ask IT whether the network or the proxy is overloaded. Tranship waits for the answers, but sends more slowly.',
    ),
  );
}

function explain(baseUrl: string, error: AppError, { last }: Replies): Outcome | undefined {
  const { name } = placeAt(baseUrl);
  const reason = reasonOf(error);
  if (last === undefined) return inWordsOf(error);
  if (last.leadsTo !== undefined && last.leadsTo !== name) {
    return bad(
      fact('The host {name} redirects to {target} instead of answering.', { name, target: last.leadsTo }),
      fact(
        'The network may ask you to sign in, or a proxy may redirect the request. Otherwise check the base address.',
      ),
    );
  }
  if (error.code === 'service.not-found') {
    if (last.isPage || says(reason, NO_EXPLANATION)) {
      return bad(
        fact('The base address is wrong: {name} answered 404, and not as the service does ({reason}).', {
          name,
          reason,
        }),
        fact('Check the base address of this connection, its path included: it ends before /api.'),
      );
    }
    const doubt = baseAddressDoubt(baseUrl, error);
    return doubt && inWordsOf(doubt, 'doubtful');
  }
  // A busy or failing host may reply with a page, too.
  if (last.isPage && (!error.retryable || last.status < 400)) {
    return bad(
      reason === ''
        ? fact('The host {name} answered {status} with a web page, as proxies do.', { name, status: last.status })
        : fact('The host {name} answered {status} with a web page ({reason}), as proxies do.', {
            name,
            status: last.status,
            reason,
          }),
      fact('Ask IT whether a proxy or a firewall blocks {name}; otherwise check the base address.', { name }),
    );
  }
  // The service is there and can be reached; a busy or failing service is no fault of the connection.
  return inWordsOf(error, error.retryable ? 'doubtful' : 'bad');
}

function reasonOf(error: AppError): FactValue {
  return error.toRecord().params['reason'] ?? '';
}

function formOf({ params }: AppError): string {
  return 'form' in params ? String(params.form) : '';
}
