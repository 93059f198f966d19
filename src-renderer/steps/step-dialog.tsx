/** @file The question before a step with consequences. */

import { useStepsStore } from '../stores.ts';
import { QuestionDialog } from './question-dialog.tsx';

export function StepDialog() {
  const asked = useStepsStore((state) => state.asked);
  const goBack = useStepsStore((state) => state.goBack);
  const confirm = useStepsStore((state) => state.confirm);
  const pauseAfter = useStepsStore((state) => state.pauseAfter);
  return (
    <QuestionDialog
      question={asked?.question}
      onGoBack={goBack}
      onInstead={() => void pauseAfter()}
      onConfirm={(reason, typed, own) => void confirm(reason, typed, own)}
    />
  );
}
