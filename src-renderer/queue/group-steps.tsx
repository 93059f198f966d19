/** @file What to do about files that came together: each step for those of them to which it applies. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { fitTogether, type Step } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { useStores } from '../stores.ts';
import { groupTexts } from '../texts/queue.ts';
import { stepWords } from '../texts/steps.ts';
import { number } from '../wording.ts';
import { useKeptFocus } from './kept-focus.ts';
import classes from './row-steps.module.css';

/** What helps first; what is held for a reason is sent anyway only where nothing else helps. */
const steps = [
  'release',
  'tryNow',
  'sendNow',
  'retry',
  'resume',
  'approve',
  'pause',
  'cancel',
  'remove',
] as const satisfies readonly Step[];
const quiet: ReadonlySet<Step> = new Set(['pause', 'cancel', 'remove']);

interface GroupStepsProps {
  rows: readonly SubmissionRow[];
  name: string;
  tabIndex: number;
}

export function GroupSteps({ rows, name, tabIndex }: GroupStepsProps) {
  const { steps: store } = useStores();
  const keptFocus = useKeptFocus();
  const possible = stepsOfGroup(rows);
  const labelled = possible.find(({ step }) => !quiet.has(step));
  return (
    <div className={classes['steps']} {...keptFocus}>
      {possible.map(({ step, fitting }) => {
        const Icon = stepIcons[step];
        const { label, explanation } = stepWords[step];
        const hasWord = step === labelled?.step;
        const words = groupTexts.step(label, fitting.length);
        return (
          <button
            key={step}
            type="button"
            className={classes['step']}
            data-quiet={!hasWord}
            tabIndex={tabIndex}
            title={`${words} ${explanation}`}
            aria-label={`${words} ${name}`}
            onClick={() => void store.getState().begin(step, fitting)}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
            {hasWord && (
              <span className={classes['word']}>
                {label} {number(fitting.length)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

interface GroupStep {
  step: Step;
  /** The files to which it applies. */
  fitting: SubmissionRow[];
}

/** What goes to several places is released place by place: the bar of what is selected does that. */
export function stepsOfGroup(rows: readonly SubmissionRow[]): GroupStep[] {
  return steps.flatMap((step) => {
    const [fitting, ...others] = fitTogether(step, rows);
    return fitting === undefined || others.length > 0 ? [] : [{ step, fitting }];
  });
}
