/** @file What to do next with a submission, as buttons; what costs something is asked about first. */

import { Button, Group } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionDetails, TenantKind } from '../../src-preload/contract.ts';
import type { ErrorRecord } from '../../src-preload/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { TenantName } from '../tenant-name.tsx';
import { stepTexts } from '../texts/submission.ts';
import { goTo } from '../use-route.ts';
import { type NextStep, nextSteps } from './next-steps.ts';
import { type Question, StepDialog } from './step-dialog.tsx';

const icons: Record<NextStep, typeof IconSend> = {
  send: IconSend,
  sendAnyway: IconSend,
  sendAgain: IconSend,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  retry: IconRefresh,
  cancel: IconX,
  remove: IconTrash,
};

export function StepButtons({ details, kind }: { details: SubmissionDetails; kind: TenantKind | undefined }) {
  const bridge = useBridge();
  const [asked, setAsked] = useState<NextStep>();
  const [error, setError] = useState<ErrorRecord>();
  const { row } = details;

  const act = async (step: NextStep, reason?: string): Promise<ErrorRecord | undefined> => {
    const { id } = row;
    const result =
      step === 'send' || step === 'sendAnyway' || step === 'sendAgain'
        ? await bridge.invoke['queue.approve']({ id, ...(reason !== undefined && { reason }) })
        : await bridge.invoke[`queue.${step}`]({ ids: [id] });
    if (!result.ok) return result.error;
    if (step === 'remove') goTo({ page: 'queue' });
    return undefined;
  };
  const begin = async (step: NextStep) => {
    setError(undefined);
    if (questionBefore(step, details) === undefined) setError(await act(step));
    else setAsked(step);
  };
  const question = asked === undefined ? undefined : questionBefore(asked, details);
  const isSending = asked === 'send' || asked === 'sendAnyway' || asked === 'sendAgain';
  return (
    <>
      <Group gap="xs" className="step-buttons">
        {nextSteps(row).map((step, index) => {
          const Icon = icons[step];
          const isMain = index === 0 && step !== 'cancel' && step !== 'remove' && step !== 'pause';
          return (
            <Button
              key={step}
              variant={isMain ? 'filled' : 'default'}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => begin(step)}
            >
              {stepTexts[step].label}
            </Button>
          );
        })}
      </Group>
      {error !== undefined && <ErrorNotice error={error} />}
      {asked !== undefined && question !== undefined && (
        <StepDialog
          question={question}
          tenant={isSending ? <TenantName name={row.connection} kind={kind} /> : undefined}
          act={(reason) => act(asked, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** What is asked before a step; undefined where it costs nothing. */
function questionBefore(step: NextStep, { row, ingestValid }: SubmissionDetails): Question | undefined {
  const { fileName, connection } = row;
  switch (step) {
    case 'resume':
    case 'retry':
      return undefined;
    case 'pause':
      // Before anything is on its way, a pause costs nothing.
      if (row.state === 'waiting' || row.state === 'reserving') return undefined;
      return ask(stepTexts.pause, fileName, stepTexts.pause.text, false);
    case 'send':
      return ask(stepTexts.send, fileName, stepTexts.send.text(row, connection), false);
    case 'sendAnyway':
      return ask(stepTexts.sendAnyway, fileName, stepTexts.sendAnyway.text(row, connection, ingestValid), true);
    case 'sendAgain': {
      const text = stepTexts.sendAgain.text(row, connection, ingestValid);
      return { ...ask(stepTexts.sendAgain, fileName, text, true), needsReason: true };
    }
    case 'cancel':
      return ask(stepTexts.cancel, fileName, stepTexts.cancel.text(row), true);
    case 'remove':
      return ask(stepTexts.remove, fileName, stepTexts.remove.text, false);
  }
}

function ask(
  { title, confirm }: { title: (fileName: string) => string; confirm: string },
  fileName: string,
  text: string,
  isGrave: boolean,
): Question {
  return { title: title(fileName), text, confirm, isGrave, needsReason: false };
}
