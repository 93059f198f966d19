/** @file The sign of a severity, with its own shape as well as its own colour. */

import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { RuleCount } from '../../src-shared/contract.ts';
import { findingTexts } from '../texts/submission.ts';
import classes from './severity-sign.module.css';

export function SeveritySign({ severity }: Pick<RuleCount, 'severity'>) {
  const Icon = severity === 'error' ? IconCircleX : IconAlertTriangle;
  return (
    <Icon
      size={16}
      className={classes['sign'] ?? ''}
      data-severity={severity}
      role="img"
      aria-label={findingTexts.severityOne[severity]}
    />
  );
}
