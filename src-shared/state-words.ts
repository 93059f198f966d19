/** @file Each state within a sentence, as the command line and receipts say it. */

import type { SubmissionState } from './states.ts';

const stateWords: Record<SubmissionState, string> = {
  checking: 'checking',
  'check-failed': 'check failed',
  held: 'held: waiting for your decision',
  corrected: 'corrected by another submission',
  paused: 'paused',
  waiting: 'waiting',
  reserving: 'asking for an upload address',
  uploading: 'sending',
  verifying: 'checking what arrived',
  unknown: 'outcome unknown: waiting for your decision',
  processing: 'at the service',
  processed: 'processed',
  rejected: 'refused by the service',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const stateInWords = (state: SubmissionState): string => stateWords[state];
