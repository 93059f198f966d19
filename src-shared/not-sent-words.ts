/** @file Why lines of a file were not sent, in words, and how much that is. Pure. */

import type { NotSentKind } from './account.ts';
import { addedUp } from './exact-amount.ts';
import { faultKindInWords } from './fault-kind-words.ts';
import { labelled } from './languages/labelled.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';
import { reasonWords } from './left-out.ts';

/** Above the reasons. */
export const notSentTitle = (): string => message('Not sent, and why');

/** Below them: how lines are counted. */
export const countedOnceInWords = (kinds: readonly NotSentKind[]): string =>
  [
    message('A line with several errors counts once.'),
    ...(kinds.every(isMissing)
      ? []
      : [message('Copies of lines that went, what went before, and blank lines are not in the sum of all.')]),
  ].join(' ');

/** “Sender: not given”, “Target country: not a code, such as “GER””, “Left out: Sender: not given”, “Left out: duplicate of a line that was kept”. */
export function notSentInWords({
  leftOut,
  error,
  example,
}: Pick<NotSentKind, 'leftOut' | 'error' | 'example'>): string {
  const cause = error === undefined ? undefined : faultKindInWords(error);
  const why =
    cause === undefined || example === undefined
      ? cause
      : message('{cause}, such as {example}', { cause, example: quoted(example) });
  if (leftOut === undefined) return why ?? message('Faulty');
  return labelled(message('Left out'), why ?? inWords(reasonWords[leftOut]));
}

/** A payment that is missing: of a copy the other line went, and a blank line is none. */
export const isMissing = ({ leftOut, error }: Pick<NotSentKind, 'leftOut' | 'error'>): boolean =>
  leftOut !== 'duplicate' && leftOut !== 'blank' && leftOut !== 'sent-before' && error?.rule !== 'line.blank';

/** How the missing payments are counted, in the foot. */
export const missingInWords = (kinds: readonly NotSentKind[]): string =>
  kinds.every(isMissing) ? message('Together') : message('Together, without copies');

/** Those that are missing together; without sums where those of one are not known. */
export function notSentTogether(all: readonly NotSentKind[]): Pick<NotSentKind, 'lines' | 'sums' | 'unread'> {
  const kinds = all.filter(isMissing);
  const lines = kinds.reduce((sum, kind) => sum + kind.lines, 0);
  const unread = kinds.reduce((sum, kind) => sum + (kind.unread ?? 0), 0);
  const sums = kinds.flatMap((kind) => (kind.sums === undefined ? [] : [kind.sums]));
  return {
    lines,
    ...(sums.length === kinds.length && { sums: addedUp(sums.flat()) }),
    ...(unread > 0 && { unread }),
  };
}
