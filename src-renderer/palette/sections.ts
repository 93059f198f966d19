/** @file What the list of commands shows: in groups as long as nothing is typed, and then by how well it fits. Pure. */

import { message } from '../../src-shared/languages/message.ts';
import { paletteTexts } from '../texts/palette.ts';
import { type CommandGroup, commandGroups, type PaletteCommand } from './palette-command.ts';
import { type Ranked, ranked, type SearchableTexts } from './ranking.ts';

export interface Section {
  group: CommandGroup | 'fitting' | 'search';
  title: string;
  options: Ranked<PaletteCommand>[];
}

export interface Sections {
  shown: Section[];
  /** How many fit, and are not shown. */
  left: number;
}

/** How many of the recently used commands stand first. */
const MOST_RECENT = 4;
/** How many submissions are shown that fit. */
const MOST_JUMPS = 20;

interface Wanted {
  commands: readonly PaletteCommand[];
  jumps: readonly PaletteCommand[];
  query: string;
  recent: readonly string[];
  texts: SearchableTexts;
}

export function sectionsFor({ commands, jumps, query, recent, texts }: Wanted): Sections {
  if (query.trim() === '') return { shown: atRest(commands, recent), left: 0 };
  const jumpsThatFit = ranked(jumps, query, recent, texts);
  const shownJumps = jumpsThatFit.slice(0, MOST_JUMPS);
  // Sorting is stable: among those that fit alike, commands come before submissions.
  const options = [...ranked(commands, query, recent, texts), ...shownJumps].sort((a, b) => a.grade - b.grade);
  const shown: Section[] =
    options.length === 0 ? [] : [{ group: 'fitting', title: message('What fits, the best first'), options }];
  return { shown: [...shown, searchFor(query.trim())], left: jumpsThatFit.length - shownJumps.length };
}

/** Last, so that Enter runs what fits: an id of a payment fits nothing else. */
function searchFor(text: string): Section {
  const command: PaletteCommand = {
    id: 'search',
    title: message('Find “{text}” in the queue, also as the id of a payment', { text }),
    group: 'pages',
    act: { kind: 'search', text },
  };
  return { group: 'search', title: message('Search'), options: [{ command, places: [], grade: 0 }] };
}

function atRest(commands: readonly PaletteCommand[], recent: readonly string[]): Section[] {
  const isStep = ({ group }: PaletteCommand) => group === 'steps' || group === 'endings';
  const byId = new Map(commands.filter((command) => !isStep(command)).map((command) => [command.id, command]));
  const used = recent.flatMap((id) => byId.get(id) ?? []).slice(0, MOST_RECENT);
  const isUsed = new Set(used);
  const rest = commands.filter((command) => !isUsed.has(command));
  return commandGroups.flatMap((group) => {
    const own = group === 'recent' ? used : rest.filter((command) => command.group === group);
    return own.length === 0
      ? []
      : section(
          group,
          own.map((command) => ({ command, places: [], grade: 0 })),
        );
  });
}

function section(group: CommandGroup, options: Ranked<PaletteCommand>[]): Section {
  const isOfMany = options.some(({ command: { act } }) => act.kind === 'step' && act.ids.length > 1);
  return { group, title: isOfMany ? titleOfMany(group) : paletteTexts.groups[group], options };
}

function titleOfMany(group: CommandGroup): string {
  return group === 'endings' ? message('End the selected submissions') : message('Selected submissions');
}
