/** @file The number of a submission, beside the name of its file: files that went twice have the same name. */

import type { SubmissionRow } from '../src-shared/contract.ts';
import { message } from '../src-shared/languages/message.ts';

export function SubmissionNumber({ id }: { id: SubmissionRow['id'] }) {
  const words = message('Submission {id}', { id });
  return (
    <span title={words}>
      <span aria-hidden>#{id}</span>
      <span className="unseen">{words}</span>
    </span>
  );
}
