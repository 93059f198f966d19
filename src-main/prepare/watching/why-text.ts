/** @file What stands beside a refused file: why it was refused, and what to do. Pure. */

import { describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { counted } from '../../../src-shared/quantities.ts';

export interface Refused {
  name: string;
  error: ErrorRecord;
  submissions: readonly number[];
  /** Of the names of the files beside it. */
  endings: readonly string[];
}

/** Plain text, with the line ends that every editor shows. */
export function whyText({ name, error, submissions, endings }: Refused): string {
  const { title, detail, remedy } = describeError(error, 'terminal');
  const inQueue =
    submissions.length === 0
      ? 'Nothing of it is in the queue.'
      : `It is in the queue as ${counted(submissions.length, 'submission')}: ${submissions.join(', ')}.`;
  const beside = endings.map((ending) => `Beside this file, the one whose name ends in ${ending} has the details.`);
  return [`${name}: ${title}.`, '', detail, remedy, '', inQueue, ...beside, ''].join('\r\n');
}

/** The day of a moment on this computer, such as `2026-11-22`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
