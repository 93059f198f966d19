import { expect, it } from 'vitest';
import type { Logs } from '../src-main/logs/logs.ts';
import type { QueueChange } from '../src-main/queue/queue-change.ts';
import { logQueue } from '../src-main/queue-log.ts';
import { AppError } from '../src-shared/errors.ts';
import { sampleBatch } from './queue/samples.ts';

const batch = sampleBatch(1);

/** What is written down of the change. */
function linesOf(change: QueueChange): Parameters<Logs['event']>[] {
  const lines: Parameters<Logs['event']>[] = [];
  const queue = {
    subscribe: (listener: (told: QueueChange) => void) => {
      listener(change);
      return () => {};
    },
  };
  logQueue(queue, { event: (...line) => lines.push(line) });
  return lines;
}

it('writes down why a batch has failed', () => {
  const error = new AppError('file.not-found', { path: '/export.jsonl' }).toRecord();
  expect(linesOf({ kind: 'batch', batch: { ...batch, state: 'failed', error } })).toMatchObject([
    ['error', 'batch.failed', { batch: batch.number, error: 'file.not-found' }],
  ]);
});

it('writes down under which id a batch was processed', () => {
  expect(linesOf({ kind: 'batch', batch: { ...batch, state: 'processed' } })).toMatchObject([
    ['info', 'batch.ended', { state: 'processed' }],
  ]);
});

it('writes down that the queue stopped, and why', () => {
  const error = new AppError('disk.full', { folder: '/data' });
  expect(linesOf({ kind: 'stopped', error })).toMatchObject([['error', 'queue.stopped', { error: 'disk.full' }]]);
});

it('writes down nothing of the steps on the way', () => {
  expect(linesOf({ kind: 'batch', batch: { ...batch, state: 'uploading' } })).toEqual([]);
});
