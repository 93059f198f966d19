import { expect, it } from 'vitest';
import { queueLine } from '../../src-renderer/frame/queue-line.ts';
import { arrange } from '../../src-renderer/queue/arrangement.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { demoRow, demoRows } from './demo-rows.ts';

const listOf = (...rows: SubmissionRow[]) => ({ rows: new Map(rows.map((row) => [row.id, row])), stopped: undefined });
const unreachable = new AppError('network.unreachable', { host: 'api', reason: 'no route' }).toRecord();

it('The queue counts as many moving submissions as its filter', () => {
  const rows = demoRows(40, 0);
  const { counts } = arrange(rows, { group: 'all', search: '', order: 'newest' });
  expect(queueLine(listOf(...rows))).toBe(String(counts.moving));
});

it('The queue is held while the network is away and nothing else moves', () => {
  expect(queueLine(listOf({ ...demoRow(1, 'waiting', 0), error: unreachable }))).toBe('held');
});

it('The queue moves while one submission is sent, although another waits for the network', () => {
  const { error: _, ...sent } = demoRow(2, 'uploading', 0);
  expect(queueLine(listOf({ ...demoRow(1, 'waiting', 0), error: unreachable }, sent))).toBe('2');
});

it('The queue is stopped when all work has stopped', () => {
  const stopped = new AppError('disk.full', { folder: '/data' }).toRecord();
  expect(queueLine({ ...listOf(demoRow(1, 'uploading', 0)), stopped })).toBe('stopped');
});
