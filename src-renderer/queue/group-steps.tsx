/** @file What to do about files that came together: the way to correct the first that is faulty, and each step for those to which it applies. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { Step } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { groupTexts } from '../texts/queue.ts';
import { stepWords } from '../texts/steps.ts';
import { stepsOfGroup, toCorrect } from './entry-actions.ts';
import { useKeptFocus } from './kept-focus.ts';
import classes from './row-steps.module.css';

/** What is held was held for a reason: sending it anyway is not what a person should do first. */
const quiet: ReadonlySet<Step> = new Set(['approve', 'pause', 'cancel', 'remove']);

interface GroupStepsProps {
  rows: readonly SubmissionRow[];
  name: string;
  tabIndex: number;
}

export function GroupSteps({ rows, name, tabIndex }: GroupStepsProps) {
  const { steps: store } = useStores();
  const keptFocus = useKeptFocus();
  const possible = stepsOfGroup(rows);
  const faulty = toCorrect(rows);
  const [firstFaulty] = faulty;
  const Correct = stepIcons.correct;
  const labelled = possible.find(({ step }) => !quiet.has(step));
  const icons = possible.filter(({ step }) => step !== labelled?.step);
  const button = ({ step, fitting }: (typeof possible)[number]) => {
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
        {hasWord && <span>{words}</span>}
      </button>
    );
  };
  return (
    <div className={classes['steps']} {...keptFocus}>
      {firstFaulty !== undefined && (
        <a
          className={classes['step']}
          tabIndex={tabIndex}
          title={message('Leads to {fileName}.', { fileName: firstFaulty.fileName })}
          aria-label={`${groupTexts.correct(faulty.length)} ${name}`}
          href={destinationOf('correct', firstFaulty).address}
        >
          <Correct size={16} stroke={1.8} aria-hidden />
          <span>{groupTexts.correct(faulty.length)}</span>
        </a>
      )}
      {labelled !== undefined && button(labelled)}
      {/* As in the rows of files: where the words are long, they stand below it together. */}
      {icons.length > 0 && <div className={classes['icons']}>{icons.map(button)}</div>}
    </div>
  );
}
