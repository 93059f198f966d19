/** @file Where a person says why: it is kept with what it is about. */

import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ReasonFieldProps {
  id?: string;
  label: string;
  description?: string | undefined;
  value: string;
  onReason: (reason: string) => void;
  /** That it is missing; false while it is not. */
  error: ReactNode;
  /** It has the focus when its dialog opens. */
  isFirst?: boolean;
}

const MOST_CHARACTERS = 1000;

export function ReasonField({ onReason, isFirst = false, ...field }: ReasonFieldProps) {
  return (
    <Textarea
      {...field}
      {...(isFirst && { 'data-autofocus': true })}
      required
      autosize
      minRows={2}
      maxLength={MOST_CHARACTERS}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
  );
}
