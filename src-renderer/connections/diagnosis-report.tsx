/** @file The result of a diagnosis, step by step while it runs, and as a text for the help desk. */

import { Button, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { DiagnosisStep } from '../../src-shared/contract.ts';
import { stepInWords } from '../../src-shared/diagnosis-step.ts';
import { summaryOf } from '../../src-shared/diagnosis-summary.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { RunningDiagnosis } from '../connections-store.ts';
import { CopyButton } from '../copy-button.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { diagnosisTexts, outcomeWords, stepNames } from '../texts/connections.ts';
import { momentOf, number } from '../wording.ts';
import classes from './diagnosis.module.css';

const icons: Record<DiagnosisStep['outcome'], typeof IconCircleCheck> = {
  good: IconCircleCheck,
  doubtful: IconAlertTriangle,
  bad: IconCircleX,
  skipped: IconCircleDashed,
};

interface DiagnosisReportProps {
  name: string;
  diagnosis: RunningDiagnosis;
  onAskForStorage: () => void;
}

export function DiagnosisReport({ name, diagnosis, onAskForStorage }: DiagnosisReportProps) {
  const { isRunning, steps, text, error, doneAt } = diagnosis;
  const lacksStorage =
    text !== undefined && steps.some(({ step, outcome }) => step === 'storage' && outcome === 'skipped');
  const canTryStorage = lacksStorage && steps.some(({ step, outcome }) => step === 'token' && outcome === 'good');
  return (
    <div className={classes['report']}>
      {doneAt !== undefined && error === undefined && (
        <Text size="xs" c="dimmed">
          {diagnosisTexts.tested(
            momentOf(doneAt),
            summaryOf(steps),
            steps.filter(({ outcome }) => outcome === 'bad').length,
          )}
        </Text>
      )}
      <ul className={classes['steps']} aria-label={message('Diagnosis of {name}', { name })}>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
        {isRunning && (
          <li>
            <Loader size={16} aria-hidden />
            <span className={classes['next']}>{message('Diagnosing…')}</span>
          </li>
        )}
      </ul>
      {error !== undefined && <ErrorNotice error={error} />}
      {text !== undefined && (
        <div className={classes['after']}>
          <CopyButton value={text}>{message('Copy for the help desk')}</CopyButton>
          {canTryStorage && (
            <>
              <Button variant="default" size="compact-sm" onClick={onAskForStorage}>
                {message('Also try the storage')}
              </Button>
              <Text size="xs" c="dimmed" className={classes['storageHint'] ?? ''}>
                {message('Tranship asks the service for one upload address and sends no file to it.')}
              </Text>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Step(said: DiagnosisStep) {
  const { step, outcome, sentence, remedy, milliseconds } = stepInWords(said);
  const Icon = icons[outcome];
  return (
    <li data-outcome={outcome}>
      <Icon size={18} role="img" aria-label={outcomeWords[outcome]} />
      <strong>{stepNames[step]}</strong>
      <span>
        {sentence}
        {remedy !== undefined && <span className={classes['remedy']}>{remedy}</span>}
      </span>
      <span className={classes['took']}>
        {outcome !== 'skipped' && milliseconds > 0 && `${number(milliseconds)} ms`}
      </span>
    </li>
  );
}
