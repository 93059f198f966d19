/** @file Whether the storage can be reached: its name, the route, the encryption, and any reply. */

import { fact } from '../../../src-shared/languages/fact.ts';
import type { Hosts } from './hosts.ts';
import { doubtful, good, type Outcome } from './outcome.ts';
import { placeAt } from './place.ts';

/** @param address only its origin is used: the rest may be signed */
export async function examineStorage(hosts: Hosts, address: string): Promise<Outcome> {
  const place = placeAt(address);
  const { outcome, answer } = await hosts.whole(place.origin);
  if (outcome.outcome !== 'good') return { ...outcome, sentence: [fact('The storage:'), ...outcome.sentence] };
  if (answer === undefined) {
    return doubtful(
      fact('The storage {name} can be reached, but does not answer.', { name: place.name }),
      fact('Ask IT whether a firewall blocks requests to {name}.', { name: place.name }),
    );
  }
  // Without a signature it refuses everything, which is a reply too.
  return good([fact('The storage answers.'), ...outcome.sentence]);
}
