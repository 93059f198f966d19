/** @file A failure in a frame where it happened; what heals by itself is no alarm. */

import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { ErrorWords } from './error-words.tsx';

interface ErrorNoticeProps {
  error: ErrorRecord;
  /** A person asked for this once, so nothing is tried again by itself. */
  isAskedOnce?: boolean;
  /** Stand below the words: what a person can do about it. */
  children?: ReactNode;
}

export function ErrorNotice({ error, isAskedOnce = false, children }: ErrorNoticeProps) {
  const healsByItself = error.retryable && !isAskedOnce;
  const look = healsByItself
    ? { color: 'gray', icon: <IconClock aria-hidden /> }
    : { color: 'red', icon: <IconAlertTriangle aria-hidden /> };
  return (
    <Alert {...look}>
      <ErrorWords error={error} isAskedOnce={isAskedOnce} />
      {children}
    </Alert>
  );
}
