/** @file What the list of commands shows: in groups as long as nothing is typed, and then by how well it fits. Pure. */

import type { Place } from '../../src-shared/contract.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { paidInWords } from '../../src-shared/place-words.ts';
import { looksLikeId } from '../../src-shared/sought-id.ts';
import { paletteTexts } from '../texts/palette.ts';
import { type CommandGroup, commandGroups, type PaletteCommand } from './palette-command.ts';
import { type Ranked, ranked, type SearchableTexts } from './ranking.ts';

export interface Section {
  group: CommandGroup | 'fitting' | 'search' | 'found';
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
  /** Where what is typed was found, as an id. */
  places?: readonly Place[];
  /** What is told of the search for it. */
  searching?: string | undefined;
}

/** How many places of an id are shown. */
const MOST_PLACES = 5;

export function sectionsFor({ commands, jumps, query, recent, texts, places = [], searching }: Wanted): Sections {
  if (query.trim() === '') return { shown: atRest(commands, recent), left: 0 };
  const jumpsThatFit = ranked(jumps, query, recent, texts);
  const shownJumps = jumpsThatFit.slice(0, MOST_JUMPS);
  // Sorting is stable: among those that fit alike, commands come before submissions.
  const options = [...ranked(commands, query, recent, texts), ...shownJumps].sort((a, b) => a.grade - b.grade);
  const shown: Section[] =
    options.length === 0 ? [] : [{ group: 'fitting', title: message('What fits, the best first'), options }];
  return {
    shown: [...shown, searchFor(query.trim(), searching), ...foundAt(places, query.trim())],
    left: jumpsThatFit.length - shownJumps.length,
  };
}

/** Behind what fits, so that Enter runs that: an id of a payment fits nothing else. */
function searchFor(text: string, hint: string | undefined): Section {
  const command: PaletteCommand = {
    id: 'search',
    title: looksLikeId(text)
      ? message('Search for {text} in the queue and in the files', { text })
      : message('Find “{text}” in the queue', { text }),
    group: 'pages',
    ...(hint !== undefined && { hint }),
    act: { kind: 'search', text },
  };
  return { group: 'search', title: message('Search'), options: [{ command, places: [], grade: 0 }] };
}

/** The queue shows all that is known of a place, with the line itself. */
function foundAt(places: readonly Place[], text: string): Section[] {
  const options = places.slice(0, MOST_PLACES).map((place): Ranked<PaletteCommand> => {
    const { submission, fileName, line, batch } = place;
    const command: PaletteCommand = {
      id: `place:${submission}:${line ?? ''}:${batch ?? ''}`,
      title: line === undefined ? fileName : message('{fileName}, line {line, number}', { fileName, line }),
      hint: [place.field && fieldInFull(place.field), paidInWords(place)].filter(Boolean).join(' · '),
      group: 'submissions',
      act: { kind: 'search', text },
    };
    return { command, places: [], grade: 0 };
  });
  return options.length === 0 ? [] : [{ group: 'found', title: message('Found'), options }];
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
  return group === 'endings' ? message('End several submissions') : message('Several submissions');
}
