/** @file A failure in words where it happened: what happened, and what to do about it. */

import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeError, type ErrorRecord } from '../src-preload/errors.ts';

/** `children` stand below the words: what a person can do about it. */
export function ErrorNotice({ error, children }: { error: ErrorRecord; children?: ReactNode }) {
  const { title, detail, remedy } = describeError(error);
  // What heals by itself is no alarm.
  const look = error.retryable
    ? { color: 'gray', icon: <IconClock aria-hidden /> }
    : { color: 'red', icon: <IconAlertTriangle aria-hidden /> };
  return (
    <Alert {...look} variant="light" title={title} className="error-notice">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
      <Text size="sm" fw={500} mt={4}>
        {remedy}
      </Text>
      {children}
    </Alert>
  );
}
