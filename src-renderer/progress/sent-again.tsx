/** @file What became of an upload that was broken off, by a pause or by the network: its bytes are sent again. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { size } from '../wording.ts';

export function SentAgain({ row: { sentAgainBytes } }: { row: Pick<SubmissionRow, 'sentAgainBytes'> }) {
  if (sentAgainBytes === undefined) return null;
  return (
    <span className="small-print" title={message('An upload was broken off, and cannot continue in the middle')}>
      {message('{size} will be sent again', { size: size(sentAgainBytes) })}
    </span>
  );
}
