/** @file The rule runs that were requested from this submission. */

import { Title } from '@mantine/core';
import { useShallow } from 'zustand/react/shallow';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { RunCard } from '../rules/run-card.tsx';
import { useRuleRuns } from '../stores.ts';
import { rulesTexts } from '../texts/rules.ts';
import classes from './submission-page.module.css';

export function RunsOfSubmission({ id }: { id: SubmissionRow['id'] }) {
  const runs = useRuleRuns(useShallow((store) => store.runs?.filter(({ submission }) => submission === id) ?? []));
  if (runs.length === 0) return null;
  return (
    <section className={classes['column']} aria-label={rulesTexts.ofSubmission}>
      <Title order={2} size="h5">
        {rulesTexts.ofSubmission}
      </Title>
      {runs.map((run, place) => (
        <RunCard key={run.id} run={run} isLatest={place === 0} />
      ))}
    </section>
  );
}
