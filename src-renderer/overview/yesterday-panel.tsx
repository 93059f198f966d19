/** @file What became of the lines of yesterday, for each connection and in total, with the sums of the files. */

import { type Account, isAllAccepted, linesOf, noLines, openOf, rejectedOf, sumOf } from '../../src-shared/account.ts';
import { openInWords } from '../../src-shared/account-words.ts';
import { amountIn } from '../../src-shared/amounts.ts';
import type { Overview, Statement } from '../../src-shared/contract.ts';
import { differenceInWords } from '../../src-shared/control-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CompareLink } from '../statement/compare-link.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { TenantName } from '../tenant-name.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { factTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { DayStatement } from './day-statement.tsx';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

const { yesterday: texts } = overviewTexts;

/** What was accepted, left out and is open adds up to the first; what is open is told apart as in the statement. */
const figures: readonly { name: string; meaning?: string; tone?: string; of: (account: Account) => number }[] = [
  { name: texts.whole, of: linesOf },
  { name: texts.accepted, of: ({ accepted }) => accepted },
  { name: message('Left out'), of: ({ leftOut }) => leftOut },
  {
    name: message('Open', {}, { context: 'lines' }),
    meaning: message('Neither accepted nor left out: what was rejected waits to be corrected'),
    of: openOf,
  },
  { name: message('Rejected or faulty, still open'), tone: 'rejected', of: rejectedOf },
  { name: message('Of these, unknown'), tone: 'unknown', of: ({ unknown }) => unknown },
];

interface YesterdayPanelProps {
  /** As it is spelled. */
  day: string;
  /** The same, as an address has it. */
  date: string;
  /** Its statement, once that is known. */
  statement: Statement | undefined;
  connections: Overview['yesterday'];
}

export function YesterdayPanel({ day, date, statement, connections }: YesterdayPanelProps) {
  const total = connections.reduce((sum, { account }) => sumOf(sum, account), noLines());
  return (
    <Panel
      title={message('Yesterday, {day}', { day })}
      aside={connections.length > 0 && <CompareLink from={date} to={date} />}
    >
      {connections.length === 0 && <p className={classes['nothing']}>{message('No file was added.')}</p>}
      {connections.length > 0 && (
        <DataTable
          label={texts.total}
          isInBlocks
          frame="plain"
          className={classes['figures']}
          rows={connections}
          keyOf={({ connection }) => connection}
          columns={[
            {
              heading: message('Connection'),
              isName: true,
              cell: ({ connection, sums, control }) => (
                <>
                  <TenantName name={connection} />
                  <Sums sums={sums} />
                  {control !== undefined && <Control control={control} />}
                </>
              ),
              foot: texts.total,
            },
            ...figures.map(({ name, meaning, tone, of }): Column<Overview['yesterday'][number]> => {
              const figure = (account: Account) => (
                <span data-tone={tone} data-is-none={of(account) === 0}>
                  {number(of(account))}
                </span>
              );
              return {
                heading: name,
                meaning,
                align: 'end',
                cell: ({ account }) => figure(account),
                foot: figure(total),
              };
            }),
          ]}
        />
      )}
      {connections.length > 0 && (
        <p className={classes['verdict']} data-is-right={isAllAccepted(total)}>
          {isAllAccepted(total)
            ? message('Done: every line of yesterday was accepted, or left out on purpose.')
            : message('Not done yet, {open, plural, one {# line is open} other {# lines are open}}: {parts}.', {
                open: openOf(total),
                parts: openInWords(total),
              })}
        </p>
      )}
      {statement !== undefined && <DayStatement statement={statement} />}
    </Panel>
  );
}

/** Whether the files are what the source systems say of them. */
function Control({ control }: { control: NonNullable<Overview['yesterday'][number]['control']> }) {
  const { figures: all, differences, differing } = control;
  if (differences === 0)
    return (
      <span className="small-print">
        {message('{count, plural, one {# control figure agrees} other {All # control figures agree}}', { count: all })}
      </span>
    );
  return (
    <>
      <strong className={classes['differs']}>{factTexts.controlDiffers(control)}</strong>
      {differing.map((difference) => (
        <span key={JSON.stringify(difference)} className="small-print">
          {differenceInWords(difference)}
        </span>
      ))}
    </>
  );
}

/** Of all lines of its files whose amount can be read, as they came. */
function Sums({ sums }: Pick<Overview['yesterday'][number], 'sums'>) {
  return sums.map(({ currency, amount }) => (
    <span key={currency} className="small-print">
      {message('In the files, as they came: {amount}', { amount: amountIn(amount, currency) })}
    </span>
  ));
}
