/** @file The observability group: lists of what this tenant really holds. Their paths are made up, in routes.ts. */

import { assertNever } from '../../src-shared/errors.ts';
import type { PracticeBatch } from './practice-batch.ts';
import type { ObservabilityList } from './routes.ts';
import type { RuleExecution } from './rules.ts';
import type { DayTotal } from './single-transactions.ts';

export interface Observed {
  batches: readonly PracticeBatch[];
  executions: readonly RuleExecution[];
  /** Of the single transactions. */
  totals: readonly DayTotal[];
}

/** Longer lists are cut, because people read them. */
const LONGEST_LIST = 1000;

/** The reply's body: one list under its name, newest entries first. */
export function observe(list: ObservabilityList, observed: Observed): Readonly<Record<string, readonly object[]>> {
  const { batches, executions } = observed;
  switch (list) {
    case 'transactions/summary':
      return { transactions: summary(observed).slice(0, LONGEST_LIST) };
    case 'batches':
      return { batches: newestFirst(batches).map(batchRow) };
    case 'rules/executions':
      return { executions: newestFirst(executions).map(executionRow) };
    case 'exports':
      return { exports: newestFirst(batches.filter(({ reportPath }) => reportPath !== undefined)).map(exportRow) };
    default:
      return assertNever(list);
  }
}

/**
 * Single transactions by their own day and currency; of batches only how many were ingested, by the day of their
 * arrival.
 */
function summary({ batches, totals }: Observed): object[] {
  const ingested = new Map<string, number>();
  for (const { state, arrivedAt, lines = 0, invalidLines = 0 } of batches) {
    if (state !== 'PROCESSED' || arrivedAt === undefined) continue;
    const day = timeOf(arrivedAt).slice(0, 10);
    ingested.set(day, (ingested.get(day) ?? 0) + lines - invalidLines);
  }
  const rows = [
    ...totals.map((total) => ({ ...total, amount: Math.round(total.amount * 100) / 100, source: 'SINGLE' })),
    ...[...ingested].map(([day, transactions]) => ({
      day,
      currency: null,
      transactions,
      amount: null,
      source: 'BATCH',
    })),
  ];
  return rows.sort((one, other) => (other.day ?? '').localeCompare(one.day ?? ''));
}

function batchRow({ batchId, state, errorMessage, arrivedAt, bytes, lines, invalidLines }: PracticeBatch): object {
  return {
    batch_id: batchId,
    status: state,
    error_message: errorMessage,
    received_at: arrivedAt === undefined ? null : timeOf(arrivedAt),
    bytes: bytes ?? null,
    transactions: lines ?? null,
    invalid_transactions: invalidLines ?? null,
  };
}

function executionRow({ executionId, kind, executionDate, rules, at, status }: RuleExecution): object {
  return {
    execution_id: executionId,
    kind: kind.toUpperCase(),
    execution_date: executionDate,
    status,
    rules: rules.length,
    started_at: timeOf(at),
  };
}

/** The only exports of this tenant are the reports. */
function exportRow({ batchId, arrivedAt, invalidLines = 0 }: PracticeBatch): object {
  return {
    kind: 'VALIDATION_REPORT',
    batch_id: batchId,
    received_at: arrivedAt === undefined ? null : timeOf(arrivedAt),
    transactions: invalidLines,
  };
}

function newestFirst<Entry>(entries: readonly Entry[]): Entry[] {
  return entries.slice(-LONGEST_LIST).reverse();
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
