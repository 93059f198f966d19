/** @file What is asked of a check about the modification ids, and what it answers. */

import type { ErrorRecord } from '../../../src-shared/errors.ts';
import type { IdKey } from './keyed-ids.ts';

export interface IdIndexOrder {
  /** Where the index is to be; one that is there is replaced once the new one is whole. */
  path: string;
  key: IdKey;
}

/** An index that cannot be written keeps no file from being checked. */
export type IdIndexOutcome = { kind: 'written'; ids: number } | { kind: 'failed'; error: ErrorRecord };
