/** @file The commands about the history: what a person finds in it. */

import type { HistoryEntry, HistoryFilter } from '../../src-shared/contract.ts';
import { overviewOf } from '../records/overview.ts';
import { Stories } from '../records/stories.ts';
import { RESTORABLE } from '../send/actions.ts';
import { findPlaces } from '../send/sent-before/places.ts';
import type { FoundEntry, HistoryPlace, HistoryFilter as StoredFilter } from '../send/storage/history-search.ts';
import { Standings } from '../send/view/standings.ts';
import type { FindPorts } from './find.ts';
import type { CommandHandlers } from './ports.ts';

type HistoryCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `history.${string}`>>;

/** More places than a person's history of one id has. */
const MOST_PLACES = 1000;

export function historyCommands(ports: FindPorts): HistoryCommands {
  const { store } = ports.app;
  return {
    'history.find': async ({ filter, olderThan, limit }) => {
      const { wanted, unsearched } = await storedFilter(ports, filter);
      const found = store.findHistory(wanted, { limit: limit + 1, olderThan });
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return {
        entries: entries.map(entryRow),
        ...(found.length > limit && last !== undefined && { olderThan: last.position }),
        ...(unsearched > 0 && { unsearched }),
      };
    },
    'history.overview': ({ starts }) => {
      const standings = ports.app.queue?.standings() ?? new Standings(store).all();
      return overviewOf({ store, standings, stories: ports.stories ?? new Stories(store) }, starts);
    },
    'history.choices': () => ({
      people: store.recordingPeople(),
      hasModificationIndex: ports.app.keepsIds,
    }),
  };
}

/** A modification id is found by the indexes of checked files, where they are kept. `unsearched`: files whose index does not tell. */
export async function storedFilter(
  ports: FindPorts,
  filter: HistoryFilter,
): Promise<{ wanted: StoredFilter; unsearched: number }> {
  const { modificationId, named, ...others } = filter;
  const wanted = { ...others, ...(named !== undefined && { fileName: named }) };
  if (modificationId === undefined) return { wanted, unsearched: 0 };
  const { places, unsearched } = await placesOf(ports, modificationId);
  return { wanted: { ...wanted, places }, unsearched };
}

async function placesOf(
  { app, signal }: FindPorts,
  modificationId: string,
): Promise<{ places: readonly HistoryPlace[]; unsearched: number }> {
  if (!app.keepsIds) return { places: [], unsearched: 0 };
  const ports = { store: app.store, indexes: app.idIndexes, signal, most: MOST_PLACES, mayRepair: false };
  const { places, repairs } = await findPlaces([modificationId], ports);
  return { places, unsearched: repairs.length };
}

function entryRow(entry: FoundEntry): HistoryEntry {
  const { removedAt, purgedAt } = entry;
  const known = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  const canRestore = removedAt !== undefined && purgedAt === undefined;
  return {
    position: entry.position,
    at: entry.at,
    kind: entry.kind,
    hash: entry.hash,
    ...known,
    isRemoved: removedAt !== undefined,
    ...(canRestore && { restorableUntil: removedAt + RESTORABLE }),
  };
}
