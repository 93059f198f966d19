/** @file Where each way leads that helps a submission: an address, and what its page then shows. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { addressOf } from '../routes.ts';
import type { SubmissionView } from '../submission/submission-view.ts';
import type { Way } from './next-steps.ts';

export interface Destination {
  address: string;
  /** What the page of the submission shows first; absent where the way leads elsewhere. */
  view?: Partial<SubmissionView>;
}

type Subject = Pick<SubmissionRow, 'id' | 'connection' | 'error'>;

/** The address of a way, and the view of the submission that belongs to it. */
export function destinationOf(way: Way, { id, connection, error }: Subject): Destination {
  const own = addressOf({ page: 'submission', id });
  switch (way) {
    case 'correct':
      return { address: addressOf({ page: 'submission', id, isCorrected: true }) };
    case 'renewSecret':
    case 'openConnection': {
      const about = { name: connection, asksSecret: way === 'renewSecret' };
      return { address: addressOf({ page: 'connections', isNew: false, about }) };
    }
    case 'openNetwork':
      return { address: addressOf({ page: 'settings' }) };
    case 'seeErrors':
    case 'seeWarnings':
      return {
        address: own,
        view: {
          tab: 'findings',
          severity: way === 'seeErrors' ? 'error' : 'warning',
          rules: new Set(),
          group: undefined,
        },
      };
    case 'readReport':
      return { address: own, view: { tab: 'batches', asksReport: true } };
    case 'seeBatches':
      return { address: own, view: { tab: 'batches' } };
    case 'seeEarlier':
      // An error about an earlier submission names its number.
      return { address: `#/submission/${Number(error?.params['id'] ?? id)}` };
    default:
      return assertNever(way);
  }
}
