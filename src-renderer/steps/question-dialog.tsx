/** @file A question before a step with consequences, and a field where a reason is required. */

import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Question } from '../question.tsx';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import { type OwnReasons, OwnReasonsList } from './own-reasons.tsx';
import type { StepQuestion } from './question.ts';
import { ReleaseFigures } from './release-figures.tsx';

interface QuestionDialogProps {
  /** Undefined while there is no question. */
  question: StepQuestion | undefined;
  onGoBack: () => void;
  /** What costs less, where the question offers it. */
  onInstead?: () => void;
  /** `typed`: the name of the connection, where it is asked for. `own`: reasons of single files. */
  onConfirm: (reason: string | undefined, typed: string | undefined, own: OwnReasons) => void;
}

export function QuestionDialog({ question, onGoBack, onInstead, onConfirm }: QuestionDialogProps) {
  const [typed, setTyped] = useState('');
  const [own, setOwn] = useState<OwnReasons>(new Map());
  const connections = useConnections((state) => state.connections);
  // A connection that is not known, or not yet, counts as one to production.
  const isProduction = ({ connection }: StepQuestion) =>
    (connections?.find(({ name }) => name === connection)?.kind ?? 'production') === 'production';
  const isTyped = (asked: StepQuestion) =>
    isProduction(asked) && (asked.isTyped === true || asked.summary?.isTyped === true);
  const isNameMissing = (asked: StepQuestion) => isTyped(asked) && typed.trim() !== asked.connection;
  const close = () => {
    setTyped('');
    setOwn(new Map());
    onGoBack();
  };
  return (
    <Question
      subject={question}
      size={600}
      words={(asked) => ({
        ...asked,
        reason: asked.reason && {
          label: questionTexts.approve.reason[asked.reason],
          description: questionTexts.approve.reasonHint,
          missing: questionTexts.approve.reasonMissing[asked.reason],
        },
        tenant: asked.summary !== undefined && !asked.isGrave && isProduction(asked) ? 'production' : undefined,
      })}
      isComplete={(asked) => !isNameMissing(asked)}
      act={async (asked, reason) => {
        onConfirm(asked.reason && reason, isTyped(asked) ? typed.trim() : undefined, own);
        return undefined;
      }}
      onClose={close}
      {...(onInstead !== undefined && { onInstead })}
      below={(asked, isConfirmed) => (
        <>
          {asked.files !== undefined && <OwnReasonsList files={asked.files} reasons={own} onReasons={setOwn} />}
          {isTyped(asked) && asked.connection !== undefined && (
            <TextInput
              label={questionTexts.approve.typed(asked.connection)}
              required
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isConfirmed && isNameMissing(asked) && questionTexts.approve.typedMissing(asked.connection)}
            />
          )}
        </>
      )}
    >
      {(asked) => (
        <>
          {asked.connection !== undefined && (
            <Group gap="xs">
              {questionTexts.goesTo} <TenantName name={asked.connection} />
            </Group>
          )}
          {asked.error !== undefined && <ErrorNotice error={asked.error} />}
          {isProduction(asked) && asked.unknown !== undefined && <ErrorNotice error={asked.unknown} />}
          {isProduction(asked) && asked.summary !== undefined && <ReleaseFigures summary={asked.summary} />}
        </>
      )}
    </Question>
  );
}
