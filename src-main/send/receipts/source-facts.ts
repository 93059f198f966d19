/** @file What every receipt says of the file it is about, and of the decisions of people on it. Pure. */

import { posix, win32 } from 'node:path';
import type { Corrector } from '../../../src-shared/correction-shapes.ts';
import { canonicalDigest } from '../../audit/canonical-json.ts';
import type { RuleSet } from '../../check/rules/rule-set.ts';
import { isPractice } from '../../practice/practice-client.ts';
import type { SubmissionId } from '../batch.ts';
import type { HistoryEvent } from '../storage/history.ts';
import type { PreparedFacts, Submission } from '../submission.ts';

/** Who let the file pass, and why. */
export interface Approval {
  at: string;
  /** person: held, and then approved by a person · check: the check found nothing to hold it for, or was told to let it pass */
  by: 'person' | 'check';
  /** Where the check let it pass: the person who had it sent, and when; absent of what a watched folder sends by itself. */
  ordered?: Corrector;
  user: string | undefined;
  machine: string | undefined;
  /** Errors that the check had found by then. */
  errors: number | undefined;
  reason: string | undefined;
  /** The number of the submission that had sent the same file before. */
  sentBefore: number | undefined;
  /** How many of its lines went with it. */
  linesBefore: number | undefined;
}

/** Another submission that this one corrects, or that corrects this one. */
export interface LinkedSubmission {
  submission: number;
  fileName: string;
  fileSha256: string | undefined;
}

/** How the file hangs together with its corrections. */
export interface CorrectionLinks {
  corrects?: LinkedSubmission;
  correctedBy?: LinkedSubmission;
}

export interface SourceFacts {
  submission: SubmissionId;
  /** The name alone: never a folder. */
  fileName: string;
  fileSha256: string | undefined;
  bytes: number | undefined;
  lines: number | undefined;
  transactions: number | undefined;
  errors: number | undefined;
  warnings: number | undefined;
  /** Absent where the check found no amounts, or where they were removed with the customer data. */
  totals: { currency: string; amount: string }[] | undefined;
  /** The SHA-256 of the totals, which stays once they were removed. */
  totalsSha256: string | undefined;
  days: { first: string; last: string; count: number } | undefined;
  connection: string;
  /** The scope that names the tenant. */
  tenant: string | undefined;
  serviceHost: string;
  /** It went to a practice tenant: nothing of it is real. */
  isPractice: boolean;
  addedAt: string;
  addedBy: { user: string; machine: string } | undefined;
  onInvalid: 'stop' | 'service-decides';
  ingestValid: boolean;
  ruleSet: RuleSet;
  /** Of the rule set in canonical JSON, in hex. */
  ruleSetSha256: string;
  approvals: Approval[];
  corrections: CorrectionLinks | undefined;
  /** Of which exports the file was prepared; absent where it was not. */
  prepared?: PreparedFacts;
}

/**
 * @param own the events of the submission, in order
 * @param find another submission by its number
 */
export function sourceFacts(
  submission: Submission,
  own: readonly HistoryEvent[],
  find: (id: SubmissionId) => Submission | undefined,
): SourceFacts {
  const { id, name, check, connection, destination, addedAt, options } = submission;
  const [baseAddress = '', , , ...scope] = destination.split(' ');
  const { sums, firstDay: first, lastDay: last, days = 0 } = check?.totals ?? {};
  const recorder = own.find(({ kind }) => kind === 'added')?.recorder;
  return {
    submission: id,
    fileName: fileNameOf(name),
    fileSha256: check?.sha256,
    bytes: check?.bytes,
    lines: check?.lines,
    transactions: check?.transactions,
    errors: check?.errors,
    warnings: check?.warnings,
    totals: sums,
    totalsSha256: check?.totalsSha256,
    days: first === undefined || last === undefined ? undefined : { first, last, count: days },
    connection,
    tenant: scope.length === 0 ? undefined : scope.join(' '),
    serviceHost: URL.parse(baseAddress)?.host ?? '',
    isPractice: isPractice(destination),
    addedAt: new Date(addedAt).toISOString(),
    addedBy: recorder && { user: recorder.user, machine: recorder.machine },
    onInvalid: options.onInvalid,
    ingestValid: options.ingestValid,
    ruleSet: options.ruleSet,
    ruleSetSha256: ruleSetDigest(options.ruleSet),
    approvals: own.filter(({ kind }) => kind === 'approved').map((approved) => approvalOf(approved, own)),
    corrections: linksOf(submission, find),
    ...(submission.prepared !== undefined && { prepared: submission.prepared }),
  };
}

function linksOf({ corrects, corrected }: Submission, find: (id: SubmissionId) => Submission | undefined) {
  const linked = (id: SubmissionId): LinkedSubmission => {
    const other = find(id);
    const fileName = other === undefined ? 'not known any more' : fileNameOf(other.name);
    return { submission: id, fileName, fileSha256: other?.check?.sha256 };
  };
  if (corrects === undefined && corrected === undefined) return undefined;
  return {
    ...(corrects !== undefined && { corrects: linked(corrects) }),
    ...(corrected !== undefined && { correctedBy: linked(corrected.by) }),
  };
}

/** By which two rule sets are known to be the same. */
export function ruleSetDigest(ruleSet: RuleSet): string {
  return canonicalDigest(ruleSet);
}

/** The name of a path in the manner of any system; a name without a folder stays as it is. */
export function fileNameOf(name: string): string {
  const { basename, isAbsolute } = name.startsWith('/') ? posix : win32;
  return isAbsolute(name) ? basename(name) : name;
}

export const namedFile = ({ id, name }: Pick<Submission, 'id' | 'name'>) => ({
  submission: id,
  fileName: fileNameOf(name),
});

function approvalOf(approved: HistoryEvent, own: readonly HistoryEvent[]): Approval {
  const { at, recorder, detail } = approved;
  const { decidedByPerson, releasedItself, errors, reason, sentBefore, linesBefore } = detail;
  const isOrdered = decidedByPerson !== true && releasedItself !== true;
  const ordered = isOrdered ? own.findLast((event) => isOrder(event) && event.position < approved.position) : undefined;
  return {
    at: new Date(at).toISOString(),
    by: decidedByPerson === true ? 'person' : 'check',
    ...(ordered !== undefined && { ordered: personOf(ordered) }),
    user: recorder?.user,
    machine: recorder?.machine,
    errors: typeof errors === 'number' ? errors : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    sentBefore: typeof sentBefore === 'number' ? sentBefore : undefined,
    linesBefore: typeof linesBefore === 'number' ? linesBefore : undefined,
  };
}

/** Whether a person has a file sent with it: one that is only to be checked waits for the choice of a connection. */
const isOrder = ({ kind, detail }: HistoryEvent): boolean =>
  kind === 'bound' || (kind === 'added' && detail['onlyCheck'] !== true);

const personOf = ({ at, recorder }: HistoryEvent): Corrector => ({
  at: new Date(at).toISOString(),
  ...(recorder !== undefined && { user: recorder.user, machine: recorder.machine }),
});
