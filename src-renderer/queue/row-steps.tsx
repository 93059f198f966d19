/** @file The next steps for one submission: the likeliest as a labelled button, the others as icons. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { nextSteps, type Step } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { useStores } from '../stores.ts';
import { stepWords } from '../texts/steps.ts';
import classes from './row-steps.module.css';

/** Only icons, because these steps end something and should not stand out. */
const quiet: ReadonlySet<Step> = new Set(['cancel', 'remove']);

export function RowSteps({ row, tabIndex }: { row: SubmissionRow; tabIndex: number }) {
  const { steps } = useStores();
  return (
    <div className={classes['steps']}>
      {nextSteps(row).map((step, place) => {
        const Icon = stepIcons[step];
        const hasWord = place === 0 && !quiet.has(step);
        const { label, explanation } = stepWords[step];
        return (
          <button
            key={step}
            type="button"
            className={classes['step']}
            data-quiet={!hasWord}
            tabIndex={tabIndex}
            title={hasWord ? explanation : `${label} ${explanation}`}
            aria-label={`${label} ${row.fileName}`}
            onClick={() => void steps.getState().begin(step, [row])}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
            {hasWord && label}
          </button>
        );
      })}
    </div>
  );
}
