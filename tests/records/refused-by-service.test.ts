/** @file Of which batches the report must be read before anybody says which of their lines were accepted. */

import { expect, it, vi } from 'vitest';
import { refusedByService } from '../../src-main/records/refused-by-service.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { AppError } from '../../src-shared/errors.ts';
import { sampleBatch } from '../send/samples.ts';

const reportError = new AppError('report.refused', { status: 403 }).toRecord();
const partly = { state: 'processed', ingestValid: true } as const;

it.each<[string, Partial<Batch>, boolean]>([
  ['of which the service takes the valid lines, once it is here', { ...partly, report: 'kept' }, true],
  ['of which the service takes the valid lines, before it has come', { ...partly, report: 'wanted' }, true],
  [
    'of which the service takes the valid lines, where it could not be had',
    { ...partly, report: 'unavailable', reportError },
    true,
  ],
  ['of which the service has said that it has none', { ...partly, report: 'unavailable' }, false],
  ['that was processed as a whole', { state: 'processed', ingestValid: false, report: 'none' }, false],
  ['that was refused as a whole, where it is here', { state: 'rejected', report: 'kept' }, true],
  [
    'that was refused as a whole, where it could not be had',
    { state: 'rejected', report: 'unavailable', reportError },
    false,
  ],
  ['that is on its way', { state: 'processing', ingestValid: true, report: 'none' }, false],
])('The report of a batch %s', async (_, batch, isRead) => {
  const reading = vi.fn(() => Promise.reject(new AppError('report.not-here', { id: 'b' })));
  const named = refusedByService({ reading }, [sampleBatch(1, batch)], new AbortController().signal);
  if (isRead) await expect(named).rejects.toMatchObject({ code: 'report.not-here' });
  else expect(await named).toEqual([]);
  expect(reading).toHaveBeenCalledTimes(isRead ? 1 : 0);
});
