/** @file The question before lines are left out: how many, what follows from it, and the reason, which the auditor reads. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';

/** What is to be left out, and what follows from it. */
export interface LeavingOut {
  lines: number;
  sentences: readonly string[];
  /** Returns what went wrong. */
  leaveOut: (reason: string) => Promise<ErrorRecord | undefined>;
}

interface LeaveOutQuestionProps {
  asked: LeavingOut | undefined;
  onClose: () => void;
}

export function LeaveOutQuestion({ asked, onClose }: LeaveOutQuestionProps) {
  return (
    <Question
      subject={asked}
      words={({ lines, sentences }) => ({
        title: message('Leave {count, plural, one {# line} other {# lines}} out?', { count: lines }),
        sentences,
        reason: {
          label: message('The reason'),
          description: lineEditorTexts.reason.description,
          missing: lineEditorTexts.noReason,
        },
        confirm: message('Leave {count, plural, one {# line} other {# lines}} out', { count: lines }),
        goBack: questionTexts.close,
      })}
      act={async ({ leaveOut }, reason) => await leaveOut(reason)}
      onClose={onClose}
    />
  );
}
