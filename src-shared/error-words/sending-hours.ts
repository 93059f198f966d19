/** @file Why an upload waits for the sending hours of its connection. */

import { type Fact, fact } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

const title = () => message('Waits for its sending hours');
const remedies = () => ({
  remedy: message('It is then sent automatically. “Send now” sends it at once.'),
  remedyInTerminal: message('It is sent by itself then. “tranship queue send-now ID” does not wait.'),
});

export const sendingHoursErrors = {
  'hours.closed': kind<{ until: Fact }>(true, title, ({ until }) => ({
    detail: fact('Sending hours begin {until}.', { until }),
    ...remedies(),
  })),
  'hours.end-first': kind<{ until: Fact; takes: number; ends: Fact }>(true, title, ({ until, takes, ends }) => ({
    detail: fact('Is sent {until}: this upload takes about {takes, number, duration}, and sending hours end {ends}.', {
      until,
      takes,
      ends,
    }),
    ...remedies(),
  })),
  'hours.too-short': kind<{ until: Fact; takes: number }>(true, title, ({ until, takes }) => ({
    detail: fact(
      'Is sent {until}: this upload takes about {takes, number, duration}, longer than the sending hours before that.',
      { until, takes },
    ),
    ...remedies(),
  })),
  'hours.never': kind<{ takes: number }>(
    false,
    () => message('Longer than its sending hours'),
    ({ takes }) => ({
      detail: fact('This upload takes about {takes, number, duration}, and no sending hours are that long.', { takes }),
      remedy: message('Send it now, or choose longer hours for its connection.'),
      remedyInTerminal: message(
        '“tranship queue send-now ID” sends it now; “tranship connection change NAME --hours HOURS” chooses longer hours.',
      ),
    }),
  ),
};
