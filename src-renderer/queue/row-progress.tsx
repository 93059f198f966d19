/** @file How far a submission has come: the check while it runs, then the three stages of sending, never one for all. */

import { IconChecks } from '@tabler/icons-react';
import type { Stage, SubmissionRow } from '../../src-preload/contract.ts';
import { stageWords } from '../texts/queue.ts';
import { percentOf } from '../wording.ts';
import classes from './row-progress.module.css';

export function RowProgress({ row }: { row: SubmissionRow }) {
  const { state, whole, sent, accepted, seen } = row;
  if (state === 'checking') {
    const checked = { bytes: row.checkedBytes, batches: 0 };
    return <Stages stages={[['checked', checked]]} whole={{ bytes: row.bytes ?? 0, batches: 0 }} />;
  }
  if (state === 'processed') {
    return (
      <span className={classes['all']} title={stageWords.allSeenMeaning}>
        <IconChecks size={16} aria-hidden />
        {stageWords.allSeen(whole.batches)}
      </span>
    );
  }
  if (whole.batches === 0 || sent.bytes + accepted.bytes === 0) {
    const isOver = state === 'cancelled' || state === 'check-failed' || state === 'held' || state === 'failed';
    return <span className={classes['nothing']}>{isOver ? stageWords.nothing : stageWords.nothingYet}</span>;
  }
  const stages = [
    ['sent', sent],
    ['accepted', accepted],
    ['seen', seen],
  ] as const;
  return <Stages stages={stages} whole={whole} />;
}

type NamedStage = readonly [name: 'checked' | 'sent' | 'accepted' | 'seen', stage: Stage];

/** Read aloud as one sentence; the bars are for the eye. */
function Stages({ stages, whole }: { stages: readonly NamedStage[]; whole: Stage }) {
  const spoken = stages.map(
    ([name, stage]) => `${stageWords[name].label} ${stageWords.percent(percentOf(stage, whole))}`,
  );
  return (
    <div role="img" aria-label={spoken.join(', ')} className={classes['stages']}>
      {stages.map(([name, stage]) => (
        <div key={name} className={classes['stage']} title={stageWords[name].meaning}>
          <span className={classes['label']}>{stageWords[name].label}</span>
          <span className={classes['track']}>
            <span
              className={classes['fill']}
              data-stage={name}
              style={{ transform: `scaleX(${whole.bytes === 0 ? 0 : Math.min(1, stage.bytes / whole.bytes)})` }}
            />
          </span>
          <span className={classes['percent']}>{stageWords.percent(percentOf(stage, whole))}</span>
        </div>
      ))}
    </div>
  );
}
