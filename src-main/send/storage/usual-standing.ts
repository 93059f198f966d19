/**
 * @file Recognises the standing of a usual submission, one of thousands that have ended well, without a schema: zod takes a
 * tenth of a second of each start for ten thousand of them. What is not recognised is left to the schema. Pure.
 */

import { lineOutcomes } from '../../../src-shared/account.ts';
import { endStates } from '../../../src-shared/states.ts';
import { sumPatterns } from '../../check/totals/totals-schema.ts';
import type { StoredStanding } from './standing-document.ts';

const texts = ['name', 'content', 'connection', 'destination'];
/** All that the summary of a usual submission has. */
const fields: ReadonlySet<string> = new Set([...texts, 'id', 'addedAt', 'addition', 'paused', 'stage', 'check']);
const counts = ['bytes', 'lines', 'valid', 'errors', 'warnings'];

/** Whether this is what the schema says; false also where only the schema can tell. */
export function isUsualStanding(value: unknown): value is StoredStanding {
  if (!isRecord(value) || !isRecord(value['submission']) || !isRecord(value['sums'])) return false;
  return isUsualSummary(value['submission']) && areUsualSums(value['sums']);
}

function isUsualSummary(summary: Record<string, unknown>): boolean {
  for (const name in summary) if (!fields.has(name)) return false;
  const { id, addedAt, addition, paused, stage, check } = summary;
  return (
    isWhole(id) &&
    isWhole(addedAt) &&
    typeof paused === 'boolean' &&
    stage === 'approved' &&
    texts.every((name) => typeof summary[name] === 'string') &&
    (addition === undefined || isAddition(addition)) &&
    isRecord(check) &&
    counts.every((name) => isWhole(check[name])) &&
    typeof check['durationMs'] === 'number' &&
    (check['unsummed'] === undefined || isWhole(check['unsummed'])) &&
    (check['totals'] === undefined || areUsualTotals(check['totals']))
  );
}

function areUsualTotals(totals: unknown): boolean {
  if (!isRecord(totals) || Object.keys(totals).length !== 1 || !Array.isArray(totals['sums'])) return false;
  return totals['sums'].every((sum: unknown) => {
    if (!isRecord(sum) || Object.keys(sum).length !== 2) return false;
    const { currency, amount } = sum;
    const areTexts = typeof currency === 'string' && typeof amount === 'string';
    return areTexts && sumPatterns.currency.test(currency) && sumPatterns.amount.test(amount);
  });
}

function isAddition(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, by, name = '', ...others } = value;
  const isKnown = by === 'person' || by === 'preparation' || by === 'watch';
  return isKnown && typeof id === 'string' && typeof name === 'string' && Object.keys(others).length === 0;
}

function areUsualSums(sums: Record<string, unknown>): boolean {
  const { whole, accepted, seen, processed, ended, account, doubled, error } = sums;
  return (
    error === undefined &&
    doubled === undefined &&
    [whole, accepted, seen, processed].every(isShare) &&
    isRecord(ended) &&
    Object.keys(ended).length === endStates.length &&
    endStates.every((state) => isWhole(ended[state])) &&
    isRecord(account) &&
    Object.keys(account).length === lineOutcomes.length &&
    lineOutcomes.every((outcome) => isWhole(account[outcome]))
  );
}

function isShare(value: unknown): boolean {
  return isRecord(value) && isWhole(value['bytes']) && isWhole(value['batches']);
}

/** The schema takes no integers beyond those that JavaScript holds exactly. */
function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
