/** @file What a rule set would change, shown before it is kept: the last checked file is checked with it. */

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CommandOutput, Result, RuleSetProgress, RuleSetTrial } from '../../../src-shared/contract.ts';
import { inWords } from '../../../src-shared/languages/message.ts';
import { useBridge } from '../../bridge-context.ts';
import { ErrorNotice } from '../../errors/error-notice.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { trialTexts } from '../../texts/rule-set.ts';
import { number } from '../../wording.ts';
import classes from './rule-set.module.css';

interface TrialProps {
  /** The rule set on trial. */
  text: string;
  /** Rules of the service that it lowers. */
  lowered: readonly string[];
  onKeep: () => Promise<void>;
  onClose: () => void;
}

export function RuleSetTrialView({ text, lowered, onKeep, onClose }: TrialProps) {
  const bridge = useBridge();
  const [progress, setProgress] = useState<RuleSetProgress>();
  const [result, setResult] = useState<Result<CommandOutput<'ruleSet.try'>>>();
  const [isKeeping, setKeeping] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const unsubscribe = bridge.on['ruleSet.progress'](setProgress);
    void bridge.invoke['ruleSet.try']({ text }).then((answer) => {
      if (isWanted) setResult(answer);
    });
    return () => {
      isWanted = false;
      unsubscribe();
      void bridge.invoke['ruleSet.stopTrial']();
    };
  }, [bridge, text]);
  const isKnown = result?.ok === true && result.value.kind === 'tried';
  return (
    <Stack gap="md">
      {result === undefined ? (
        <Running progress={progress} onStop={() => void bridge.invoke['ruleSet.stopTrial']()} />
      ) : (
        <div aria-live="polite">
          {result.ok ? <Outcome value={result.value} /> : <ErrorNotice error={result.error} />}
        </div>
      )}
      {lowered.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={trialTexts.loweredTitle}>
          {trialTexts.lowered(lowered)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {trialTexts.back}
        </Button>
        <Button
          variant={isKnown ? 'filled' : 'default'}
          disabled={result === undefined}
          loading={isKeeping}
          onClick={async () => {
            setKeeping(true);
            await onKeep();
            setKeeping(false);
          }}
        >
          {result === undefined || isKnown ? trialTexts.keep : trialTexts.keepAnyway}
        </Button>
      </Group>
    </Stack>
  );
}

function Running({ progress, onStop }: { progress: RuleSetProgress | undefined; onStop: () => void }) {
  const { bytes = 0, totalBytes = 0 } = progress ?? {};
  const percent = totalBytes === 0 ? 0 : Math.floor((100 * bytes) / totalBytes);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {trialTexts.running}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          {trialTexts.stop}
        </Button>
      </Group>
      <Progress value={percent} aria-label={trialTexts.running} />
    </Stack>
  );
}

function Outcome({ value }: { value: CommandOutput<'ruleSet.try'> }) {
  if (value.kind === 'no-file') return <Text size="sm">{trialTexts.noFile}</Text>;
  if (value.kind === 'stopped') return <Text size="sm">{trialTexts.stopped}</Text>;
  return <Difference trial={value.trial} />;
}

function Difference({ trial }: { trial: RuleSetTrial }) {
  const { changes, before, after } = trial;
  if (changes.length === 0) {
    return (
      <>
        <Text fw={600}>{trialTexts.nothing(trial)}</Text>
        <Text size="sm" c="dimmed">
          {trialTexts.scope(trial)}
        </Text>
      </>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {trialTexts.scope(trial)}
      </Text>
      <DataTable
        label={trialTexts.scope(trial)}
        className={classes['counts']}
        rows={['faulty', 'warned'] as const}
        columns={[
          { heading: '', isName: true, cell: (kind) => trialTexts[kind] },
          { heading: trialTexts.before, align: 'end', cell: (kind) => number(before[kind]) },
          { heading: trialTexts.after, align: 'end', cell: (kind) => number(after[kind]) },
        ]}
      />
      <ul className={classes['changes']}>
        {changes.map((change) => (
          <li key={`${change.rule} ${change.from} ${change.to}`} data-to={change.to}>
            <span>{trialTexts.change(change)}</span>
            <ul>
              {change.examples.map(({ line, message }) => (
                <li key={line}>{trialTexts.example(line, inWords(message))}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
