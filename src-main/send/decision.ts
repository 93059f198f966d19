/** @file What becomes of a checked file: it is sent, or held until a person decides. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { AppError, assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { needsReason } from '../../src-shared/needs-reason.ts';
import { digestOfTotals } from './reduction.ts';
import type { OlderFile, SentFile } from './sent-before/same-content.ts';
import type { EarlierFile, SentIds } from './sent-before/same-ids.ts';
import type { ApprovedSubmission, CheckResult, Submission } from './submission.ts';

export interface Decision {
  stage: 'approved' | 'held';
  /** Why it is held although the check found no errors. */
  error?: ErrorRecord;
  warning?: ErrorRecord;
}

/** A file that another desk announced in the team ledger, for the same destination. */
export interface SentElsewhere {
  /** Its number in the ledger. */
  sending: number;
  path: string;
  person: string;
  /** The name of the desk. */
  desk: string;
  /** ISO 8601. */
  at: string;
}

/** What the team ledger says of a checked file that is to be sent. */
export type TeamWord =
  /** The ledger cannot be asked. */
  | { kind: 'unknown'; error: ErrorRecord }
  /** Only what another person has released is sent, and this was not. */
  | { kind: 'not-released' }
  /** Others know of it now; and this is what they announced before. */
  | {
      kind: 'announced';
      same?: SentElsewhere;
      /** Lines whose ids were announced before; most of them in this file. */
      ids?: { lines: number; most: SentElsewhere; others: number };
      /** The same number of transactions, sums and days. */
      alike?: SentElsewhere;
      /** Why its ids were not compared. */
      uncompared?: Said;
    };

/**
 * What the word of the team makes of a file that could be sent otherwise: what another desk announced before is held unless a
 * reason was given beforehand.
 */
export function decideByTeam(
  word: TeamWord,
  { sendAgain }: Pick<Submission['options'], 'sendAgain'>,
  { transactions }: Pick<CheckResult, 'transactions'>,
): Decision {
  switch (word.kind) {
    case 'unknown':
      return { stage: 'held', error: word.error };
    case 'not-released':
      return { stage: 'held', error: new AppError('submission.not-released', {}).toRecord() };
    case 'announced': {
      const { same, ids, alike, uncompared } = word;
      if (sendAgain === undefined && same !== undefined)
        return { stage: 'held', error: new AppError('submission.sent-by-team', { ...same }).toRecord() };
      if (sendAgain === undefined && ids !== undefined) {
        const { lines, others, most } = ids;
        const params = { ...most, lines, others, transactions };
        return { stage: 'held', error: new AppError('submission.ids-sent-by-team', params).toRecord() };
      }
      if (same === undefined && alike !== undefined)
        return { stage: 'approved', warning: new AppError('submission.resembles-team', { ...alike }).toRecord() };
      if (uncompared === undefined) return { stage: 'approved' };
      return {
        stage: 'approved',
        warning: new AppError('submission.ids-not-kept', { reason: uncompared }).toRecord(),
      };
    }
    default:
      return assertNever(word);
  }
}

/**
 * Decides by what the check found, by what the person chose, and by what was sent before over the same connection: the
 * same content, or any of the same ids, is held unless a reason was given beforehand; the same count, sums and days are
 * worth a warning. What must be released is held last: then nothing else is in its way.
 * @param sendable whether there is anything that could be sent
 * @param sentBefore other submissions to the same destination of which bytes have gone out, or are about to
 */
export function decide(
  { options, connection }: Pick<Submission, 'options' | 'connection'>,
  check: CheckResult,
  sendable: boolean,
  sentBefore: readonly SentFile[],
  sentIds?: SentIds,
): Decision {
  const same = sentBefore.find((earlier) => earlier.check.sha256 === check.sha256);
  const like = sentBefore.find((earlier) => resembles(earlier.check, check));
  if (options.sendAgain === undefined) {
    if (same !== undefined)
      return {
        stage: 'held',
        error: new AppError('submission.sent-before', {
          ...mention(same),
          isOpen: same.isOpen === true ? 'yes' : 'no',
        }).toRecord(),
      };
    const [most] = sentIds?.files ?? [];
    if (sentIds !== undefined && most !== undefined)
      return { stage: 'held', error: mentionIds(sentIds, most, check.transactions) };
  }
  const warning = warningOf(same === undefined ? like : undefined, sentIds);
  const mayBeSent = check.errors === 0 || options.onInvalid === 'service-decides';
  if (!sendable || !mayBeSent) return { stage: 'held', ...warning };
  const release = releaseOf(options, check, warning.warning !== undefined) ?? confirmationOf(options, connection);
  return { stage: release === undefined ? 'approved' : 'held', ...release, ...warning };
}

/**
 * What becomes of a file whose modification ids could not be kept, where others went to the same place before: it waits, since it
 * cannot be said whether they hold the same transactions.
 */
export function decideWithoutIds(
  decided: Decision,
  { sendAgain }: Pick<Submission['options'], 'sendAgain'>,
  warning: ErrorRecord | undefined,
): Decision {
  if (decided.stage === 'held' || sendAgain !== undefined || warning?.code !== 'submission.ids-not-kept')
    return decided;
  const reason = fact('{words}', { words: warning.params['reason'] ?? '' });
  return { stage: 'held', error: new AppError('submission.ids-missing', { reason }).toRecord() };
}

/** What becomes of a file that may have gone with what this data folder has lost: it waits, unless more is known of it. */
export function decideByAge(
  decided: Decision,
  { sendAgain }: Pick<Submission['options'], 'sendAgain'>,
  older: OlderFile | undefined,
): Decision {
  if (older === undefined || sendAgain !== undefined || needsReason(decided.error)) return decided;
  return { stage: 'held', error: mayHaveGone(older) };
}

/** Why a file waits that may have gone with what this data folder has lost. */
export function mayHaveGone({ changedAt, confirmedAt }: OlderFile): ErrorRecord {
  const params = {
    changedAt: new Date(changedAt).toISOString(),
    confirmedAt: new Date(confirmedAt).toISOString(),
  };
  return new AppError('submission.older-than-folder', params).toRecord();
}

/** Why it waits although it could be sent; undefined where it does not. */
function releaseOf(
  { awaitRelease }: Submission['options'],
  { errors, warnings }: CheckResult,
  isDoubtful: boolean,
): Pick<Decision, 'error'> | undefined {
  if (awaitRelease === undefined) return undefined;
  const { when, folder } = awaitRelease;
  if (when === 'with-findings' && errors + warnings === 0 && !isDoubtful) return undefined;
  return { error: new AppError('submission.awaits-release', { folder, warnings }).toRecord() };
}

function confirmationOf(
  { awaitConfirmation }: Submission['options'],
  connection: string,
): Pick<Decision, 'error'> | undefined {
  if (awaitConfirmation === undefined) return undefined;
  return { error: new AppError('submission.awaits-confirmation', { connection }).toRecord() };
}

function resembles(one: CheckResult, other: CheckResult): boolean {
  if (one.transactions !== other.transactions || other.totals === undefined) return false;
  if (one.totals === undefined) return one.totalsSha256 === digestOfTotals(other.totals);
  // Without a single amount or date, the number of lines alone says nothing.
  if (one.totals.sums.length === 0 && one.totals.days === 0) return false;
  return isDeepStrictEqual(one.totals, other.totals);
}

function warningOf(like: ApprovedSubmission | undefined, sentIds: SentIds | undefined): Pick<Decision, 'warning'> {
  if (like !== undefined) return { warning: new AppError('submission.resembles', mention(like)).toRecord() };
  const files = sentIds?.uncompared ?? 0;
  return files === 0 ? {} : { warning: new AppError('submission.not-compared', { files }).toRecord() };
}

function mentionIds(
  { lines, files }: SentIds,
  { submission: { id, name }, state, at, user = '' }: EarlierFile,
  transactions: number,
): ErrorRecord {
  // Of a batch whose report is missing, it is not known which lines were accepted. Lines that a report names are not compared.
  const known = state === 'unreported' ? 'unknown' : state === 'partially-accepted' ? 'processed' : state;
  return new AppError('submission.ids-sent-before', {
    lines,
    transactions,
    id,
    path: name,
    state: known,
    user,
    others: files.length - 1,
    at: new Date(at).toISOString(),
  }).toRecord();
}

function mention({ id, name, addedAt }: Submission): { id: number; path: string; at: string } {
  return { id, path: name, at: new Date(addedAt).toISOString() };
}
