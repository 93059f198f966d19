/** @file The lines of a file that went before with other submissions, and are not sent again: each with what it pays, and where it went. */

import { Checkbox, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { sumsInWords } from '../../src-shared/account-words.ts';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { listed } from '../../src-shared/languages/lists.ts';
import { message } from '../../src-shared/languages/message.ts';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { useMeasuredRows } from '../table/rows-in-view.ts';
import { counted, number } from '../wording.ts';
import classes from './correcting.module.css';
import own from './pairs.module.css';
import { paymentInWords, usePayments } from './payments.ts';

type SentBeforeTold = NonNullable<Faults['sentBefore']>;

/** As in the style sheet. */
const [USUAL_HEIGHT, HEAD_HEIGHT] = [34, 44];

/** What it is called among the kinds of faults; no rule of the check has this name. */
export const SENT_BEFORE = 'sent-before';

export const sentBeforeTitle = message('Sent before');

export function SentBefore({ id, told }: { id: SubmissionRow['id']; told: SentBeforeTold }) {
  const { lines, files, more, named } = told;
  const { workbenches } = useStores();
  const sendsAgain = useStore(workbenches(id), (state) => state.sendsAgain);
  const inView = useMeasuredRows({
    count: named.length,
    keyOf: (place) => named[place]?.line ?? place,
    usualHeight: USUAL_HEIGHT,
    headHeight: HEAD_HEIGHT,
    footHeight: 0,
    initialOffset: () => 0,
  });
  const payments = usePayments(
    id,
    inView.shown.flatMap(({ index }) => named[index]?.line ?? []),
  );
  const nameOf = (submission: number) => files.find((file) => file.submission === submission)?.fileName;
  return (
    <section className={classes['values']} aria-label={message('Values')}>
      <div className={classes['paneHead']}>
        <h2>{sentBeforeTitle}</h2>
      </div>
      <Text size="sm" className={classes['hint'] ?? ''}>
        {whereInWords(told)}{' '}
        {sendsAgain
          ? message('They are sent again, too, once you have said why.')
          : message('They are not sent again; only the new ones are.')}
        {told.sums !== undefined && ` ${message('They come to {sums}.', { sums: sumsInWords(told.sums) })}`}
      </Text>
      <Checkbox
        size="xs"
        className={classes['hint'] ?? ''}
        label={message('Send these lines again, too')}
        checked={sendsAgain}
        onChange={(event) => workbenches(id).getState().sendAgain(event.currentTarget.checked)}
      />
      <DataTable
        label={message('Lines that went before')}
        frame="plain"
        frameClass={own['pairs']}
        columns={[
          { heading: message('Line'), width: '80px', cell: ({ line }) => number(line) },
          {
            heading: message('Amount, date and time'),
            width: 'minmax(0, 1.2fr)',
            cell: ({ line }) => <bdi>{paymentInWords(payments.get(line) ?? { line })}</bdi>,
          },
          {
            heading: message('Went as'),
            width: 'minmax(0, 1.5fr)',
            cell: ({ submission, there }) => (
              <a href={addressOf({ page: 'submission', id: submission })}>
                {message('line {line, number} of {fileName}', {
                  line: there,
                  fileName: nameOf(submission) ?? message('submission {submission}', { submission: `${submission}` }),
                })}
              </a>
            ),
          },
        ]}
        rows={named}
        keyOf={({ line }) => line}
        inView={inView}
      />
      {lines > named.length && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {message('{count, number} more lines went before.', { count: lines - named.length })}
        </Text>
      )}
      {more > 0 && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {message('Some went with {count, plural, one {# more file} other {# more files}}.', { count: more })}
        </Text>
      )}
    </section>
  );
}

/** “35 lines went before: 35 with branch-south.jsonl (submission 2).” */
function whereInWords({ lines, files }: SentBeforeTold): string {
  return message('{lines} went before: {files}.', {
    lines: counted(lines, 'line'),
    files: listed(
      files.map(({ submission, fileName, lines: count }) =>
        message('{count, number} with {fileName} (submission {submission})', {
          ...{ count, fileName },
          submission: `${submission}`,
        }),
      ),
    ),
  });
}
