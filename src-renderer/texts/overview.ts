/** @file The texts of the overview. */

import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { factsOf } from '../../src-shared/states.ts';
import type { State } from './states.ts';

export const overviewTexts = {
  /** The day, as it is spelled. */
  intro: (day: string) => message('{day}. Lines count on the day on which their file was added.', { day }),
  loading: message('Adding up…'),
  yesterday: {
    whole: message('In the files'),
    accepted: message('Accepted'),
    rejected: message('Rejected or faulty'),
    total: message('Lines'),
  },
  perDay: {
    asTable: message('As a table'),
  },
};

/** A thing that needs a person, with its lines. @param state that its badge says */
export function needInWords(
  state: State,
  lines: number,
  outcome: 'doubled' | 'unknown' | 'rejected' | 'refused' | undefined,
): string {
  if (outcome === 'doubled')
    return message('{lines, plural, one {# line is} other {# lines are}} at the service twice', { lines });
  if (outcome === 'unknown')
    return message('What became of {lines, plural, one {# line} other {# lines}} is not known', { lines });
  if (outcome === 'rejected')
    return message('{lines, plural, one {# line is} other {# lines are}} rejected, and not monitored', { lines });
  if (outcome === 'refused')
    return message('{rows, plural, one {# row of an export is} other {# rows of an export are}} still to be prepared', {
      rows: lines,
    });
  if (lines === 0) return stateName(state);
  if (factsOf(state).end === 'checked')
    return message('{lines, plural, one {# line is} other {# lines are}} checked, and not sent', { lines });
  return message('{lines, plural, one {# line waits} other {# lines wait}} for you', { lines });
}
