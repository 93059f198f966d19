/** @file The question before a step that costs something, in honest words; with a field where a reason must be given. */

import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { useStepsStore, useStores } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import { goTo } from '../use-route.ts';
import type { AskedStep } from './steps-store.ts';

export function StepDialog() {
  const asked = useStepsStore((state) => state.asked);
  const goBack = useStepsStore((state) => state.goBack);
  return (
    <Dialog subject={asked} onClose={goBack} title={({ question }) => question.title}>
      {(shown) => <StepForm asked={shown} />}
    </Dialog>
  );
}

function StepForm({ asked: { step, ids, question } }: { asked: AskedStep }) {
  const { steps, queueView } = useStores();
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const { sentences, connection, isGrave, needsReason } = question;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (needsReason && reason.trim() === '') {
      setReasonMissing(true);
      return;
    }
    if (step === 'remove') {
      queueView.getState().unselect(ids);
      goTo({ page: 'queue' });
    }
    void steps.getState().confirm(needsReason ? reason.trim() : undefined);
  };
  // The words beside the field are ours, not the browser's.
  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        {connection !== undefined && (
          <Group gap="xs">
            {questionTexts.sending.goesTo} <TenantName name={connection} />
          </Group>
        )}
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
            label={questionTexts.reason.label}
            description={questionTexts.reason.hint}
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
            error={isReasonMissing && questionTexts.reason.missing}
          />
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => steps.getState().goBack()}
            {...(isGrave && !needsReason && { 'data-autofocus': true })}
          >
            {questionTexts.goBack}
          </Button>
          <Button type="submit" {...(isGrave ? { color: 'red.9' } : { 'data-autofocus': true })}>
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
