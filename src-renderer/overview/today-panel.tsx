/** @file What became of the lines of today so far, with the sums of the files. */

import { dayOf } from '../../src-shared/calendar-days.ts';
import type { DayFigures, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { Loading } from '../frame/page.tsx';
import { CompareLink } from '../statement/compare-link.tsx';
import { DayStatement, hasLines, useDayStatement } from './day-statement.tsx';
import { Panel } from './panel.tsx';

interface TodayPanelProps {
  rows: readonly SubmissionRow[];
  today: DayFigures;
}

/** Nothing before a file was added, and while files are under way: figures that still move would be read from the files again and again. */
export function TodayPanel({ rows, today }: TodayPanelProps) {
  const isAtRest = !rows.some((row) => groupOf(row) === 'moving');
  const statement = useDayStatement(isAtRest ? today : undefined);
  if (statement === undefined && !(isAtRest && hasLines(today))) return null;
  return (
    <Panel title={message('Today')} aside={<CompareLink from={dayOf(today.at)} to={dayOf(today.at)} />}>
      {/* What is below must not stand in its place for a moment. */}
      {statement === undefined ? (
        <Loading>{message('Counting the lines of today…')}</Loading>
      ) : (
        <DayStatement statement={statement} />
      )}
    </Panel>
  );
}
