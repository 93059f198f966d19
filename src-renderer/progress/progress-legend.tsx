/** @file The full progress of a submission: its bar, and a legend with the amount of each stage. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { progressTexts, stageWords, toneWords } from '../texts/progress.ts';
import { duration, percentOf, size } from '../wording.ts';
import { ProgressBar, ToneSign } from './progress-bar.tsx';
import classes from './progress-legend.module.css';
import { type Tone, tones, tonesOf } from './tones.ts';

/** All stages in their order, of which three are tones of the bar. */
const parts = ['checked', 'sent', 'accepted', 'seen', 'processed'] as const;
type Part = (typeof parts)[number];

const partWords = { ...toneWords, ...stageWords };

const isTone = (part: Part): part is Tone => tones.some((tone) => tone === part);

function percentIn(row: SubmissionRow, part: Part): number {
  if (!isTone(part)) return percentOf(row[part], row.whole);
  return tonesOf(row).find(({ tone }) => tone === part)?.percent ?? 0;
}

export function ProgressLegend({ row }: { row: SubmissionRow }) {
  const { speed, state } = row;
  return (
    <div className={classes['legend']}>
      <ProgressBar row={row} height="panel" />
      <dl className={classes['values']}>
        {parts
          .filter((part) => part === 'checked' || state !== 'checking')
          .map((part) => (
            <div key={part} title={partWords[part].meaning}>
              <dt>
                {isTone(part) ? <ToneSign tone={part} /> : <span className={classes['noSign']} />}
                {partWords[part].label}
              </dt>
              <dd className={classes['percent']}>{progressTexts.percent(percentIn(row, part))}</dd>
              <dd className={classes['amount']}>{amountOf(row, part)}</dd>
            </div>
          ))}
      </dl>
      {speed !== undefined && (
        <p className={classes['speed']}>
          {progressTexts.perSecond(size(speed.bytesPerSecond))}
          {speed.remainingMs !== undefined && ` · ${progressTexts.left(duration(speed.remainingMs))}`}
        </p>
      )}
    </div>
  );
}

/** In bytes while there is one batch at most, and in batches otherwise. */
function amountOf(row: SubmissionRow, part: Part): string {
  const { whole, bytes = 0, checkedBytes, state } = row;
  if (part === 'checked') return progressTexts.bytes(size(state === 'checking' ? checkedBytes : bytes), size(bytes));
  if (whole.batches > 1)
    return message('{done, number} of {whole, plural, one {# batch} other {# batches}}', {
      done: row[part].batches,
      whole: whole.batches,
    });
  return progressTexts.bytes(size(row[part].bytes), size(whole.bytes));
}
