/** @file The commands that are possible now, from what the window knows. */

import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { spokenLanguage } from '../../src-shared/languages/message.ts';
import { useAppInfo, useIsManaged } from '../app-info.ts';
import { useRestorable } from '../history/use-restorable.ts';
import { useConnections, useListLook, useQueue, useStores, useTeam } from '../stores.ts';
import { hasTeam } from '../team/team-store.ts';
import { useRoute } from '../use-route.ts';
import { chosenRows } from './chosen-rows.ts';
import { commandsIn, jumpsTo } from './commands.ts';
import type { PaletteCommand } from './palette-command.ts';

interface Commands {
  commands: PaletteCommand[];
  /** Those that lead to a submission, the newest first. */
  jumps: PaletteCommand[];
}

export function useCommands(): Commands {
  const { queue, queueView, palette } = useStores();
  const { shell } = useAppInfo();
  const { colorScheme } = useMantineColorScheme();
  const areConnectionsManaged = useIsManaged()('connections');
  const connections = useConnections((store) => store.connections);
  const isInTeam = useTeam(hasTeam);
  const listRows = useListLook(({ rows }) => rows);
  const grouping = useListLook((look) => look.grouping);
  const route = useRoute();
  const removals = useRestorable();
  // What is possible changes only with states; progress changes nothing.
  const version = useQueue(({ list }) => list?.version);
  return useMemo(() => {
    const rows = queue.getState().list?.rows ?? new Map();
    const { search, states, connections: places, added } = queueView.getState();
    void version;
    return {
      commands: commandsIn({
        shell,
        shown: route.page === 'queue' ? queueView.getState().shown.flatMap((id) => rows.get(id) ?? []) : [],
        search,
        isFiltered: states.length + places.length > 0 || added !== undefined,
        hasFiles: rows.size > 0,
        chosen: chosenRows({ route, view: queueView.getState(), rows }),
        areSelected: queueView.getState().selected.size > 0,
        connections: connections ?? [],
        areConnectionsManaged,
        isInTeam,
        removals,
        offered: [...palette.getState().offers.values()].flat(),
        language: spokenLanguage().code,
        list: { rows: listRows, grouping },
        appearance: colorScheme === 'auto' ? 'system' : colorScheme,
      }),
      jumps: jumpsTo(rows.values()),
    };
  }, [
    queue,
    queueView,
    palette,
    shell,
    colorScheme,
    listRows,
    grouping,
    areConnectionsManaged,
    isInTeam,
    removals,
    connections,
    route,
    version,
  ]);
}
