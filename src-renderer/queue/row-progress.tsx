/** @file The progress in a row: a bar while there is one to show, and in words what matters most. */

import { IconChecks } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import { ProgressBar } from '../progress/progress-bar.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { leadingTone, tonesOf } from '../progress/tones.ts';
import { progressTexts, toneWords } from '../texts/progress.ts';
import { duration, size } from '../wording.ts';
import { RowNotes } from './row-notes.tsx';
import classes from './row-progress.module.css';

/** The app will send nothing more by itself. */
const isAtRest = (state: SubmissionRow['state']): boolean => ['ended', 'deciding'].includes(factsOf(state).phase);

/** Whether there is a part to show between nothing and all. */
function hasBar({ state, waitsForCheck, whole, sent, accepted, error }: SubmissionRow): boolean {
  if (state === 'checking') return waitsForCheck !== true;
  const { end } = factsOf(state);
  // Where it ended with an error, the words matter more.
  if (end === 'success' || (end !== undefined && error !== undefined)) return false;
  return whole.batches > 0 && sent.bytes + accepted.bytes > 0;
}

/** `isCompact`: in one line, with the notes that stand below the state otherwise. */
export function RowProgress({ row, isCompact }: { row: SubmissionRow; isCompact: boolean }) {
  const isShown = hasBar(row);
  return (
    <div className={classes['progress']}>
      {isShown && <BarWithFigure row={row} />}
      <div className={classes['remark']} data-lines={isShown || isCompact ? 1 : 2}>
        {isCompact && row.speed === undefined && <RowNotes row={row} />}
        <Remark row={row} hasBar={isShown} />
        {isCompact && row.speed !== undefined && <RowNotes row={row} />}
      </div>
    </div>
  );
}

function BarWithFigure({ row }: { row: SubmissionRow }) {
  const leading = leadingTone(row);
  const percent = tonesOf(row).find(({ tone }) => tone === leading)?.percent ?? 0;
  return (
    <div className={classes['barWithFigure']}>
      <ProgressBar row={row} />
      <span className={classes['figure']} title={`${toneWords[leading].label}: ${toneWords[leading].meaning}`}>
        {progressTexts.percent(percent)}
      </span>
    </div>
  );
}

/** Why it waits or has failed, else its warning, else how fast it moves, else where it stands. */
function Remark({ row, hasBar: isBarShown }: { row: SubmissionRow; hasBar: boolean }) {
  const { state, whole, speed, error, warning, waitsForCheck, sentAgainBytes = 0 } = row;
  const record = error ?? warning;
  if (speed !== undefined && (error === undefined || error.retryable)) {
    return (
      <>
        <span className={classes['speed']}>{progressTexts.perSecond(size(speed.bytesPerSecond))}</span>
        {speed.remainingMs !== undefined && <span>{progressTexts.left(duration(speed.remainingMs))}</span>}
      </>
    );
  }
  if (record !== undefined) {
    const { title, detail, remedy } = describeError(record);
    // What a person has to decide is not yet a failure.
    const hard = factsOf(state).phase === 'deciding' ? 'attention' : 'trouble';
    const tone = error === undefined || error.retryable ? 'mild' : hard;
    return (
      <span className={classes['reason']} data-tone={tone} title={`${title}. ${detail} ${remedy}`}>
        <strong>{title}.</strong> {remedy}
      </span>
    );
  }
  if (factsOf(state).end === 'success') {
    return (
      <span className={classes['all']} title={progressTexts.allSeenMeaning}>
        <IconChecks size={15} aria-hidden />
        {progressTexts.allSeen(whole.batches)}
      </span>
    );
  }
  if (sentAgainBytes > 0) return <SentAgain row={row} />;
  if (isBarShown) return <span>{toneWords[leadingTone(row)].label}</span>;
  if (waitsForCheck === true) return <span>{progressTexts.notCheckedYet}</span>;
  return <span>{isAtRest(state) ? progressTexts.nothing : progressTexts.nothingYet}</span>;
}
