/**
 * @file What a team ledger knows of a modification id, beside what this computer knows: which of its files are those of this
 * desk, and which have the same bytes as one here.
 */

import type { FoundInTeam } from '../../src-shared/team-shapes.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { onLedger } from './announcements.ts';
import type { TeamLink } from './connection/team-link.ts';
import { nameInLedger, numberIn } from './name-in-ledger.ts';
import type { FoundSending } from './sendings/sendings.ts';

/** More than a person reads. */
const SHOWN_PLACES = 100;

interface Here {
  store: Pick<QueueStore, 'submission' | 'checkedContents'>;
  /** The name of the connection of this desk that leads there. */
  connectionTo: (destination: string) => string | undefined;
}

/** @throws AppError team.*; team.refused also for a person who may not see what others sent */
export async function findInTeam(link: TeamLink, id: string, here: Here): Promise<FoundInTeam> {
  if (id === '') return { places: [], isCut: false, unsearched: 0 };
  const { sendings, unsearched } = await onLedger(link, (ledger) => ledger.find([id]));
  const latest = sendings.toSorted((one, other) => other.at.localeCompare(one.at));
  const shown = latest.slice(0, SHOWN_PLACES);
  const contents = new Set(shown.length === 0 ? [] : here.store.checkedContents().map(({ sha256 }) => sha256));
  return {
    places: shown.map((sending) => placeOf(sending, link, here, contents)),
    isCut: shown.length < sendings.length,
    unsearched,
  };
}

function placeOf(
  { id, fileName, person, desk, at, destination, counts, ...sending }: FoundSending,
  link: TeamLink,
  { store, connectionTo }: Here,
  contents: ReadonlySet<string>,
): FoundInTeam['places'][number] {
  const connection = connectionTo(destination);
  const number = sending.deskId === link.desk.id ? numberIn(sending.submission) : undefined;
  const own = number === undefined ? undefined : store.submission(number);
  return {
    ...{ sending: id, fileName, person, desk, at: Date.parse(at), destination, counts },
    ...(connection !== undefined && { connection }),
    ...(own !== undefined && nameInLedger(own) === sending.submission && { own: own.id }),
    ...(sending.announcedLater !== null && { announcedLater: Date.parse(sending.announcedLater) }),
    isHere: contents.has(sending.sha256),
  };
}
