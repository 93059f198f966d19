/** @file How an error that no part of the app has caught stands in the log. */

import { toAppError } from '../../../src-shared/errors.ts';
import type { Logs } from './logs.ts';

const LONGEST_STACK = 4000;

/** Notes the error with its stack. */
export function noteFault(logs: Pick<Logs, 'event'>, thrown: unknown): void {
  const { code, message } = toAppError(thrown);
  logs.event('error', 'app.broke-down', { code, problem: message, stack: stackOf(thrown) });
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const cause = thrown.cause instanceof Error ? `\ncaused by ${thrown.cause.stack ?? thrown.cause.message}` : '';
  return `${thrown.stack ?? ''}${cause}`.slice(0, LONGEST_STACK);
}
