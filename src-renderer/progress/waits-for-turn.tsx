/** @file What a submission waits for with all others of its connection: at what pace they go, and until when. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { isWaitOf, waitInWords } from '../../src-shared/wait-words.ts';
import { useQueue } from '../stores.ts';

export function WaitsForTurn({ row }: { row: SubmissionRow }) {
  const wait = useQueue(({ list }) => list?.waits?.find((one) => isWaitOf(one, row)));
  return wait === undefined ? null : <span className="small-print">{waitInWords(wait, Date.now())}</span>;
}
