/**
 * @file One question before something is done: what follows from it, perhaps a reason, and two answers. What goes wrong is said in
 * the question, which then stays.
 */

import { Button, List, Stack, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { TenantKind } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { TenantButton } from './connections/tenant-button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ErrorNotice } from './errors/error-notice.tsx';
import { ReasonField } from './reason-field.tsx';

interface QuestionWords {
  title: string;
  /** What follows from it. */
  sentences?: readonly string[];
  confirm: string;
  goBack: string;
  /** The label of the button for what costs less. */
  instead?: string | undefined;
  reason?: { label: string; description?: string; missing: string } | undefined;
  /** Something is given up by it: the focus is on the way back. */
  isGrave?: boolean;
  /** Where something is sent to. */
  tenant?: TenantKind | undefined;
}

interface QuestionProps<Subject> {
  /** What is asked about; undefined while nothing is. */
  subject: Subject | undefined;
  words: (subject: Subject) => QuestionWords;
  /** What else is to be read or filled in. `isConfirmed`: what is missing is said. */
  children?: (subject: Subject, isConfirmed: boolean) => ReactNode;
  /** The same, below the sentences and the reason. */
  below?: (subject: Subject, isConfirmed: boolean) => ReactNode;
  /** Whether all of that is filled in. */
  isComplete?: (subject: Subject) => boolean;
  /** Returns what went wrong. */
  act: (subject: Subject, reason: string) => Promise<ErrorRecord | undefined>;
  onClose: () => void;
  onInstead?: () => void;
  size?: number;
}

export function Question<Subject>(props: QuestionProps<Subject>) {
  const { subject, words, size = 440, onClose } = props;
  return (
    <Dialog subject={subject} onClose={onClose} size={size} title={(asked) => words(asked).title}>
      {(asked) => <Answers {...props} asked={asked} />}
    </Dialog>
  );
}

function Answers<Subject>(props: QuestionProps<Subject> & { asked: Subject }) {
  const { asked, words, children, below, isComplete = () => true, act, onClose, onInstead } = props;
  const { sentences = [], confirm, goBack, instead, reason: why, isGrave = false, tenant } = words(asked);
  const [reason, setReason] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const isReasonMissing = why !== undefined && reason.trim() === '';
  const answer = async (event: FormEvent) => {
    event.preventDefault();
    // A key is not stopped by a button that is busy.
    if (isUnderWay) return;
    setConfirmed(true);
    setError(undefined);
    if (isReasonMissing || !isComplete(asked)) return;
    setUnderWay(true);
    const failed = await act(asked, reason.trim());
    setUnderWay(false);
    setError(failed);
    if (failed === undefined) onClose();
  };
  return (
    // The app shows its own validation text instead of the browser's.
    <form onSubmit={(event) => void answer(event)} onKeyDown={submitByKeys} noValidate>
      <Stack gap="md">
        {children?.(asked, isConfirmed)}
        {sentences.length === 1 && <Text size="sm">{sentences[0]}</Text>}
        {sentences.length > 1 && (
          <List size="sm" spacing={6}>
            {sentences.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        )}
        {why !== undefined && (
          <ReasonField
            label={why.label}
            description={why.description}
            isFirst
            value={reason}
            onReason={setReason}
            error={isConfirmed && isReasonMissing && why.missing}
          />
        )}
        {below?.(asked, isConfirmed)}
        {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
        <DialogButtons>
          <Button variant="default" onClick={onClose} data-autofocus={(isGrave && why === undefined) || undefined}>
            {goBack}
          </Button>
          {instead !== undefined && (
            <Button variant="default" onClick={onInstead}>
              {instead}
            </Button>
          )}
          <TenantButton
            type="submit"
            kind={tenant}
            loading={isUnderWay}
            data-autofocus={(!isGrave && why === undefined) || undefined}
            {...(isGrave && { color: 'red.9' })}
          >
            {confirm}
          </TenantButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** In the field of a reason, Enter alone begins a line. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
