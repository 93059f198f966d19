/** @file The rows of an answer by day or by state, counted or added up, as a simple chart. What it shows stands in the table as well. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { replyTexts } from '../texts/replies.ts';
import { dateOf, number } from '../wording.ts';
import { Chart, wholeSteps } from './chart.tsx';
import { type Grouping, groupsOf, summedColumns } from './figures.ts';
import classes from './reply-picture.module.css';
import type { TextTable } from './table-order.ts';

interface ReplyPictureProps {
  table: TextTable;
  /** At least one. */
  groupings: readonly Grouping[];
}

const ROWS = 'rows';

export function ReplyPicture({ table, groupings }: ReplyPictureProps) {
  const measures = useMemo(() => summedColumns(table), [table]);
  const [by, setBy] = useState(0);
  const [of, setOf] = useState(String(measures[0] ?? ROWS));
  const grouping = groupings[by] ?? groupings[0];
  const measure = of === ROWS ? undefined : Number(of);
  const groups = useMemo(
    () => (grouping === undefined ? [] : groupsOf(table, grouping, measure)),
    [table, grouping, measure],
  );
  const name = measure === undefined ? replyTexts.rowsCounted : (table.columns[measure] ?? '');
  const shown = useMemo(
    () => ({
      days: groups.map((group) => (grouping?.kind === 'day' ? dateOf(Date.parse(group.name)) : group.name)),
      series: [{ name, colour: '--accent', kind: 'bar' as const, values: groups.map(({ value }) => value) }],
    }),
    [groups, grouping, name],
  );
  if (grouping === undefined || groups.length === 0) return null;
  const title = message('{what} by {by}', { what: name, by: table.columns[grouping.column] ?? '' });
  return (
    <fieldset className={classes['picture']} aria-label={message('Picture of the answer')}>
      <div className={classes['choices']}>
        <NativeSelect
          size="xs"
          label={message('Show')}
          value={of}
          onChange={(event) => setOf(event.currentTarget.value)}
          data={[
            { value: ROWS, label: replyTexts.rowsCounted },
            ...measures.map((column) => ({ value: String(column), label: table.columns[column] ?? '' })),
          ]}
        />
        <NativeSelect
          size="xs"
          label={message('By')}
          value={String(by)}
          onChange={(event) => setBy(Number(event.currentTarget.value))}
          data={groupings.map(({ column }, index) => ({ value: String(index), label: table.columns[column] ?? '' }))}
        />
      </div>
      {grouping.kind === 'day' ? (
        <Chart {...shown} title={title} steps={wholeSteps} words={number} />
      ) : (
        <Bars title={title} groups={groups} />
      )}
    </fieldset>
  );
}

function Bars({ title, groups }: { title: string; groups: readonly { name: string; value: number }[] }) {
  const most = Math.max(1, ...groups.map(({ value }) => value));
  return (
    <ul className={classes['bars']} aria-label={title}>
      {groups.map(({ name, value }) => (
        <li key={name}>
          <span className={classes['name']}>{name}</span>
          <span className={classes['track']} aria-hidden>
            <span style={{ width: `max(2px, ${(100 * Math.max(0, value)) / most}%)` }} />
          </span>
          <span className={classes['value']}>{number(value)}</span>
        </li>
      ))}
    </ul>
  );
}
