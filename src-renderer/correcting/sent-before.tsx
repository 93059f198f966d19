/** @file The lines of a file that went before with other submissions, and are not sent again: each with what it pays, and where it went. */

import { Group, Radio, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { sumsInWords } from '../../src-shared/amounts.ts';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import type { SentLine } from '../../src-shared/correction-shapes.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { listed } from '../../src-shared/languages/lists.ts';
import { message } from '../../src-shared/languages/message.ts';
import { valueInWords } from '../../src-shared/value-words.ts';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { useMeasuredRows } from '../table/rows-in-view.ts';
import { counted, number } from '../wording.ts';
import classes from './correcting.module.css';
import own from './pairs.module.css';
import { paymentInWords, usePayments } from './payments.ts';
import type { SentAgain } from './workbench.ts';

type SentBeforeTold = NonNullable<Faults['sentBefore']>;

/** As in the style sheet. */
const [USUAL_HEIGHT, HEAD_HEIGHT] = [34, 44];

/** What it is called among the kinds of faults; no rule of the check has this name. */
export const SENT_BEFORE = 'sent-before';

export const sentBeforeTitle = message('Sent before');

const againByValue: Readonly<Record<string, SentAgain>> = { changed: 'changed', all: 'all' };

export const sentBeforeStanding: Readonly<Record<SentAgain, string>> = {
  none: message('not sent again'),
  changed: message('sent again where they differ from what was sent'),
  all: message('sent again, too'),
};

/** What sending again may do. */
export const bothInWords = (): string =>
  message(
    'The service may then have both versions: whether the later one replaces the earlier is not documented. Ask those who run the monitoring service first, or send only the new lines.',
  );

export function SentBefore({ id, told }: { id: SubmissionRow['id']; told: SentBeforeTold }) {
  const { lines, files, more } = told;
  // What a person must look at stands first.
  const named = told.named.toSorted(
    (one, other) => Number(other.content === 'other') - Number(one.content === 'other'),
  );
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
        {told.sums !== undefined && message('They come to {sums}.', { sums: sumsInWords(told.sums) })}{' '}
        {contentsInWords(told)}
      </Text>
      <Radio.Group
        className={classes['hint'] ?? ''}
        label={message('Of these lines, send again')}
        value={sendsAgain}
        onChange={(value) =>
          workbenches(id)
            .getState()
            .sendAgain(againByValue[value] ?? 'none')
        }
      >
        <Group gap="md" mt={4}>
          <Radio size="xs" value="none" label={message('none')} />
          {choicesOf(told).map(({ value, label }) => (
            <Radio key={value} size="xs" value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {sendsAgain !== 'none' && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          <strong>{bothInWords()}</strong> {message('Before they are sent, you are asked why.')}
        </Text>
      )}
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
            cell: (sent) => (
              <>
                <a href={addressOf({ page: 'submission', id: sent.submission })}>
                  {message('line {line, number} of {fileName}', {
                    line: sent.there,
                    fileName:
                      nameOf(sent.submission) ??
                      message('submission {submission}', { submission: `${sent.submission}` }),
                  })}
                </a>
                {sent.content === 'other' && <span className={own['saysOther']}>{differenceInWords(sent)}</span>}
              </>
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

/** An id alone does not tell whether a line went as it is now. */
function contentsInWords(told: SentBeforeTold): string {
  const { lines, named } = told;
  const compared = named.filter(({ content }) => content !== undefined).length;
  const other = saysOther(told);
  if (compared === 0) return message('Whether they differ from what was sent cannot be told any more.');
  if (other === 0 && compared === lines) return message('None of them differs from what was sent.');
  if (other === 0)
    return message('None of the {compared, number} that were compared differs from what was sent.', {
      compared,
    });
  return compared === lines
    ? message(
        '{other, plural, one {# of them differs from what was sent: it is marked.} other {# of them differ from what was sent: they are marked.}}',
        { other },
      )
    : message(
        '{other, plural, one {# of the {compared, number} that were compared differs from what was sent: it is marked.} other {# of the {compared, number} that were compared differ from what was sent: they are marked.}}',
        { other, compared },
      );
}

/** “It went with: Amount 1,250.00” */
const differenceInWords = ({ differing = [] }: SentLine): string =>
  differing.length === 0
    ? message('It was sent with other content.')
    : message('It went with: {fields}', {
        fields: listed(
          differing.map(
            ({ path, sent }) => `${fieldInFull(path)} ${sent === undefined ? '–' : valueInWords(sent, path)}`,
          ),
        ),
      });

/** How many of them go again. */
export function goingAgain(told: Faults['sentBefore'], again: SentAgain): number {
  if (told === undefined || again === 'none') return 0;
  return again === 'all' ? told.lines : saysOther(told);
}

/** Nothing is wrong with the file: a part of it went before. */
export const isOnlyRepeat = ({ kinds, sentBefore }: Pick<Faults, 'kinds' | 'sentBefore'>): boolean =>
  kinds.length === 0 && sentBefore !== undefined;

/** Those that do not say what was sent. */
export const saysOther = ({ named }: SentBeforeTold): number =>
  named.filter(({ content }) => content === 'other').length;

function choicesOf(told: SentBeforeTold): { value: SentAgain; label: string }[] {
  const { lines } = told;
  const other = saysOther(told);
  const all = { value: 'all', label: message('all', {}, { context: 'lines' }) } as const;
  if (other === 0 || other === lines) return [all];
  const changed = message(
    '{other, plural, one {the # that differs from what was sent} other {the # that differ from what was sent}}',
    { other },
  );
  return [{ value: 'changed', label: changed }, all];
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
