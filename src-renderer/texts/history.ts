/** @file The texts of the history page. */

import type { AppInfo, Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted, timeOf } from '../wording.ts';

export const historyTexts = {
  fileName: message('File name'),
  batchId: message('Batch id'),
  modificationId: message('Modification id'),
  from: message('From day'),
  to: message('To day'),
  state: message('State'),
  person: message('Person'),
  more: message('Show older entries'),
  shown: (count: number, isAll: boolean) =>
    isAll ? counted(count, 'entry') : message('The latest {count, plural, one {# entry} other {# entries}}', { count }),
  /** @param files of which the entries tell @param back those that were restored since: their entries are still shown */
  shownOfRemoved: (count: number, files: number, isAll: boolean, back = 0) => {
    if (back > 0)
      return message(
        '{count, plural, one {# entry} other {# entries}} about {files, plural, one {# file} other {# files}}, of which {removed, plural, =0 {none is removed now} one {# is still removed} other {# are still removed}}',
        { count, files, removed: files - back },
      );
    return isAll
      ? message(
          '{count, plural, one {# entry} other {# entries}} about {files, plural, one {# removed file} other {# removed files}}',
          { count, files },
        )
      : message(
          'The latest {count, plural, one {# entry} other {# entries}}, about {files, plural, one {# removed file} other {# removed files}}',
          { count, files },
        );
  },
  restore: message('Restore'),
  /** @param files that are removed: some of them may be gone for good @param back those that were restored since */
  restoreAll: (count: number, files = count, back = 0) => {
    if (count < files) return message('Restore the {count, number} that can still be restored', { count });
    return back > 0
      ? message('Restore the other {count, number}', { count })
      : message('Restore these {count, plural, one {# file} other {# files}}', { count });
  },
  /** “until 16:38” */
  restorableUntil: (until: number) => message('until {time}', { time: timeOf(until) }),
  /** @param count with what belongs to them */
  restored: (removals: readonly { fileName: string }[], count: number) => {
    const [only, ...others] = removals;
    if (only === undefined || others.length > 0)
      return message('{count, plural, one {# file is} other {# files are}} back in the queue.', { count });
    if (count === 1) return message('{fileName} is back in the queue.', { fileName: only.fileName });
    return message(
      '{fileName} is back in the queue, with {others, plural, one {# file} other {# files}} of the same correction.',
      { fileName: only.fileName, others: count - 1 },
    );
  },
  restoreHint: (left: string) => message('Brings it back to the queue; possible for {left} more', { left }),
  csv: message('As a table (CSV)'),
  jsonl: message('As JSON Lines'),
  kept: ({ submissions, findings, reports, ids }: Settings['retention']) =>
    [
      message('The history itself is always kept.'),
      submissions === null
        ? message('Ended files leave the queue when you remove them.')
        : message('Ended files leave the queue after {days, plural, one {# day} other {# days}}.', {
            days: submissions,
          }),
      findings === reports
        ? message('Findings and reports are kept {time}.', { time: keptFor(findings) })
        : message('Findings are kept {findings}, reports {reports}.', {
            findings: keptFor(findings),
            reports: keptFor(reports),
          }),
      ...(ids === null
        ? []
        : [
            message(
              'Single transactions of what was sent are recognised for {days, plural, one {# day} other {# days}} after its removal.',
              { days: ids },
            ),
          ]),
    ].join(' '),
};

function keptFor(days: number | null): string {
  return days === null
    ? message('until the file is removed')
    : message('for {days, plural, one {# day} other {# days}}', { days });
}

/** Moments in a page are shown without their zone; those of papers say how far they are ahead of UTC. */
export const zoneOfTimes = ({ zone }: Pick<AppInfo, 'zone'>): string =>
  message('Times are in the time zone of this computer: {zone}.', { zone });
