/** @file Makes the check as strict as the service was: shows the rules and what they would change before they are used. */

import { Button, Loader, Paper, Text, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Result, Settings, StricterRules } from '../../src-shared/contract.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { ManagedNote } from '../managed-note.tsx';

export function StricterPanel({ batch }: { batch: number }) {
  const bridge = useBridge();
  const isLocked = useIsManaged()('ruleSet');
  const [isWorking, setIsWorking] = useState(false);
  const [stricter, setStricter] = useState<Result<StricterRules>>();
  const [used, setUsed] = useState<Result<Settings>>();
  const look = async () => {
    setIsWorking(true);
    setStricter(await bridge.invoke['report.stricter']({ batch }));
    setIsWorking(false);
  };
  if (stricter === undefined) {
    return (
      <div>
        <Button
          variant="default"
          disabled={isWorking}
          leftSection={isWorking ? <Loader size={16} /> : <IconShieldCheck size={16} aria-hidden />}
          onClick={() => void look()}
        >
          {isWorking ? message('Checking the file with stricter rules…') : message('Make our check as strict…')}
        </Button>
      </div>
    );
  }
  if (!stricter.ok) return <ErrorNotice error={stricter.error} />;
  const { proposed, notes, ruleSet } = stricter.value;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-live="polite">
      <Title order={2} size="h5">
        {message('Rules that would have found this')}
      </Title>
      {notes.map((note) => (
        <Text key={keyOfSaid(note)} size="sm">
          {inWords(note)}
        </Text>
      ))}
      <ManagedNote isManaged={isLocked} />
      {proposed.length > 0 && !isLocked && used?.ok !== true && (
        <Button mt="sm" onClick={() => void bridge.invoke['settings.change']({ ruleSet }).then(setUsed)}>
          {message('Use these rules from now on')}
        </Button>
      )}
      {used?.ok === true && (
        <Text size="sm" role="status">
          {message('Files are checked by these rules from now on. The settings show them, and take them back.')}
        </Text>
      )}
      {used?.ok === false && <ErrorNotice error={used.error} />}
    </Paper>
  );
}
