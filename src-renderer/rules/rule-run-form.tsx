/** @file What to run: connection, day and rules; and the two ways of running them. */

import { Alert, Button, Checkbox, Paper, Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf } from '../../src-shared/calendar-days.ts';
import type { ConnectionRow, RuleRunRequest, SubmissionDetails } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { TenantButton } from '../connections/tenant-button.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { useRuleRuns, useStores } from '../stores.ts';
import { rulesTexts } from '../texts/rules.ts';
import { canRerun, clockTime, dayBefore, dayProblem, daysToRun, spelledDay } from './days.ts';
import classes from './rules-page.module.css';
import type { ScheduledRule } from './schedule-rules.ts';
import { useRerunWait } from './use-rerun-wait.ts';

interface RuleRunFormProps {
  connection: ConnectionRow | undefined;
  /** The submission after which the rules run. */
  subject: SubmissionDetails | undefined;
  /** The rules to choose from. */
  rules: readonly ScheduledRule[];
}

export function RuleRunForm({ connection, subject, rules }: RuleRunFormProps) {
  const { ruleRuns } = useStores();
  const today = dayOf(Date.now());
  const [date, setDate] = useState((subject?.days && daysToRun(subject.days, today)?.last) ?? dayBefore(today));
  const [isAll, setAll] = useState(true);
  const [ruleIds, setRuleIds] = useState<string[]>([]);
  const [force, setForce] = useState(false);
  const [asking, setAsking] = useState<RuleRunRequest['kind']>();
  const [error, setError] = useState<ErrorRecord>();
  // The run already shows the error of a failed request.
  const isTold = useRuleRuns(({ runs }) => error !== undefined && runs?.[0]?.error?.code === error.code);
  const wait = useRerunWait(connection?.name);
  const problem = dayProblem(date, today);
  const lacksRules = !isAll && ruleIds.length === 0;
  const isReady = connection !== undefined && problem === undefined && !lacksRules && asking === undefined;
  const isOfSubject = subject !== undefined && subject.row.connection === connection?.name;
  const start = async (kind: RuleRunRequest['kind']) => {
    if (connection === undefined) return;
    setError(undefined);
    setAsking(kind);
    const result = await ruleRuns.getState().start({
      connection: connection.name,
      kind,
      date,
      ruleIds: isAll ? [] : ruleIds,
      force,
      ...(isOfSubject && { submission: subject.row.id }),
    });
    setAsking(undefined);
    if (kind === 'rerun') wait.refresh();
    if (!result.ok) setError(result.error);
  };
  return (
    <Paper withBorder p="md" radius="md" className={classes['form'] ?? ''}>
      {isOfSubject && subject.days !== undefined && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
          {rulesTexts.afterSubmission(
            subject.row.fileName,
            rulesTexts.days(spelledDay(subject.days.first), spelledDay(subject.days.last)),
          )}
        </Alert>
      )}
      <TextInput
        type="date"
        label={message('Day of the transactions')}
        className={classes['day'] ?? ''}
        max={today}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        error={problem !== undefined && rulesTexts.dayProblem[problem]}
      />
      <Radio.Group
        label={message('Which rules')}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap="xs" mt="xs">
          {(['all', 'some'] as const).map((value) => (
            <Radio key={value} value={value} label={rulesTexts[value].label} description={rulesTexts[value].hint} />
          ))}
        </Stack>
      </Radio.Group>
      {!isAll && (
        <TagsInput
          label={message('Rules')}
          placeholder={ruleIds.length === 0 ? message('Choose or type…') : ''}
          description={lacksRules ? message('Choose at least one rule.') : undefined}
          data={rules.map(({ id }) => id)}
          value={ruleIds}
          onChange={setRuleIds}
          acceptValueOnBlur
          clearable
          renderOption={({ option }) => <RuleOption id={option.value} rules={rules} />}
        />
      )}
      <Checkbox
        label={message('Also rules that have already run for this day')}
        description={message(
          'Otherwise the service rejects a second run for the same day. It never runs a rule outside its schedule.',
        )}
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      {error !== undefined && !isTold && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['buttons']}>
        <TenantButton
          kind={connection?.kind}
          disabled={!isReady}
          loading={asking === 'execute'}
          onClick={() => void start('execute')}
        >
          {message('Run the rules')}
        </TenantButton>
        <Button
          variant="default"
          className={classes['rerun'] ?? ''}
          disabled={!isReady || wait.seconds > 0 || !canRerun(date, today)}
          loading={asking === 'rerun'}
          onClick={() => void start('rerun')}
        >
          {wait.seconds > 0
            ? message('Run again: in {left}', { left: clockTime(wait.seconds) })
            : message('Run again for a past day')}
        </Button>
        <p className="small-print">{message('You can run rules again for one of the last 30 days, once a minute.')}</p>
      </div>
    </Paper>
  );
}

function RuleOption({ id, rules }: { id: string; rules: readonly ScheduledRule[] }) {
  const name = rules.find((rule) => rule.id === id)?.name ?? '';
  return (
    <span>
      {id}
      {name !== '' && <span className="small-print">{name}</span>}
    </span>
  );
}
