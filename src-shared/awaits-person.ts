/** @file Which submissions only wait for a person to send them: nothing else is in their way. */

import type { ErrorCode } from './errors.ts';

const waiting: ReadonlySet<ErrorCode> = new Set(['submission.awaits-release', 'submission.awaits-confirmation']);

/** Whether a submission that is held for this is sent once a person has looked at it. */
export function awaitsPerson({ code }: { code: ErrorCode }): boolean {
  return waiting.has(code);
}
