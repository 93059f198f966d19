/** @file The texts of finding submissions: the filters and their chips, why nothing matches, and saving the list. */

import type { Days, NamedDays } from '../../src-shared/calendar-days.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import type { FilterPart, Wish } from '../queue/arrangement.ts';
import { spelledDay } from '../rules/days.ts';
import { anyOf } from '../wording.ts';
import { groupWords } from './queue.ts';

export const filterTexts = {
  open: message('Filter'),
  added: message('Added', {}, { context: 'when files were added' }),
  findConnection: message('Find a connection'),
};

/** What is only checked goes nowhere until a person chooses where. */
export const connectionOrNone = (name: string): string =>
  name === '' ? message('None chosen') : connectionInWords(name);

/** A filter as a chip names it. */
export const chipTexts = {
  connection: (name: string) => message('Connection: {name}', { name: connectionOrNone(name) }),
  added: (days: Days) => addedInWords(days),
};

export const namedDayWords: Record<NamedDays, string> = {
  today: message('Today'),
  yesterday: message('Yesterday'),
  week: message('In the last 7 days'),
};

function addedInWords(days: Days): string {
  switch (days) {
    case 'today':
      return message('Added today');
    case 'yesterday':
      return message('Added yesterday');
    case 'week':
      return message('Added in the last 7 days');
    default: {
      const [from, to] = [spelled(days.from), spelled(days.to)];
      if (from === to) return message('Added on {day}', { day: from });
      if (from === '') return message('Added until {day}', { day: to });
      if (to === '') return message('Added from {day}', { day: from });
      return message('Added from {from} to {to}', { from, to });
    }
  }
}

const spelled = (day: string | undefined): string => (day === undefined ? '' : spelledDay(day));

/** What was searched for an id: the indexes alone, as for a name; the files themselves; or only some of them. */
export type SearchedParts = 'indexes' | 'files' | 'some-files';

/** Why nothing matches: the parts that nothing meets even by themselves; none where it is only all of them together. */
export function noMatchWhy(wish: Wish, unmet: readonly FilterPart[], searched: SearchedParts = 'indexes'): string[] {
  if (unmet.length === 0)
    return [message('Each filter by itself matches something, but nothing matches all of them together.')];
  return unmet.map((part) => whyOf(part, wish, searched));
}

const searchWhy: Record<SearchedParts, (search: string) => string> = {
  indexes: (search) =>
    message(
      '“{search}” is in no file name and in no folder, and is no batch id or modification id that is known here. The files themselves are searched for an id: at least 8 characters with a digit and no blank.',
      { search },
    ),
  files: (search) =>
    message(
      '“{search}” is in no file name and in no folder, and is no batch id or modification id that is known here. It is in none of the files themselves either.',
      { search },
    ),
  'some-files': (search) =>
    message(
      '“{search}” is in no file name and in no folder, and is no id in the files that could be searched. It may be in the others.',
      { search },
    ),
};

function whyOf(part: FilterPart, { group, search, states, connections, added }: Wish, searched: SearchedParts): string {
  switch (part) {
    case 'group':
      return message('Nothing is in “{group}”.', { group: groupWords[group] });
    case 'search':
      return searchWhy[searched](search.trim());
    case 'states':
      return message('Nothing is in this state: {states}.', {
        states: anyOf(states.map((state) => stateName(state))),
      });
    case 'connections': {
      const [first = '', ...others] = connections;
      return others.length === 0
        ? message('Nothing in the queue was added for the connection “{name}”.', { name: first })
        : message('Nothing in the queue was added for any of the {count, number} connections.', {
            count: connections.length,
          });
    }
    case 'added':
      return added === undefined
        ? message('The queue is empty.')
        : message('Nothing fits this: {filter}.', { filter: addedInWords(added) });
    default:
      return assertNever(part);
  }
}

/** Saving the list as it is shown. */
export const saveListTexts = {
  button: message('Save the list'),
  note: (count: number) => message('{count, plural, one {# submission} other {# submissions}}, as shown', { count }),
  csv: message('As a table for Excel (CSV)'),
  jsonl: message('As JSON Lines'),
};
