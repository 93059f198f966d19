/**
 * @file The progress of a submission: the check while it runs, then the three stages of sending, always shown
 * separately.
 */

import type { Stage, SubmissionRow } from '../../src-shared/contract.ts';
import { progressTexts, stageWords } from '../texts/progress.ts';
import { percentOf, size } from '../wording.ts';
import classes from './stage-bars.module.css';

type StageName = keyof typeof stageWords;

/** Screen readers get one sentence; the bars are visual only. `isWide`: shows the amounts next to the bars. */
export function StageBars({ row, isWide = false }: { row: SubmissionRow; isWide?: boolean }) {
  const { stages, whole } = stagesOf(row);
  const parts = stages.map(([name, stage]) => ({
    name,
    share: whole.bytes === 0 ? 0 : Math.min(1, stage.bytes / whole.bytes),
    percent: progressTexts.percent(percentOf(stage, whole)),
    amount:
      whole.batches > 1
        ? progressTexts.batches(stage.batches, whole.batches)
        : progressTexts.bytes(size(stage.bytes), size(whole.bytes)),
    ...stageWords[name],
  }));
  const spoken = parts.map(({ label, percent, amount }) => `${label} ${percent}${isWide ? `, ${amount}` : ''}`);
  return (
    <div role="img" aria-label={spoken.join('; ')} className={classes['stages']} data-wide={isWide}>
      {parts.map(({ name, label, meaning, share, percent, amount }) => (
        <div key={name} className={classes['stage']} title={meaning}>
          <span className={classes['label']}>{label}</span>
          <span className={classes['track']}>
            <span className={classes['fill']} data-stage={name} style={{ transform: `scaleX(${share})` }} />
          </span>
          <span className={classes['percent']}>{percent}</span>
          {isWide && <span className={classes['amount']}>{amount}</span>}
        </div>
      ))}
    </div>
  );
}

function stagesOf(row: SubmissionRow): { stages: readonly (readonly [StageName, Stage])[]; whole: Stage } {
  const { state, checkedBytes, bytes = 0, whole, sent, accepted, seen } = row;
  if (state === 'checking') {
    return { stages: [['checked', { bytes: checkedBytes, batches: 0 }]], whole: { bytes, batches: 0 } };
  }
  const stages = [
    ['sent', sent],
    ['accepted', accepted],
    ['seen', seen],
  ] as const;
  return { stages, whole };
}
