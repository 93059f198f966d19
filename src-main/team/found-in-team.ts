/**
 * @file What a team ledger knows of modification ids, beside what this computer knows: which of its files are those of this
 * desk, and which have the same bytes as one here.
 */

import type { FoundInTeam } from '../../src-shared/team-shapes.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { nameInLedger, numberIn } from './name-in-ledger.ts';
import type { FoundSending, FoundSendings } from './sendings/sendings.ts';

export interface Here {
  /** Of this desk; undefined where there is no data folder. */
  deskId: string | undefined;
  store: Pick<QueueStore, 'submission' | 'checkedContents'> | undefined;
  /** The name of the connection of this desk that leads there. */
  connectionTo: (destination: string) => string | undefined;
}

/** At most so many places. */
export function placesIn({ sendings, unsearched }: FoundSendings, most: number, here: Here): FoundInTeam {
  const shown = sendings.slice(0, most);
  const contents = new Set(shown.length === 0 ? [] : here.store?.checkedContents().map(({ sha256 }) => sha256));
  return {
    places: shown.map((sending) => placeOf(sending, here, contents)),
    isCut: shown.length < sendings.length,
    unsearched,
  };
}

function placeOf(
  { id, deskId, submission, at, announcedLater, withdrawnAt, ...sending }: FoundSending,
  { deskId: own, store, connectionTo }: Here,
  contents: ReadonlySet<string>,
): FoundInTeam['places'][number] {
  const connection = connectionTo(sending.destination);
  const number = deskId === own ? numberIn(submission) : undefined;
  const ofHere = number === undefined ? undefined : store?.submission(number);
  return {
    ...sending,
    sending: id,
    at: Date.parse(at),
    ...(connection !== undefined && { connection }),
    ...(ofHere !== undefined && nameInLedger(ofHere) === submission && { own: ofHere.id }),
    ...(announcedLater !== null && { announcedLater: Date.parse(announcedLater) }),
    ...(withdrawnAt !== null && { withdrawnAt: Date.parse(withdrawnAt) }),
    isHere: contents.has(sending.sha256),
  };
}
