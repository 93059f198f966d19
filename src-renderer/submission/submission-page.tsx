/** @file A placeholder. */

import type { SubmissionRow } from '../../src-preload/contract.ts';

export function SubmissionPage({ id }: { id: SubmissionRow['id'] }) {
  return <h1>Submission {id}</h1>;
}
