/** @file How far the submission of a row has come: bars while it is under way, a word before and after. */

import { IconChecks } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { StageBars } from '../progress/stage-bars.tsx';
import { progressTexts } from '../texts/progress.ts';
import classes from './row-progress.module.css';

type State = SubmissionRow['state'];

/** In these nothing more will be sent by itself. */
const standing: ReadonlySet<State> = new Set(['cancelled', 'check-failed', 'held', 'failed']);

export function RowProgress({ row }: { row: SubmissionRow }) {
  const { state, whole, sent, accepted } = row;
  if (state === 'processed') {
    return (
      <span className={classes['all']} title={progressTexts.allSeenMeaning}>
        <IconChecks size={16} aria-hidden />
        {progressTexts.allSeen(whole.batches)}
      </span>
    );
  }
  if (state !== 'checking' && (whole.batches === 0 || sent.bytes + accepted.bytes === 0)) {
    return (
      <span className={classes['nothing']}>
        {standing.has(state) ? progressTexts.nothing : progressTexts.nothingYet}
      </span>
    );
  }
  return <StageBars row={row} />;
}
