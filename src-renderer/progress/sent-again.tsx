/** @file What became of an upload that was broken off, by a pause or by the network: its bytes are sent again. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { progressTexts } from '../texts/progress.ts';
import { size } from '../wording.ts';

export function SentAgain({ row: { sentAgainBytes } }: { row: Pick<SubmissionRow, 'sentAgainBytes'> }) {
  if (sentAgainBytes === undefined) return null;
  return (
    <span className="small-print" title={progressTexts.sentAgainMeaning}>
      {progressTexts.sentAgain(size(sentAgainBytes))}
    </span>
  );
}
