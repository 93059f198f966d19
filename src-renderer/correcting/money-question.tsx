/** @file Before a file goes: why decisions change the money of lines, asked once for all of them. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import type { MoneyChange } from './draft.ts';
import { moneyChangeInWords } from './fault-words.ts';

/** More of them are a number. */
const MOST_NAMED = 12;

/** What is done once the reason is said, and what its button says. */
export interface ToExplain {
  changes: readonly MoneyChange[];
  confirm: string;
  /** Returns what went wrong. */
  act: (reason: string) => Promise<ErrorRecord | undefined>;
}

export function MoneyQuestion({ asked, onClose }: { asked: ToExplain | undefined; onClose: () => void }) {
  const { description, missing } = lineEditorTexts.reason;
  return (
    <Question
      subject={asked}
      words={({ changes, confirm }) => ({
        title: message('Why do these amounts or currencies change?'),
        sentences: [
          ...changes.slice(0, MOST_NAMED).map(moneyChangeInWords),
          ...(changes.length > MOST_NAMED
            ? [message('{count, number} more of such changes', { count: changes.length - MOST_NAMED })]
            : []),
        ],
        reason: { label: message('One reason for all of them'), description, missing },
        confirm,
        goBack: questionTexts.close,
      })}
      act={({ act }, reason) => act(reason)}
      onClose={onClose}
    />
  );
}
