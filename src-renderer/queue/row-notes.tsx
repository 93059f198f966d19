/** @file Notes on the state of a submission: findings, failed batches, a pending pause, the next try. */

import { doubledInWords } from '../../src-shared/account-words.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { refusedRowsInShort } from '../../src-shared/refused-rows.ts';
import { factsOf } from '../../src-shared/states.ts';
import { NextTry } from '../progress/next-try.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { errorsInWords, keptInWords, teamInWords } from '../texts/states.ts';
import { counted } from '../wording.ts';
import classes from './row-notes.module.css';

export function RowNotes({ row }: { row: SubmissionRow }) {
  const { errors, warnings, failedBatches, paused, state, account, doubled, nextTryAt, error, warning, speed } = row;
  const { refusedRows } = row;
  // Where nothing else is to be said about the progress, it stands there.
  const isSentAgainHere = error !== undefined || warning !== undefined || speed !== undefined;
  const notes = [
    doubled !== undefined && doubledInWords(doubled.lines),
    teamInWords(row) ?? false,
    paused && state !== 'paused' && message('Will pause'),
    failedBatches > 0 &&
      factsOf(state).end !== 'failed' &&
      message('{count, plural, one {# batch} other {# batches}} failed', { count: failedBatches }),
    // What the service has rejected of it says more, and what became of it in its correction.
    errors > 0 &&
      (account?.rejected ?? 0) === 0 &&
      factsOf(state).end !== 'settled' &&
      errorsInWords(errors, account?.invalid),
    row.keptCorrections !== undefined && keptInWords(row.keptCorrections),
    warnings > 0 && counted(warnings, 'warning'),
    refusedRows !== undefined && refusedRowsInShort(refusedRows),
  ].filter((note) => note !== false);
  const isTroubled = errors > 0 || doubled !== undefined || refusedRows !== undefined;
  return (
    <>
      {notes.length > 0 && (
        <span className={classes['notes']} data-tone={isTroubled ? 'attention' : undefined}>
          {notes.join(' · ')}
        </span>
      )}
      {nextTryAt !== undefined && <NextTry at={nextTryAt} />}
      {isSentAgainHere && <SentAgain row={row} />}
    </>
  );
}
