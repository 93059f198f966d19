/** @file The texts of the overview. */

import { message } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { type State, stateWords } from './states.ts';

export const overviewTexts = {
  title: message('Overview'),
  /** The day, as it is spelled. */
  intro: (day: string) => message('{day}. Lines count on the day on which their file was added.', { day }),
  loading: message('Adding up…'),
  needs: {
    title: (count: number) =>
      message('{count, plural, =0 {Nothing needs you} one {# thing needs you} other {# things need you}}', { count }),
    label: message('What needs you'),
    all: (count: number) => message('All {count, number} in the queue', { count }),
    nothing: message('Every line is accepted, left out on purpose, or under way.'),
  },
  underWay: {
    title: message('Under way'),
    all: (count: number) => message('All {count, number} in progress', { count }),
    nothing: message('Nothing is under way.'),
    uncounted: message('Its lines are not counted yet'),
  },
  yesterday: {
    title: (day: string) => message('Yesterday, {day}', { day }),
    connection: message('Connection'),
    whole: message('In the files'),
    accepted: message('Accepted'),
    rejected: message('Rejected'),
    unknown: message('Unknown'),
    leftOut: message('Left out'),
    open: message('Open', {}, { context: 'lines' }),
    openMeaning: message('Pending at the service, or not sent yet'),
    total: message('Lines'),
    sum: (currency: string) => message('Sum {currency}', { currency }),
    nothing: message('No file was added.'),
  },
  perDay: {
    title: message('Lines per day'),
    how: message('Accepted above; rejected below, on its own scale'),
    asTable: message('As a table'),
    asPicture: message('As a picture'),
    picture: (from: string, to: string, accepted: number, rejected: number) =>
      message('{from} to {to}: {accepted, number} accepted, {rejected, number} rejected', {
        ...{ from, to, accepted, rejected },
      }),
    day: message('Day'),
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
  if (lines === 0) return stateWords[state];
  if (factsOf(state).end === 'checked')
    return message('{lines, plural, one {# line is} other {# lines are}} checked, and not sent', { lines });
  return message('{lines, plural, one {# line waits} other {# lines wait}} for you', { lines });
}
