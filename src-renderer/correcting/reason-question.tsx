/** @file Before a file goes: why decisions change the money of lines, and why lines are left out, asked once for all of them. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import type { MoneyChange } from './draft.ts';
import { moneyChangeInWords } from './fault-words.ts';
import { numbersOf } from './shared-lines.ts';

/** More of them are a number. */
const MOST_NAMED = 12;

export interface Unexplained {
  changes: readonly MoneyChange[];
  /** Lines that were left out by hand. */
  leftOut: readonly number[];
}

/** What is done once the reason is said, and what its button says. */
export interface ToExplain extends Unexplained {
  confirm: string;
  /** Returns what went wrong. */
  act: (reason: string) => Promise<ErrorRecord | undefined>;
}

export function ReasonQuestion({ asked, onClose }: { asked: ToExplain | undefined; onClose: () => void }) {
  const { description } = lineEditorTexts.reason;
  return (
    <Question
      subject={asked}
      words={({ confirm, ...unexplained }) => ({
        title: titleOf(unexplained),
        sentences: [...changesInWords(unexplained), ...leftOutInWords(unexplained)],
        reason: {
          ...{ label: message('One reason for all of them'), description },
          missing: lineEditorTexts.noReason,
        },
        confirm,
        goBack: questionTexts.close,
      })}
      act={({ act }, reason) => act(reason)}
      onClose={onClose}
    />
  );
}

function titleOf({ changes, leftOut }: Unexplained): string {
  if (leftOut.length === 0) return message('Why do these amounts or currencies change?');
  if (changes.length > 0) return message('Why does money change, and why are lines left out?');
  return lineEditorTexts.whyLeftOut(leftOut.length);
}

const changesInWords = ({ changes }: Unexplained): string[] => [
  ...changes.slice(0, MOST_NAMED).map(moneyChangeInWords),
  ...(changes.length > MOST_NAMED
    ? [message('{count, number} more of such changes', { count: changes.length - MOST_NAMED })]
    : []),
];

function leftOutInWords({ leftOut }: Unexplained): string[] {
  if (leftOut.length === 0) return [];
  const count = leftOut.length;
  return [
    count > MOST_NAMED
      ? message('{count, number} lines were left out by hand.', { count })
      : message('{count, plural, one {Line {lines} was} other {Lines {lines} were}} left out by hand.', {
          ...{ count, lines: numbersOf(leftOut) },
        }),
  ];
}
