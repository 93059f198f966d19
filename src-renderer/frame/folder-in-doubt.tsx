/** @file The data folder may be a copy: nothing is sent until a person decides, with a reason, after the services were asked. */

import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { AskedFolder } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorWords } from '../errors/error-words.tsx';
import { frameTexts } from '../texts/frame.ts';

const MOST_CHARACTERS = 1000;
const MOST_NAMES = 10;

interface FolderInDoubtProps {
  error: ErrorRecord;
  /** A person has decided; so many files wait for a person since. */
  onConfirmed: (waiting: number) => void;
}

export function FolderInDoubt({ error, onConfirmed }: FolderInDoubtProps) {
  const bridge = useBridge();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<ErrorRecord>();
  const [answers, setAnswers] = useState<AskedFolder>();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const result = await bridge.invoke['folder.ask']();
    setAsking(false);
    setAnswers(result.ok ? result.value : undefined);
    setFailure(result.ok ? undefined : result.error);
  };
  // The banner goes once the app says that it sends again.
  const goOn = async () => {
    const result = await bridge.invoke['folder.confirm']({ reason });
    setFailure(result.ok ? undefined : result.error);
    if (result.ok) onConfirmed(result.value.waiting);
  };
  return (
    <Alert color="red" icon={<IconCopy />} title={message('Nothing is sent')} role="alert">
      <ErrorWords error={error} />
      {answers !== undefined && <Answers answers={answers} />}
      <Textarea
        label={message('Why this is the folder to continue with')}
        autosize
        maxLength={MOST_CHARACTERS}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        mt={8}
      />
      {failure !== undefined && <ErrorWords error={failure} />}
      <Group gap="xs" mt={8}>
        <Button size="xs" variant="default" loading={isAsking} onClick={() => void ask()}>
          {message('Ask what was sent since')}
        </Button>
        <Button size="xs" variant="default" disabled={reason.trim() === ''} onClick={() => void goOn()}>
          {message('Continue with this folder')}
        </Button>
      </Group>
    </Alert>
  );
}

function Answers({ answers }: { answers: AskedFolder }) {
  const { asked } = frameTexts.folderInDoubt;
  const { unanswered, unheard, told } = answers;
  return (
    <div role="status">
      <Text size="sm">
        {answers.asked === 0
          ? message('This folder knows of no batch that is open, so there was nothing to ask about.')
          : asked(answers)}
      </Text>
      {told.length > 0 && (
        <Text size="sm">
          {message('The team ledger knows that these were sent, and this folder did not: {names}', {
            names: namesOf(told),
          })}
        </Text>
      )}
      {answers.withoutId.length > 0 && (
        <Text size="sm">
          {message(
            'No service can be asked about these, because this folder has no id of them: {names}. They may have been sent since: ask the provider. Once you continue, each of them waits until you send or cancel it.',
            { names: namesOf(answers.withoutId) },
          )}
        </Text>
      )}
      <Text size="sm">
        {message(
          'What another copy has added and sent since, this folder cannot know. Before you send a file again, look for it in the service’s own list (Observe, “Batch status”), or ask the provider.',
        )}
      </Text>
      {[unanswered?.error, unheard].map((failed) => failed && <ErrorWords key={failed.code} error={failed} />)}
    </div>
  );
}

function namesOf(files: readonly { fileName: string }[]): string {
  const names = [...new Set(files.map(({ fileName }) => fileName))];
  return [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
}
