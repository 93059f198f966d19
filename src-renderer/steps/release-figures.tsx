/** @file What is about to be sent, in figures, beside the last similar file. */

import { IconAlertTriangle } from '@tabler/icons-react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ReleaseSummary } from '../../src-shared/contract.ts';
import { withColon } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { DataTable } from '../table/data-table.tsx';
import { changeInWords, releaseTexts } from '../texts/release.ts';
import { duration, momentOf, number, shortMoment, size } from '../wording.ts';
import { type Comparison, compared, comparedSums } from './compared.ts';
import classes from './release-figures.module.css';

interface Figure {
  name: string;
  now: string;
  /** Of the last time, where there was one and there is something to compare. */
  before?: string | undefined;
  comparison?: Comparison | undefined;
}

export function ReleaseFigures({ summary }: { summary: ReleaseSummary }) {
  const { files, transactions, bytes, batches, days, earlier, sendMs, isSpeedKnown } = summary;
  const { none } = releaseTexts;
  const sums = comparedSums(summary);
  const count = earlier && compared(transactions, earlier.transactions);
  const isLarge =
    earlier !== undefined && (count?.isLarge === true || sums.some(({ comparison }) => comparison.isLarge));
  const shownEnd = shortMoment(Date.now() + sendMs, Date.now());
  const figures: Figure[] = [
    ...(files > 1 ? [{ name: message('Files'), now: number(files) }] : []),
    {
      name: releaseTexts.transactions,
      now: number(transactions),
      before: earlier && number(earlier.transactions),
      comparison: count,
    },
    ...sums.map(({ currency, now, before, comparison }) => ({
      name: releaseTexts.sum(currency),
      now: now === undefined ? none : amountDigits(now, currency),
      before: before === undefined ? none : amountDigits(before, currency),
      comparison,
    })),
    ...(days === undefined
      ? []
      : [
          { name: releaseTexts.firstDay, now: days.first, before: earlier?.days?.first ?? none },
          { name: releaseTexts.lastDay, now: days.last, before: earlier?.days?.last ?? none },
        ]),
    ...(days?.count === undefined
      ? []
      : [{ name: releaseTexts.days, now: number(days.count), before: number(earlier?.days?.count ?? 0) }]),
    { name: releaseTexts.size, now: size(bytes), before: earlier && size(earlier.bytes) },
    { name: message('Batches'), now: number(batches) },
  ];
  return (
    <div className={classes['figures']}>
      {isLarge && (
        <p className={classes['large']} role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          {message('Very different from last time. Check that this is the right file.')}
        </p>
      )}
      <DataTable
        label={message('What is sent')}
        isInBlocks
        hasCaption
        className={classes['table']}
        head={earlier === undefined ? 'none' : 'seen'}
        rows={figures}
        keyOf={({ name }) => name}
        columns={[
          { heading: '', isName: true, cell: ({ name }) => name },
          { heading: message('Now'), align: 'end', cell: ({ now }) => now },
          earlier !== undefined && { heading: message('Last time'), align: 'end', cell: ({ before }) => before },
          earlier !== undefined && {
            heading: message('Difference'),
            align: 'end',
            cell: ({ comparison }) => comparison && <Change {...comparison} />,
          },
        ]}
      />
      <p className={classes['note']}>
        <strong>{withColon(message('Estimated end'))}</strong>{' '}
        {isSpeedKnown
          ? message('about {moment}, in {time}', { moment: shownEnd, time: duration(sendMs) })
          : releaseTexts.earliestEnd(shownEnd)}
      </p>
      {files === 1 && (
        <p className={classes['note']}>
          {earlier === undefined
            ? message('No similar file was sent over this connection before.')
            : message('Last time: {fileName}, added {moment}.', {
                fileName: earlier.fileName,
                moment: momentOf(earlier.addedAt),
              })}
        </p>
      )}
    </div>
  );
}

function Change({ change, isLarge }: Comparison) {
  return (
    <span data-large={isLarge}>
      {isLarge && <IconAlertTriangle size={14} aria-hidden />} {changeInWords(change)}
    </span>
  );
}
