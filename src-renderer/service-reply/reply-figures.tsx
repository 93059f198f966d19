/** @file What stands above the table of an answer: what it adds up to, what stands beside its list, and a picture. */

import { lazy, Suspense, useMemo } from 'react';
import type { TableReply } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { replyTexts } from '../texts/replies.ts';
import { groupingsOf, totalsOf } from './figures.ts';
import classes from './reply-view.module.css';

/** With its charts, loaded when it is first needed. */
const ReplyPicture = lazy(async () => {
  const { ReplyPicture: picture } = await import('./reply-picture.tsx');
  return { default: picture };
});

export function ReplyFigures({ table }: { table: NonNullable<TableReply['table']> }) {
  const totals = useMemo(() => totalsOf(table), [table]);
  const groupings = useMemo(() => groupingsOf(table), [table]);
  const { beside, omitted, columns, rows } = table;
  // What has one row adds up to itself.
  const hasTotals = totals.length > 0 && rows.length > 1;
  return (
    <>
      {hasTotals && (
        <dl className={classes['facts']}>
          {totals.map(({ column, sums }) => (
            <div key={column}>
              <dt>{message('Sum of {column}', { column: columns[column] ?? '' })}</dt>
              <dd>
                {sums.map((one) => (
                  <div key={one.unit}>{replyTexts.total(one)}</div>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {beside.length > 0 && (
        <details className={classes['beside']}>
          <summary>{message('Beside the list')}</summary>
          <dl className={classes['facts']}>
            {beside.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="service-word">{value === '' ? '–' : value}</dd>
              </div>
            ))}
          </dl>
          {omitted.beside > 0 && (
            <p className="small-print">
              {message(
                '{count, plural, one {# more value stands only in the raw answer.} other {{count, number} more values stand only in the raw answer.}}',
                { count: omitted.beside },
              )}
            </p>
          )}
        </details>
      )}
      {groupings.length > 0 && (
        <Suspense>
          <ReplyPicture table={table} groupings={groupings} />
        </Suspense>
      )}
    </>
  );
}
