/** @file A question before a step with consequences, and a field where a reason is required. */

import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TenantButton } from '../connections/tenant-button.tsx';
import { Dialog, DialogButtons } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { ReasonField } from '../reason-field.tsx';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import type { Question } from './question.ts';
import { ReleaseFigures } from './release-figures.tsx';

interface QuestionDialogProps {
  /** Undefined while there is no question. */
  question: Question | undefined;
  onGoBack: () => void;
  /** `typed`: the name of the connection, where it is asked for. */
  onConfirm: (reason: string | undefined, typed: string | undefined) => void;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { question, onGoBack } = props;
  return (
    <Dialog
      subject={question}
      onClose={onGoBack}
      size={600}
      title={({ title }) => title}
      closeButtonProps={{ 'aria-label': questionTexts.close }}
    >
      {(shown) => <QuestionForm {...props} question={shown} />}
    </Dialog>
  );
}

function QuestionForm({ question, onGoBack, onConfirm }: QuestionDialogProps & { question: Question }) {
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const { sentences, error, connection, isGrave, reason: asked, summary, unknown } = question;
  const isProduction = useIsProduction(connection);
  const isReasonMissing = asked !== undefined && reason.trim() === '';
  const isTyped = isProduction && (question.isTyped === true || summary?.isTyped === true);
  const isNameMissing = isTyped && typed.trim() !== connection;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(true);
    if (isReasonMissing || isNameMissing) return;
    onConfirm(asked === undefined ? undefined : reason.trim(), isTyped ? typed.trim() : undefined);
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
        {isProduction && unknown !== undefined && <ErrorNotice error={unknown} />}
        {isProduction && summary !== undefined && <ReleaseFigures summary={summary} />}
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
        {asked !== undefined && (
          <ReasonField
            label={questionTexts.approve.reason[asked]}
            description={questionTexts.approve.reasonHint}
            isFirst
            value={reason}
            onReason={setReason}
            error={isIncomplete && isReasonMissing && questionTexts.approve.reasonMissing[asked]}
          />
        )}
        {isTyped && connection !== undefined && (
          <TextInput
            label={questionTexts.approve.typed(connection)}
            required
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isIncomplete && isNameMissing && questionTexts.approve.typedMissing(connection)}
          />
        )}
        <DialogButtons>
          <Button
            variant="default"
            onClick={onGoBack}
            {...(isGrave && asked === undefined && { 'data-autofocus': true })}
          >
            {question.goBack}
          </Button>
          {summary !== undefined && !isGrave ? (
            <TenantButton type="submit" kind={isProduction ? 'production' : undefined} data-autofocus>
              {question.confirm}
            </TenantButton>
          ) : (
            <Button type="submit" {...(isGrave ? { color: 'red.9' } : { 'data-autofocus': true })}>
              {question.confirm}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** A connection that is not known, or not yet, counts as one to production. */
function useIsProduction(name: string | undefined): boolean {
  return useConnections(
    ({ connections }) =>
      (connections?.find((connection) => connection.name === name)?.kind ?? 'production') === 'production',
  );
}
