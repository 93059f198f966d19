/** @file The rule runs, newest first, updated live. */

import { Button, Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { useRuleRuns } from '../stores.ts';
import { rulesTexts } from '../texts/rules.ts';
import classes from './rules-page.module.css';
import { RunCard } from './run-card.tsx';

const SHOWN_AT_ONCE = 5;

export function RunList() {
  const runs = useRuleRuns((store) => store.runs);
  const error = useRuleRuns((store) => store.error);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const hidden = (runs?.length ?? 0) - shown;
  const newest = useRef<HTMLLIElement>(null);
  const newestId = runs?.[0]?.id;
  const seen = useRef(runs === undefined ? undefined : (newestId ?? ''));
  useEffect(() => {
    // In a small window a new run appears below the button that started it.
    const isNew = seen.current !== undefined && seen.current !== newestId;
    if (isNew) newest.current?.scrollIntoView({ block: 'nearest' });
    if (runs !== undefined) seen.current = newestId ?? '';
  }, [runs, newestId]);
  return (
    <section className={classes['runs']} aria-label={rulesTexts.runs}>
      <Title order={2} size="h5">
        {rulesTexts.runs}
      </Title>
      {error !== undefined && <ErrorNotice error={error} />}
      {runs === undefined && error === undefined && <Loading>{message('Loading the runs…')}</Loading>}
      {runs?.length === 0 && (
        <Paper withBorder p="md" radius="md">
          <Text size="sm" c="dimmed">
            {message('No rules have been run here yet.')}
          </Text>
        </Paper>
      )}
      <ul>
        {runs?.slice(0, shown).map((run, place) => (
          <li key={run.id} ref={place === 0 ? newest : undefined}>
            <RunCard run={run} isLatest={place === 0} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {message('Show {runs, number} earlier', { runs: Math.min(hidden, SHOWN_AT_ONCE) })}
        </Button>
      )}
    </section>
  );
}
