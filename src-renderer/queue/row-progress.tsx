/** @file The progress in a row: bars while the submission moves, a word before and after. */

import { IconChecks } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { SentAgain } from '../progress/sent-again.tsx';
import { StageBars } from '../progress/stage-bars.tsx';
import { progressTexts } from '../texts/progress.ts';
import classes from './row-progress.module.css';

/** The app will send nothing more by itself. */
const isAtRest = (state: SubmissionRow['state']): boolean => ['ended', 'deciding'].includes(factsOf(state).phase);

export function RowProgress({ row }: { row: SubmissionRow }) {
  const { state, whole, sent, accepted, sentAgainBytes } = row;
  if (factsOf(state).end === 'success') {
    return (
      <span className={classes['all']} title={progressTexts.allSeenMeaning}>
        <IconChecks size={16} aria-hidden />
        {progressTexts.allSeen(whole.batches)}
      </span>
    );
  }
  if (row.waitsForCheck === true) return <span className={classes['nothing']}>{progressTexts.notCheckedYet}</span>;
  if (state !== 'checking' && (whole.batches === 0 || sent.bytes + accepted.bytes === 0)) {
    return (
      <>
        <span className={classes['nothing']}>
          {isAtRest(state) ? progressTexts.nothing : (sentAgainBytes ?? 0) > 0 ? undefined : progressTexts.nothingYet}
        </span>
        <SentAgain row={row} />
      </>
    );
  }
  return (
    <>
      <StageBars row={row} />
      <SentAgain row={row} />
    </>
  );
}
