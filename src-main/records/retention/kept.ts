/** @file What is kept in the data folder of customer data, how much of it, and since when. */

import type { Kept } from '../../../src-shared/contract.ts';
import type { StoredCustomerData } from '../../send/storage/customer-data.ts';
import type { KeptFiles } from './kept-files.ts';

/** @param stored what the database tells */
export async function whatIsKept(
  files: KeptFiles,
  { submissions, findings, history }: ReturnType<StoredCustomerData['figures']>,
): Promise<Kept[]> {
  const { bytes } = await files.figuresOfDatabase('queue');
  const reports = await files.figuresOf('reports');
  const readings = await files.figuresOf('report-entries');
  const all: (Omit<Kept, 'since'> & { since: number | undefined })[] = [
    { kind: 'submissions', ...submissions, bytes },
    { kind: 'findings', ...findings },
    { kind: 'reports', ...reports, bytes: reports.bytes + readings.bytes },
    { kind: 'ids', ...(await files.figuresOf('ids')) },
    { kind: 'inbox', ...(await files.figuresOf('inbox')) },
    { kind: 'prepared', ...(await files.figuresOf('prepared')) },
    { kind: 'journals', ...(await files.figuresOf('posts')) },
    { kind: 'practice', ...(await files.figuresOf('practice')) },
    { kind: 'damaged', ...(await files.figuresOfDatabase('damaged')) },
    { kind: 'logs', ...(await files.figuresOf('logs')) },
    { kind: 'history', ...history },
  ];
  return all.map(({ since, ...one }) => ({ ...one, ...(since !== undefined && { since }) }));
}
