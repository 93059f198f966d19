/** @file The lines of each day: accepted above, rejected or faulty below, on one scale; the same as a table. */

import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { type Account, linesOf, rejectedOf } from '../../src-shared/account.ts';
import type { DayFigures } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { DataTable } from '../table/data-table.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { dateFormat, dateOf, number } from '../wording.ts';
import { figuresShown, practisedIn } from './days.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

const { perDay: texts, yesterday: names } = overviewTexts;
/** For the bars, in pixels: less than the tracks in the style sheet, which have the figures, too. */
const ROOM = { above: 84, below: 40 } as const;
const shortDay = dateFormat({ weekday: 'short', day: 'numeric' });

export function LinesPerDay({ days: all }: { days: readonly DayFigures[] }) {
  const { days, isPractice } = figuresShown(all);
  const practised = isPractice ? 0 : practisedIn(all);
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={message('Lines per day')}
      aside={
        <>
          <span className={classes['how']}>
            {isPractice
              ? message('All of it practice: accepted above, rejected or faulty below')
              : message('Accepted above, rejected or faulty below')}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={isTable ? <IconChartBar size={15} aria-hidden /> : <IconTable size={15} aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? message('As a picture') : texts.asTable}
          </Button>
        </>
      }
    >
      {isTable ? <Figures days={days} /> : <Picture days={days} />}
      {practised > 0 && (
        <p className={classes['nothing']}>
          {message('Not counted here: {lines, plural, one {# line} other {# lines}} of practice.', {
            lines: practised,
          })}
        </p>
      )}
    </Panel>
  );
}

function Picture({ days }: { days: readonly DayFigures[] }) {
  const most = (of: (account: Account) => number) => Math.max(1, ...days.map(({ account }) => of(account)));
  const pixelsPerLine = Math.min(ROOM.above / most(({ accepted }) => accepted), ROOM.below / most(rejectedOf));
  const sum = (of: (account: Account) => number) => days.reduce((all, { account }) => all + of(account), 0);
  const [from, to] = [days[0]?.at ?? 0, days.at(-1)?.at ?? 0].map(dateOf);
  const spoken = message('{from} to {to}: {accepted, number} accepted, {rejected, number} rejected or faulty', {
    from: from ?? '',
    to: to ?? '',
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(rejectedOf),
  });
  return (
    <div role="img" aria-label={spoken} className={classes['days']}>
      {days.map(({ at, account }) => (
        <div key={at} className={classes['day']}>
          <span className={classes['above']}>
            {account.accepted > 0 && <span>{number(account.accepted)}</span>}
            <i style={{ height: heightOf(account.accepted, pixelsPerLine) }} />
          </span>
          <span className={classes['below']}>
            <i style={{ height: heightOf(rejectedOf(account), pixelsPerLine) }} />
            {rejectedOf(account) > 0 && <span>{number(rejectedOf(account))}</span>}
          </span>
          <span className={classes['dayName']}>{shortDay().format(at)}</span>
        </div>
      ))}
    </div>
  );
}

/** What is there is seen. */
const heightOf = (lines: number, pixelsPerLine: number): string =>
  lines === 0 ? '0' : `max(2px, ${lines * pixelsPerLine}px)`;

/** Only days on which files were added: most of the others are Sundays. */
function Figures({ days }: { days: readonly DayFigures[] }) {
  const busy = days.filter(({ account }) => linesOf(account) > 0);
  return (
    <DataTable
      label={texts.asTable}
      frame="plain"
      className={classes['figures']}
      rows={busy}
      keyOf={({ at }) => at}
      columns={[
        { heading: message('Day'), isName: true, cell: ({ at }) => dateOf(at) },
        { heading: names.whole, align: 'end', cell: ({ account }) => number(linesOf(account)) },
        { heading: names.accepted, align: 'end', cell: ({ account }) => number(account.accepted) },
        { heading: names.rejected, align: 'end', cell: ({ account }) => number(rejectedOf(account)) },
      ]}
    />
  );
}
