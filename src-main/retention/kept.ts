/** @file What is kept in the data folder of customer data, how much of it, and since when. */

import type { StoredCustomerData } from '../queue/storage/customer-data.ts';
import type { KeptFiles } from './kept-files.ts';

/** In the order in which they are shown. */
export const keptKinds = [
  'submissions',
  'findings',
  'reports',
  'inbox',
  'journals',
  'practice',
  'damaged',
  'logs',
  'history',
] as const;

/** `bytes`: on the disk; absent where it is a part of the queue's database, which stands with the submissions. */
export interface Kept {
  kind: (typeof keptKinds)[number];
  count: number;
  bytes?: number | undefined;
  /** The time of the oldest (ms since the epoch). */
  since?: number | undefined;
}

export async function whatIsKept(files: KeptFiles, customerData: StoredCustomerData): Promise<Kept[]> {
  const { submissions, findings, history } = customerData.figures();
  const { bytes } = await files.figuresOfDatabase('queue');
  return [
    { kind: 'submissions', ...submissions, bytes },
    { kind: 'findings', ...findings },
    { kind: 'reports', ...(await files.figuresOf('reports')) },
    { kind: 'inbox', ...(await files.figuresOf('inbox')) },
    { kind: 'journals', ...(await files.figuresOf('posts')) },
    { kind: 'practice', ...(await files.figuresOf('practice')) },
    { kind: 'damaged', ...(await files.figuresOfDatabase('damaged')) },
    { kind: 'logs', ...(await files.figuresOf('logs')) },
    { kind: 'history', ...history },
  ];
}
