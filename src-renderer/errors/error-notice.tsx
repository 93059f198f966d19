/** @file A failure in a frame where it happened; what heals by itself is no alarm. */

import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ErrorRecord } from '../../src-preload/errors.ts';
import { ErrorWords } from './error-words.tsx';

/** `children` stand below the words: what a person can do about it. */
export function ErrorNotice({ error, children }: { error: ErrorRecord; children?: ReactNode }) {
  const look = error.retryable
    ? { color: 'gray', icon: <IconClock aria-hidden /> }
    : { color: 'red', icon: <IconAlertTriangle aria-hidden /> };
  return (
    <Alert {...look}>
      <ErrorWords error={error} />
      {children}
    </Alert>
  );
}
