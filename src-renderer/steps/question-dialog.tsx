/** @file A question before a step with consequences, and a field where a reason is required. */

import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import type { Question } from './question.ts';

interface QuestionDialogProps {
  /** Undefined while there is no question. */
  question: Question | undefined;
  onGoBack: () => void;
  onConfirm: (reason: string | undefined) => void;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { question, onGoBack } = props;
  return (
    <Dialog
      subject={question}
      onClose={onGoBack}
      title={({ title }) => title}
      closeButtonProps={{ 'aria-label': questionTexts.close }}
    >
      {(shown) => <QuestionForm {...props} question={shown} />}
    </Dialog>
  );
}

function QuestionForm({ question, onGoBack, onConfirm }: QuestionDialogProps & { question: Question }) {
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const { sentences, error, connection, isGrave, needsReason } = question;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (needsReason && reason.trim() === '') {
      setReasonMissing(true);
      return;
    }
    onConfirm(needsReason ? reason.trim() : undefined);
  };
  return (
    // The app shows its own validation text instead of the browser's.
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        {connection !== undefined && (
          <Group gap="xs">
            {questionTexts.goesTo} <TenantName name={connection} />
          </Group>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        {sentences.length === 1 ? (
          <Text size="sm">{sentences[0]}</Text>
        ) : (
          sentences.length > 1 && (
            <List size="sm" spacing={6}>
              {sentences.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          )
        )}
        {needsReason && (
          <Textarea
            label={questionTexts.approve.reason}
            description={questionTexts.approve.reasonHint}
            required
            data-autofocus
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setReasonMissing(false);
            }}
            error={isReasonMissing && questionTexts.approve.reasonMissing}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onGoBack} {...(isGrave && !needsReason && { 'data-autofocus': true })}>
            {question.goBack}
          </Button>
          <Button type="submit" {...(isGrave ? { color: 'red.9' } : { 'data-autofocus': true })}>
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
