/** @file The question before a step that costs something, in honest words; with a field where a reason must be given. */

import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ErrorRecord } from '../../src-preload/errors.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { stepTexts } from '../texts/submission.ts';

export interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Something is given up or sent twice. */
  isGrave: boolean;
  needsReason: boolean;
}

/** `act` resolves to why it did not succeed; otherwise the dialog closes. `tenant` stands above a sending. */
export function StepDialog({
  question,
  tenant,
  act,
  onClose,
}: {
  question: Question;
  tenant?: ReactNode;
  act: (reason: string | undefined) => Promise<ErrorRecord | undefined>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    if (question.needsReason && reason.trim() === '') {
      setReasonMissing(true);
      return;
    }
    setBusy(true);
    const failure = await act(question.needsReason ? reason.trim() : undefined);
    setBusy(false);
    if (failure === undefined) onClose();
    else setError(failure);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{question.title}</bdi>}
      centered
      closeButtonProps={{ 'aria-label': stepTexts.keep }}
    >
      <Stack gap="md">
        {tenant}
        <Text size="sm">{question.text}</Text>
        {question.needsReason && (
          <Textarea
            label={stepTexts.sendAgain.reason}
            description={stepTexts.sendAgain.reasonHint}
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
            {...(isReasonMissing && { error: stepTexts.sendAgain.reasonMissing })}
          />
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {stepTexts.keep}
          </Button>
          <Button {...(question.isGrave && { color: 'red.8' })} loading={isBusy} onClick={confirm}>
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
