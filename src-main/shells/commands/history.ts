/** @file The commands about the history: what a person finds in it. */

import type { HistoryEntry, HistoryFilter } from '../../../src-shared/contract.ts';
import { RESTORABLE } from '../../queue/actions.ts';
import type { FoundEntry, HistoryFilter as StoredFilter } from '../../queue/storage/history-search.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type HistoryCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `history.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'findModification'>;

export function historyCommands(ports: Ports): HistoryCommands {
  const { store } = ports.app;
  return {
    'history.find': ({ filter, olderThan, limit }) => {
      const found = store.findHistory(storedFilter(ports, filter), { limit: limit + 1, olderThan });
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return {
        entries: entries.map(entryRow),
        ...(found.length > limit && last !== undefined && { olderThan: last.position }),
      };
    },
    'history.overview': ({ starts }) => ({
      days: store.figuresByDay(starts),
      byRule: store.findingsByRule(starts[0] ?? 0, starts.at(-1) ?? 0),
    }),
    'history.choices': () => ({
      people: store.recordingPeople(),
      hasModificationIndex: ports.findModification !== undefined,
    }),
  };
}

/** A modification id is found by its own index, where there is one. */
export function storedFilter(
  { findModification }: Pick<Ports, 'findModification'>,
  filter: HistoryFilter,
): StoredFilter {
  const { modificationId, named, ...others } = filter;
  return {
    ...others,
    ...(named !== undefined && { fileName: named }),
    ...(modificationId !== undefined && { places: findModification?.(modificationId) ?? [] }),
  };
}

function entryRow(entry: FoundEntry): HistoryEntry {
  const { removedAt, purgedAt, hash: _, ...said } = entry;
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const canRestore = removedAt !== undefined && purgedAt === undefined;
  return {
    ...{ position: entry.position, at: entry.at, kind: entry.kind },
    ...known,
    isRemoved: removedAt !== undefined,
    ...(canRestore && { restorableUntil: removedAt + RESTORABLE }),
  };
}
