/** @file How grave a finding is, within a sentence. */

import { message } from './languages/message.ts';

const words: Record<'error' | 'warning', () => string> = {
  error: () => message('error'),
  warning: () => message('warning'),
};

export const severityInWords = (severity: 'error' | 'warning'): string => words[severity]();
