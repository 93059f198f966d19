/** @file Why lines of a file were not sent, in words, and how much that is. Pure. */

import type { NotSentKind } from './account.ts';
import { addedUp } from './exact-amount.ts';
import { faultKindInWords } from './fault-kind-words.ts';
import { labelled } from './languages/labelled.ts';
import { listed } from './languages/lists.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';
import { reasonWords } from './left-out.ts';

/** Above the reasons. */
export const notSentTitle = (): string => message('Not sent, and why');

/** Below them: how lines are counted, and which of them the foot leaves out; nothing where there is no foot. */
export function countedOnceInWords(kinds: readonly NotSentKind[]): string {
  if (kinds.length < 2) return '';
  const apart = [
    kinds.some(({ leftOut }) => leftOut === 'duplicate') && message('copies of lines that were kept'),
    kinds.some(({ leftOut }) => leftOut === 'sent-before') && message('lines that went before'),
    kinds.some(isBlank) && message('blank lines'),
  ].filter((words) => words !== false);
  return [
    ...(kinds.filter(({ error }) => error !== undefined).length > 1
      ? [message('A line with several errors counts once.')]
      : []),
    ...(apart.length > 0
      ? [message('“{missing}” leaves out: {things}.', { missing: missingInWords(kinds), things: listed(apart) })]
      : []),
  ].join(' ');
}

/** “Sender: not given”, “Target country: not a code, in the file: “GER””, “Left out: Sender: not given”, “Left out: duplicate of a line that was kept”. */
export function notSentInWords({
  leftOut,
  error,
  example,
}: Pick<NotSentKind, 'leftOut' | 'error' | 'example'>): string {
  const cause = error === undefined ? undefined : faultKindInWords(error);
  const why =
    cause === undefined || example === undefined
      ? cause
      : message('{cause}, in the file: {example}', { cause, example: quoted(example) });
  if (leftOut === undefined) return why ?? message('Faulty');
  return labelled(message('Left out'), why ?? inWords(reasonWords[leftOut]));
}

/** A payment that is missing: of a copy the other line went, and a blank line is none. */
export const isMissing = (kind: Pick<NotSentKind, 'leftOut' | 'error'>): boolean =>
  kind.leftOut !== 'duplicate' && kind.leftOut !== 'sent-before' && !isBlank(kind);

const isBlank = ({ leftOut, error }: Pick<NotSentKind, 'leftOut' | 'error'>): boolean =>
  leftOut === 'blank' || error?.rule === 'line.blank';

/** How the missing payments are counted, in the foot. */
export const missingInWords = (kinds: readonly NotSentKind[]): string =>
  kinds.every(isMissing) ? message('Together') : message('Missing in all');

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
