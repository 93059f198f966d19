/** @file Whether a host's name resolves, and to which addresses. */

import { lookup } from 'node:dns/promises';
import { fact } from '../../../src-shared/languages/fact.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { abortable } from '../service/abortable.ts';
import { bad, doubtful, good, type Outcome } from './outcome.ts';
import { NoAnswer, type Patience, type Place, within } from './place.ts';

/** All addresses of a name. Throws as node:dns does. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

/** `isBehindProxy`: the proxy resolves the name, and this computer need not be able to. */
export async function examineName(
  place: Place,
  { resolve, isBehindProxy, patience }: { resolve: Resolve; isBehindProxy: boolean; patience: Patience },
): Promise<Outcome> {
  const { host } = place;
  if (place.isAddress)
    return good(fact('The host is given by its address, {host}: there is no name to resolve.', { host }));
  try {
    const found = await within(patience, (signal) => abortable(resolve(host), signal));
    return good(fact('The name {host} resolves to {addresses}.', { host, addresses: inWords(found) }));
  } catch (thrown) {
    patience.signal.throwIfAborted();
    if (isBehindProxy)
      return good(
        fact('The name {host} cannot be resolved on this computer, which is usual where the proxy resolves names.', {
          host,
        }),
      );
    return explain(host, thrown);
  }
}

function inWords(found: readonly { address: string; family: number }[]): string {
  const kind = (family: number) => found.filter((one) => one.family === family).map(({ address }) => address);
  const some = (addresses: readonly string[]) =>
    addresses.length <= 2 ? addresses.join(' and ') : `${addresses[0]} and ${addresses.length - 1} more`;
  return [['IPv4', kind(4)] as const, ['IPv6', kind(6)] as const]
    .flatMap(([name, addresses]) => (addresses.length === 0 ? [] : [`${some(addresses)} (${name})`]))
    .join(', ');
}

function explain(host: string, thrown: unknown): Outcome {
  const code = codeOf(thrown);
  if (thrown instanceof NoAnswer || code === 'EAI_AGAIN' || code === 'ETIMEOUT') {
    return bad(
      fact('The name {host} cannot be resolved at the moment: the name server does not answer.', { host }),
      fact('Check the network and the VPN. If other websites open, ask IT about the name server of this computer.'),
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_NONAME' || code === 'EAI_NODATA' || code === 'ENODATA') {
    return bad(
      fact('The name {host} does not resolve: the name server knows no such name.', { host }),
      fact('Check the spelling of the address. If it is right, connect the VPN, or ask IT whether a proxy is needed.'),
    );
  }
  return doubtful(
    fact('The name {host} could not be resolved ({code}).', { host, code: code ?? String(thrown) }),
    fact('Ask IT about the name server of this computer.'),
  );
}
