/** @file What stands beside a refused file, or one that waits for a person: why, and what to do. Pure. */

import { describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';

export interface ToldBeside {
  name: string;
  error: ErrorRecord;
  /** Else it waits for a person, who may have decided when somebody reads this. */
  isRefused: boolean;
  submissions: readonly number[];
  /** Of the names of the files beside it. */
  endings: readonly string[];
}

/** Plain text, with the line ends that every editor shows. */
export function whyText({ name, error, submissions, isRefused, endings }: ToldBeside): string {
  const { title, detail, remedy } = describeError(error, 'terminal');
  const inQueue =
    submissions.length === 0
      ? message('Nothing of it is in the queue.')
      : message('It is in the queue as {count, plural, one {# submission} other {# submissions}}: {ids}.', {
          count: submissions.length,
          ids: submissions.join(', '),
        });
  const beside = endings.map((ending) =>
    message('Beside this file, the one whose name ends in {ending} has the details.', { ending }),
  );
  const since = message('What became of it since then says “{command}”.', {
    command: `tranship queue list ${submissions.join(' ')}`,
  });
  const lines = [`${name}: ${title}.`, '', detail, remedy, '', inQueue, ...(isRefused ? [] : [since]), ...beside, ''];
  return lines.join('\r\n');
}

/** The day of a moment on this computer, such as `2026-11-22`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
