/** @file The history of a submission with times, day by day. */

import { Alert, Button, Paper, Text, Title } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionDetails } from '../../src-shared/contract.ts';
import { withColon } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { zoneOfTimes } from '../texts/history.ts';
import { type TimelineDay, type TimelineEntry, timelineOf } from './timeline.ts';
import classes from './timeline-list.module.css';

/** How many entries are shown at first: the latest ones. */
const SHOWN_AT_FIRST = 40;

export function TimelineList({
  details,
}: {
  details: Pick<SubmissionDetails, 'history' | 'batches' | 'historyIntact'>;
}) {
  const zone = zoneOfTimes(useAppInfo());
  const [showsAll, setShowsAll] = useState(false);
  const days = timelineOf(details.history, details.batches);
  const count = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const hidden = showsAll ? 0 : Math.max(0, count - SHOWN_AT_FIRST);
  return (
    <Paper withBorder p="md" radius="md">
      <Title order={2} size="h5" mb="sm">
        {message('What happened')}
      </Title>
      <p className="small-print">{zone}</p>
      {!details.historyIntact && (
        <Alert
          color="red"
          icon={<IconShieldX aria-hidden />}
          title={message('The stored history was changed by another program')}
          mb="sm"
        >
          {message('At least one entry is not as Tranship wrote it. Do not rely on the history as proof.')}
        </Alert>
      )}
      {count === 0 && <Text size="sm">{message('Nothing has happened yet.')}</Text>}
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" mb="xs" onClick={() => setShowsAll(true)}>
          {message('Show {count, plural, one {# earlier entry} other {# earlier entries}}', { count: hidden })}
        </Button>
      )}
      {latest(days, count - hidden).map(({ day, entries }) => (
        <section key={day} className={classes['day']}>
          <h3>{day}</h3>
          <ol>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and are only appended
              <Entry key={index} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </Paper>
  );
}

function Entry({ entry: { at, time, words, batches, remoteState, remark, tone } }: { entry: TimelineEntry }) {
  return (
    <li data-tone={tone}>
      <time dateTime={new Date(at).toISOString()}>{time}</time>
      <div>
        <span>
          {batches !== undefined && <strong>{withColon(batches)} </strong>}
          {words}
        </span>
        {remark !== undefined && <span className="small-print">{remark}</span>}
        {remoteState !== undefined && <span className="small-print service-word">{remoteState}</span>}
      </div>
    </li>
  );
}

/** The last `count` entries of all days. */
function latest(days: readonly TimelineDay[], count: number): TimelineDay[] {
  const kept: TimelineDay[] = [];
  let left = count;
  for (const { day, entries } of days.toReversed()) {
    if (left <= 0) break;
    kept.unshift({ day, entries: entries.slice(-left) });
    left -= entries.length;
  }
  return kept;
}
