/** @file Before a file goes: why decisions change the money of lines, and why lines are left out; each asked once for all of them. */

import { useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { ReasonField } from '../reason-field.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import type { MoneyChange, Reasons } from './draft.ts';
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
  act: (reasons: Reasons) => Promise<ErrorRecord | undefined>;
}

export function ReasonQuestion({ asked, onClose }: { asked: ToExplain | undefined; onClose: () => void }) {
  const { description, missing } = lineEditorTexts.reason;
  /** Why lines are left out, where it is also asked why money changes. */
  const [second, setSecond] = useState('');
  const close = () => {
    setSecond('');
    onClose();
  };
  return (
    <Question
      subject={asked}
      words={({ confirm, ...unexplained }) => ({
        title: titleOf(unexplained),
        sentences: [...changesInWords(unexplained), ...leftOutInWords(unexplained)],
        reason: {
          ...{ label: labelOf(unexplained), description },
          missing: unexplained.changes.length > 0 ? missing : lineEditorTexts.noReason,
        },
        confirm,
        goBack: questionTexts.close,
      })}
      isComplete={(unexplained) => !isBoth(unexplained) || second.trim() !== ''}
      below={(unexplained, isConfirmed) =>
        isBoth(unexplained) && (
          <ReasonField
            label={lineEditorTexts.whyLeftOut(unexplained.leftOut.length)}
            value={second}
            onReason={setSecond}
            error={isConfirmed && second.trim() === '' && lineEditorTexts.noReason}
          />
        )
      }
      act={async ({ act, ...unexplained }, reason) => {
        const { changes, leftOut } = unexplained;
        const whyLeftOut = isBoth(unexplained) ? second.trim() : reason;
        return await act({
          ...(changes.length > 0 && { money: reason }),
          ...(leftOut.length > 0 && { leftOut: whyLeftOut }),
        });
      }}
      onClose={close}
    />
  );
}

const isBoth = ({ changes, leftOut }: Unexplained): boolean => changes.length > 0 && leftOut.length > 0;

const whyMoney = message('Why do these amounts or currencies change?');

function labelOf(unexplained: Unexplained): string {
  if (isBoth(unexplained)) return whyMoney;
  const { changes, leftOut } = unexplained;
  return changes.length + leftOut.length === 1 ? message('The reason') : message('One reason for all of them');
}

function titleOf({ changes, leftOut }: Unexplained): string {
  if (leftOut.length === 0) return whyMoney;
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
