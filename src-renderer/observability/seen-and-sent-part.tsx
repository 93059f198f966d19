/** @file The answer to “has the service seen what was sent?”: both by day and by currency, with what they differ by. */

import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { amountIn } from '../../src-shared/amounts.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { DataTable } from '../table/data-table.tsx';
import { number } from '../wording.ts';
import classes from './observability-page.module.css';
import { type Compared, comparedWith, type Seen } from './seen-and-sent.ts';

/** @param seen by day, at least one; it is another component for another answer */
export function SeenAndSent({ connection, seen }: { connection: string; seen: readonly Seen[] }) {
  const bridge = useBridge();
  const [rows, setRows] = useState<readonly Compared[]>();
  const [error, setError] = useState<ErrorRecord>();
  const [isAdding, setAdding] = useState(false);
  const compare = async () => {
    setAdding(true);
    const days = seen.map(({ day }) => day).toSorted();
    const today = new Date().toISOString().slice(0, 10);
    const to = [days.at(-1) ?? today, today].toSorted().at(-1) ?? today;
    const result = await bridge.invoke['statement.read']({ from: days[0] ?? today, to, connection });
    setAdding(false);
    setError(result.ok ? undefined : result.error);
    if (result.ok) setRows(comparedWith(seen, result.value.files));
  };
  return (
    <section aria-label={title()} className={classes['compared']}>
      <Title order={3} size="h6">
        {title()}
      </Title>
      {rows === undefined && (
        <div>
          <Button variant="default" loading={isAdding} onClick={() => void compare()}>
            {message('Compare with what was sent')}
          </Button>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {rows !== undefined && <Figures rows={rows} />}
    </section>
  );
}

const title = (): string => message('Received by the service, and sent from here');

function Figures({ rows }: { rows: readonly Compared[] }) {
  const inWords = (row: Compared, figure: string) =>
    row.currency === '' ? number(Number(figure)) : amountIn(figure, row.currency);
  const differing = rows.filter(({ difference }) => difference !== '0').length;
  return (
    <>
      <p className={classes['verdict']} data-is-right={differing === 0}>
        {differing === 0
          ? message('The service has received what was accepted from here, on each of these days.')
          : message('{differing, plural, one {# figure differs} other {# figures differ}}: see the last column.', {
              differing,
            })}
      </p>
      <DataTable
        label={title()}
        isInBlocks
        rows={rows}
        keyOf={({ day, currency }) => `${day} ${currency}`}
        columns={[
          { heading: message('Day'), isName: true, cell: ({ day }) => day },
          {
            heading: message('What'),
            cell: ({ currency }) =>
              currency === '' ? message('Transactions') : message('Sum {currency}', { currency }),
          },
          { heading: message('Received by the service'), align: 'end', cell: (row) => inWords(row, row.seen) },
          { heading: message('Accepted from here'), align: 'end', cell: (row) => inWords(row, row.sent) },
          {
            heading: message('Received, less accepted from here'),
            align: 'end',
            cell: (row) => (row.difference === '0' ? '–' : inWords(row, row.difference)),
          },
        ]}
      />
      <p className="small-print">
        {message(
          'Accepted from here are the lines of the files that were added on that day (UTC). What was sent one by one, or from another desk, is not among them; and the service may count a file on a later day.',
        )}
      </p>
    </>
  );
}
