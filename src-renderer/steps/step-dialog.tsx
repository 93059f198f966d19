/** @file The question before a step that costs something, in honest words; with a field where a reason must be given. */

import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { useStepsStore, useStores } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import type { AskedStep } from './steps-store.ts';

export function StepDialog() {
  const asked = useStepsStore((state) => state.asked);
  const goBack = useStepsStore((state) => state.goBack);
  return (
    <Dialog
      subject={asked}
      onClose={goBack}
      title={({ question }) => question.title}
      closeButtonProps={{ 'aria-label': questionTexts.close }}
    >
      {(shown) => <StepForm asked={shown} />}
    </Dialog>
  );
}

function StepForm({ asked: { question } }: { asked: AskedStep }) {
  const { steps } = useStores();
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const { sentences, error, connection, isGrave, needsReason } = question;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (needsReason && reason.trim() === '') {
      setReasonMissing(true);
      return;
    }
    void steps.getState().confirm(needsReason ? reason.trim() : undefined);
  };
  return (
    // The words beside the field are ours, not the browser's.
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
          <Button
            variant="default"
            onClick={() => steps.getState().goBack()}
            {...(isGrave && !needsReason && { 'data-autofocus': true })}
          >
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
