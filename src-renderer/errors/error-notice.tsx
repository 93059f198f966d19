/** @file An error in a frame, where it happened. Errors that resolve themselves do not look like an alarm. */

import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { ErrorWords } from './error-words.tsx';

interface ErrorNoticeProps {
  error: ErrorRecord;
  /** A person asked once, so the app does not try again by itself. */
  isAskedOnce?: boolean;
  /** Shown below the text: the person's actions. */
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
