/** @file Which submissions are sent only with a reason: what is in them went to the same place before. */

import type { ErrorCode } from './errors.ts';

const sentElsewhere: ReadonlySet<ErrorCode> = new Set(['submission.sent-by-team', 'submission.ids-sent-by-team']);
const sentBefore: ReadonlySet<ErrorCode> = new Set([
  'submission.sent-before',
  'submission.ids-sent-before',
  // Whether it did cannot be said.
  'submission.ids-missing',
  'submission.older-than-folder',
  ...sentElsewhere,
]);

/** Whether a person must say why a submission that is held for this is sent anyway. */
export function needsReason(error: { code: ErrorCode } | undefined): boolean {
  return error !== undefined && sentBefore.has(error.code);
}

/** Whether it was another desk that sent it. */
export function isSentElsewhere(error: { code: ErrorCode } | undefined): boolean {
  return error !== undefined && sentElsewhere.has(error.code);
}
