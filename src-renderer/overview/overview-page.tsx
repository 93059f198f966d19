/** @file The overview: what was sent by day, what became of it, how long it took, and what the check found. */

import '../styles.ts';
import { NativeSelect, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { DayFigures, Overview, Result } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { StatementButton } from '../statement/statement-button.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { ruleName } from '../texts/submission.ts';
import { dateFormat, dateOf, duration, number, size } from '../wording.ts';
import { Chart, type Series, timeSteps, wholeSteps } from './chart.tsx';
import { dayStarts } from './days.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

const shortDay = dateFormat({ day: 'numeric', month: 'short' });

export function OverviewPage() {
  const bridge = useBridge();
  const [period, setPeriod] = useState(30);
  const [result, setResult] = useState<Result<Overview>>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['history.overview']({ starts: dayStarts(Date.now(), period) }).then((answer) => {
      if (isWanted) setResult(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, period]);
  return (
    <Page>
      <PageHeader title={overviewTexts.title} intro={overviewTexts.intro}>
        <NativeSelect
          label={overviewTexts.period}
          value={String(period)}
          onChange={(event) => setPeriod(Number(event.currentTarget.value))}
          data={Object.entries(overviewTexts.periods).map(([value, label]) => ({ value, label }))}
        />
        <StatementButton />
      </PageHeader>
      {result === undefined && <Loading>{overviewTexts.loading}</Loading>}
      {result?.ok === false && <ErrorNotice error={result.error} />}
      {result?.ok === true && <Panels overview={result.value} />}
    </Page>
  );
}

function Panels({ overview: { days, byRule } }: { overview: Overview }) {
  const busy = days.filter(({ sent, processed, refused, failed }) => sent + processed + refused + failed > 0);
  if (busy.length === 0 && byRule.length === 0) return <Text>{overviewTexts.empty}</Text>;
  return (
    <div className={classes['panels']}>
      <BatchPanel days={days} busy={busy} />
      <BytesPanel days={days} busy={busy} />
      <TimesPanel days={days} busy={busy} />
      <RulesPanel byRule={byRule} />
    </div>
  );
}

interface DaysProps {
  days: readonly DayFigures[];
  /** Those on which something happened: a table of 400 days would be mostly zeros. */
  busy: readonly DayFigures[];
}

function useDays(days: readonly DayFigures[], series: readonly Omit<Series, 'values'>[], valuesOf: ValuesOf) {
  // The chart is made again only for other figures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn of the figures is always the same.
  return useMemo(
    () => ({
      days: days.map(({ at }) => shortDay().format(at)),
      series: series.map((one, index) => ({ ...one, values: days.map((day) => valuesOf(day)[index]) })),
    }),
    [days],
  );
}
type ValuesOf = (day: DayFigures) => readonly (number | undefined)[];

function BatchPanel({ days, busy }: DaysProps) {
  const { title, processed, refused, failed, sent } = overviewTexts.batches;
  const shown = useDays(
    days,
    [
      { name: processed, colour: '--done', kind: 'bar' },
      { name: refused, colour: '--trouble', kind: 'bar' },
      { name: failed, colour: '--attention', kind: 'bar' },
      { name: sent, colour: '--stage-seen', kind: 'line' },
    ],
    (day) => [day.processed, day.refused, day.failed, day.sent],
  );
  const rows = busy.map((day) => [dateOf(day.at), ...[day.processed, day.refused, day.failed, day.sent].map(number)]);
  const columns = [overviewTexts.day, processed, refused, failed, sent];
  return (
    <Panel
      {...{ title, columns, rows }}
      picture={<Chart {...shown} title={title} steps={wholeSteps} words={number} />}
    />
  );
}

function BytesPanel({ days, busy }: DaysProps) {
  const { title, bytes } = overviewTexts.bytes;
  const shown = useDays(days, [{ name: bytes, colour: '--stage-accepted', kind: 'bar' }], (day) => [day.bytes]);
  const rows = busy.filter((day) => day.bytes > 0).map((day) => [dateOf(day.at), size(day.bytes)]);
  return (
    <Panel
      {...{ title, rows }}
      columns={[overviewTexts.day, bytes]}
      picture={<Chart {...shown} title={title} steps={wholeSteps} words={size} />}
    />
  );
}

function TimesPanel({ days, busy }: DaysProps) {
  const { title, median, longest } = overviewTexts.times;
  const shown = useDays(
    days,
    [
      { name: longest, colour: '--line-strong', kind: 'line' },
      { name: median, colour: '--accent', kind: 'line' },
    ],
    (day) => [day.longestMs, day.medianMs],
  );
  const rows = busy.flatMap(({ at, medianMs, longestMs }) =>
    medianMs === undefined || longestMs === undefined ? [] : [[dateOf(at), duration(medianMs), duration(longestMs)]],
  );
  const columns = [overviewTexts.day, median, longest];
  return (
    <Panel
      {...{ title, columns, rows }}
      picture={<Chart {...shown} title={title} steps={timeSteps} words={duration} />}
    />
  );
}

function RulesPanel({ byRule }: Pick<Overview, 'byRule'>) {
  const { title, rule, count } = overviewTexts.rules;
  const most = Math.max(1, ...byRule.map((one) => one.count));
  const picture = (
    <ul className={classes['rules']}>
      {byRule.map((one) => (
        <li key={one.rule}>
          <span>{ruleName(one.rule)}</span>
          <span>{number(one.count)}</span>
          <span className={classes['bar']} aria-hidden>
            <span style={{ width: `max(3px, ${(100 * one.count) / most}%)` }} />
          </span>
        </li>
      ))}
    </ul>
  );
  const rows = byRule.map((one) => [ruleName(one.rule), number(one.count)]);
  return <Panel {...{ title, rows, picture }} columns={[rule, count]} />;
}
