/** @file The overview: what needs a person, what is under way, what became of the lines of today and yesterday, and of each day. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dayOf } from '../../src-shared/calendar-days.ts';
import type { Overview, Result } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { StatementButton } from '../statement/statement-button.tsx';
import { useQueue } from '../stores.ts';
import { overviewTexts } from '../texts/overview.ts';
import { dateFormat } from '../wording.ts';
import { ConnectionsPanel } from './connections-panel.tsx';
import { useDayStatement } from './day-statement.tsx';
import { dayStarts } from './days.ts';
import { LinesPerDay } from './lines-per-day.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import classes from './overview-page.module.css';
import { TodayPanel } from './today-panel.tsx';
import { UnderWayPanel } from './under-way-panel.tsx';
import { YesterdayPanel } from './yesterday-panel.tsx';

/** Two weeks of working days, and today. */
const DAYS = 15;
/** What is under way moves on; the days are asked for again once it has. */
const REFRESH_MS = 2000;

const spelledDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

export function OverviewPage() {
  const list = useQueue((queue) => queue.list);
  const rows = useMemo(() => [...(list?.rows.values() ?? [])], [list]);
  const result = useOverview(list?.version);
  const today = result?.ok === true ? result.value.days.at(-1) : undefined;
  return (
    <Page>
      <PageHeader title={message('Overview')} intro={overviewTexts.intro(spelledDay().format(Date.now()))}>
        <StatementButton />
      </PageHeader>
      {list === undefined && <Loading>{overviewTexts.loading}</Loading>}
      <div className={classes['columns']}>
        <div className={classes['column']}>
          {list !== undefined && <NeedsPanel rows={rows} />}
          {result?.ok === false && <ErrorNotice error={result.error} />}
          {today !== undefined && <TodayPanel rows={rows} today={today} />}
          {result?.ok === true && <Yesterday {...result.value} />}
        </div>
        {list !== undefined && (
          <div className={classes['column']}>
            <UnderWayPanel rows={rows} />
            <ConnectionsPanel rows={rows} waits={list.waits ?? []} />
          </div>
        )}
      </div>
      {result?.ok === true && <LinesPerDay days={result.value.days} />}
    </Page>
  );
}

function Yesterday({ days, yesterday }: Overview) {
  const figures = days.at(-2);
  const at = figures?.at ?? 0;
  const statement = useDayStatement(figures);
  return (
    <YesterdayPanel day={spelledDay().format(at)} date={dayOf(at)} statement={statement} connections={yesterday} />
  );
}

/** Asked for again when something in the queue is another than before, also while it never rests: a later change waits for no later one. */
function useOverview(version: number | undefined): Result<Overview> | undefined {
  const bridge = useBridge();
  const [result, setResult] = useState<Result<Overview>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the queue.
  useEffect(() => {
    const ask = async () => {
      timer.current = undefined;
      const answer = await bridge.invoke['history.overview']({ starts: dayStarts(Date.now(), DAYS) });
      if (!isGone.current) setResult(answer);
    };
    timer.current ??= setTimeout(() => void ask(), result === undefined ? 0 : REFRESH_MS);
  }, [bridge, version]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return result;
}
