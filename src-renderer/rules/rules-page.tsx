/** @file The page of rules: what to run and for which day, the runs, and the service's schedule. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { useEffect } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { useReply } from '../service-reply/use-reply.ts';
import { useConnections } from '../stores.ts';
import { ruleTenantWords } from '../texts/rules.ts';
import { pageTexts } from '../texts/submission.ts';
import { RuleRunForm } from './rule-run-form.tsx';
import classes from './rules-page.module.css';
import { RunList } from './run-list.tsx';
import { Schedule } from './schedule.tsx';
import { scheduledRules } from './schedule-rules.ts';
import { useRunSubject } from './use-run-subject.ts';

export function RulesPage({ after }: { after: SubmissionRow['id'] | undefined }) {
  const bridge = useBridge();
  const connection = useAskedConnection();
  const choose = useConnections((store) => store.ask);
  const { subject, isLoading } = useRunSubject(after);
  const schedule = useReply();
  const { ask, forget, result } = schedule;
  const name = connection?.name;
  useEffect(() => {
    forget();
    if (name !== undefined) ask(() => bridge.invoke['rules.schedule']({ connection: name }));
  }, [bridge, name, ask, forget]);
  const rules = scheduledRules(result?.ok === true ? result.value.table : undefined);
  return (
    <Page>
      <PageHeader
        title={message('Rules')}
        intro={message(
          'Asks the service to run its monitoring rules on the transactions of one day. Usually you do this once, after sending the transactions of that day.',
        )}
      />
      <ConnectionChoice
        label={message('Connection')}
        words={ruleTenantWords}
        connection={connection?.name ?? ''}
        onChange={choose}
      />
      <div className={classes['columns']}>
        {/* Another submission starts with its own day; until that is known, rules would run for another. */}
        {isLoading ? (
          <Loading>{pageTexts.loading}</Loading>
        ) : (
          <RuleRunForm key={subject?.row.id ?? ''} connection={connection} subject={subject} rules={rules} />
        )}
        <RunList />
      </div>
      <Schedule
        schedule={schedule}
        onAsk={name === undefined ? undefined : () => ask(() => bridge.invoke['rules.schedule']({ connection: name }))}
      />
    </Page>
  );
}
