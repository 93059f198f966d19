/** @file What the test of a connection found, step by step. */

import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { DiagnosisStep } from '../../src-preload/contract.ts';
import { connectionTexts, outcomeWords, stepNames } from '../texts/connections.ts';
import { number } from '../wording.ts';
import classes from './test-result.module.css';

const icons: Record<DiagnosisStep['outcome'], typeof IconCircleCheck> = {
  good: IconCircleCheck,
  doubtful: IconAlertTriangle,
  bad: IconCircleX,
  skipped: IconCircleDashed,
};

export function TestResult({ name, steps }: { name: string; steps: readonly DiagnosisStep[] }) {
  return (
    <ul className={classes['steps']} aria-label={connectionTexts.testResult(name)}>
      {steps.map(({ step, outcome, sentence, remedy, milliseconds }) => {
        const Icon = icons[outcome];
        return (
          <li key={step} data-outcome={outcome}>
            <Icon size={18} role="img" aria-label={outcomeWords[outcome]} />
            <strong>{stepNames[step]}</strong>
            <span>
              {sentence}
              {remedy !== undefined && <span className={classes['remedy']}>{remedy}</span>}
            </span>
            <span className={classes['took']}>{milliseconds > 0 && `${number(milliseconds)} ms`}</span>
          </li>
        );
      })}
    </ul>
  );
}
