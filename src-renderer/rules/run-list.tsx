/** @file The runs of rules, newest first, followed live. */

import { Button, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { useRuleRuns } from '../stores.ts';
import { rulesTexts } from '../texts/rules.ts';
import classes from './rules-page.module.css';
import { RunCard } from './run-card.tsx';

const SHOWN_AT_ONCE = 10;

export function RunList() {
  const runs = useRuleRuns((store) => store.runs);
  const error = useRuleRuns((store) => store.error);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const hidden = (runs?.length ?? 0) - shown;
  return (
    <section className={classes['runs']} aria-label={rulesTexts.runs}>
      <Title order={2} size="h5">
        {rulesTexts.runs}
      </Title>
      {error !== undefined && <ErrorNotice error={error} />}
      {runs === undefined && error === undefined && <Loading>{rulesTexts.loading}</Loading>}
      {runs?.length === 0 && (
        <Paper withBorder p="md" radius="md">
          <Text size="sm" c="dimmed">
            {rulesTexts.noRuns}
          </Text>
        </Paper>
      )}
      <ul>
        {runs?.slice(0, shown).map((run) => (
          <li key={run.id}>
            <RunCard run={run} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {rulesTexts.more(Math.min(hidden, SHOWN_AT_ONCE))}
        </Button>
      )}
    </section>
  );
}
