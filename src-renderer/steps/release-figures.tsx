/** @file What is about to be sent, in figures, beside the last similar file. */

import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ReleaseSummary } from '../../src-shared/contract.ts';
import { changeInWords, releaseTexts } from '../texts/release.ts';
import { duration, momentOf, number, shortMoment, size } from '../wording.ts';
import { type Comparison, compared, comparedSums } from './compared.ts';
import classes from './release-figures.module.css';

export function ReleaseFigures({ summary }: { summary: ReleaseSummary }) {
  const { files, transactions, bytes, batches, days, earlier, sendMs, isSpeedKnown } = summary;
  const { none } = releaseTexts;
  const sums = comparedSums(summary);
  const count = earlier && compared(transactions, earlier.transactions);
  const isLarge =
    earlier !== undefined && (count?.isLarge === true || sums.some(({ comparison }) => comparison.isLarge));
  const shownEnd = shortMoment(Date.now() + sendMs, Date.now());
  return (
    <div className={classes['figures']}>
      {isLarge && (
        <p className={classes['large']} role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          {releaseTexts.large}
        </p>
      )}
      <table className={classes['table']}>
        <caption>{releaseTexts.caption}</caption>
        {earlier !== undefined && (
          <thead>
            <tr>
              <td />
              <th scope="col">{releaseTexts.now}</th>
              <th scope="col">{releaseTexts.lastTime}</th>
              <th scope="col">{releaseTexts.change}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {files > 1 && <Line name={releaseTexts.files} now={number(files)} />}
          <Line
            name={releaseTexts.transactions}
            now={number(transactions)}
            before={earlier && number(earlier.transactions)}
            comparison={count}
          />
          {sums.map(({ currency, now, before, comparison }) => (
            <Line
              key={currency}
              name={releaseTexts.sum(currency)}
              now={now === undefined ? none : amountDigits(now, currency)}
              before={earlier && (before === undefined ? none : amountDigits(before, currency))}
              comparison={earlier && comparison}
            />
          ))}
          {days !== undefined && (
            <>
              <Line name={releaseTexts.firstDay} now={days.first} before={earlier && (earlier.days?.first ?? none)} />
              <Line name={releaseTexts.lastDay} now={days.last} before={earlier && (earlier.days?.last ?? none)} />
              {days.count !== undefined && (
                <Line
                  name={releaseTexts.days}
                  now={number(days.count)}
                  before={earlier && number(earlier.days?.count ?? 0)}
                />
              )}
            </>
          )}
          <Line name={releaseTexts.size} now={size(bytes)} before={earlier && size(earlier.bytes)} />
          <Line name={releaseTexts.batches} now={number(batches)} />
        </tbody>
      </table>
      <p className={classes['note']}>
        <strong>{releaseTexts.end}:</strong>{' '}
        {isSpeedKnown ? releaseTexts.endAt(shownEnd, duration(sendMs)) : releaseTexts.earliestEnd(shownEnd)}
      </p>
      {files === 1 && (
        <p className={classes['note']}>
          {earlier === undefined
            ? releaseTexts.noEarlier
            : releaseTexts.earlier(earlier.fileName, momentOf(earlier.addedAt))}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  name: string;
  now: ReactNode;
  /** Undefined where there is no last time; absent where there is nothing to compare. */
  before?: ReactNode;
  comparison?: Comparison | undefined;
}

function Line({ name, now, before, comparison }: LineProps) {
  const isLarge = comparison?.isLarge === true;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{now}</td>
      <td>{before}</td>
      <td data-large={isLarge}>
        {isLarge && <IconAlertTriangle size={14} aria-hidden />} {comparison && changeInWords(comparison.change)}
      </td>
    </tr>
  );
}
