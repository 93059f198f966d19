/**
 * @file Whether a fresh token is issued; if not, whether the cause is the client, the scope, the address or a host in
 * between.
 */

import { type AppError, toAppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { withoutStop } from '../service/refusal-words.ts';
import type { TokenSource } from '../service/token.ts';
import { bad, good, inWordsOf, type Outcome } from './outcome.ts';
import type { Place } from './place.ts';
import type { Replies, SeenReply } from './replies.ts';

/** `place`: that of the token address. Rejects only with the signal's reason. */
export async function trySigningIn(
  place: Place,
  { tokens, replies, signal }: { tokens: () => TokenSource; replies: Replies; signal: AbortSignal },
): Promise<Outcome> {
  try {
    await tokens().current(signal);
    return good(fact('The client id, the secret and the scope were accepted.'));
  } catch (thrown) {
    signal.throwIfAborted();
    return explain(place, toAppError(thrown), replies.last);
  }
}

function explain(place: Place, error: AppError, seen: SeenReply | undefined): Outcome {
  if (seen === undefined) return inWordsOf(error);
  const { name } = place;
  if (seen.leadsTo !== undefined && seen.leadsTo !== name)
    return portal(
      fact(
        'The sign-in at {name} is redirected to {target}. The network may ask you to sign in, a proxy may have answered, or the token address is wrong.',
        { name, target: seen.leadsTo },
      ),
    );
  if (seen.status === 404 || seen.status === 405) {
    return bad(
      fact('The token address does not exist: {name} answered {status}.', { name, status: seen.status }),
      fact('Check the token address of this connection, its path included.'),
    );
  }
  // A busy or failing host may reply with a page too.
  if (seen.status >= 500 || seen.status === 429) return inWordsOf(error);
  if (seen.status === 403 && seen.isPage) {
    return bad(
      fact('The sign-in at {name} was answered 403 with a web page, as proxies and firewalls do.', { name }),
      fact('Ask IT whether a proxy or a firewall blocks {name}.', { name }),
    );
  }
  if (seen.status === 403) {
    return bad(
      fact('The host {name} refuses this computer or this client (it answered 403).', { name }),
      fact(
        'Ask the provider whether the addresses of your network must be allowed, and whether this client is enabled.',
      ),
    );
  }
  if (seen.isPage)
    return portal(
      fact(
        'The sign-in at {name} was answered with a web page (status {status}). The network may ask you to sign in, a proxy may have answered, or the token address is wrong.',
        { name, status: seen.status },
      ),
    );
  const said = error.toRecord().params['reason'];
  const reason = withoutStop(typeof said === 'string' ? said : '');
  switch (/^[a-z]+_[a-z_]+/.exec(reason)?.[0]) {
    case 'invalid_scope':
      return bad(
        fact('The scope was not accepted: {name} says “{reason}”.', { name, reason }),
        fact('Check the scope of this connection; usually it is tenant/<tenant-id>.'),
      );
    case 'invalid_client':
      return bad(
        fact('The client id or the secret was not accepted: {name} says “{reason}”.', { name, reason }),
        fact('Check the client id, and enter the secret again: it may have been changed at the provider.'),
      );
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return bad(
        fact('The client is not allowed to sign in this way: {name} says “{reason}”.', { name, reason }),
        fact('Ask the provider to allow client credentials for this client id.'),
      );
    default:
      return inWordsOf(error);
  }
}

function portal(sentence: Fact): Outcome {
  return bad(
    sentence,
    fact(
      'Open a website in the browser and sign in to the network if it asks you to. Otherwise check the token address.',
    ),
  );
}
