/**
 * @file A simple reference for the check: the whole file in memory, one line after another, nothing learned, nothing in
 * parallel. The check's results must be identical to it.
 */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { CheckedRange } from '../../src-main/check/batch-cutter.ts';
import type { CheckRequest, CheckSummary } from '../../src-main/check/file-check.ts';
import { judgeKind } from '../../src-main/check/file-kind.ts';
import type { Complaint, Finding } from '../../src-main/check/findings/finding.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { severityOf } from '../../src-main/check/rules/rule-set.ts';
import type { LineVerdict } from '../../src-main/check/rules/verdict.ts';

export type Expected = { findings: Finding[]; summary: Omit<CheckSummary, 'durationMs' | 'modifiedAt'> };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The lines with their line ends. */
export function linesOf(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < content.length; at += lines.at(-1)?.length ?? 0) {
    const newline = content.indexOf('\n', at);
    lines.push(content.subarray(at, newline === -1 ? content.length : newline + 1));
  }
  return lines;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined when a line is larger than a batch. */
export function cutObviously(content: Buffer, maxBatchBytes: number): CheckedRange[] | undefined {
  const ranges: CheckedRange[] = [];
  let start = 0;
  let end = 0;
  let lines = 0;
  const close = () => {
    if (end > start) ranges.push({ start, end, lines, sha256: sha256(content.subarray(start, end)) });
    start = end;
    lines = 0;
  };
  for (const line of linesOf(content)) {
    if (line.length > maxBatchBytes) return undefined;
    if (end + line.length - start > maxBatchBytes) close();
    end += line.length;
    lines++;
  }
  close();
  return ranges;
}

/** Undefined when a line is larger than a batch. */
export function checkObviously(
  content: Buffer,
  { ruleSet, maxBatchBytes }: Omit<CheckRequest, 'path'>,
  now: number,
): Expected | undefined {
  const findings: Finding[] = [];
  const add = (line: number, { rule, path, message }: Complaint): void => {
    const severity = severityOf(rule, ruleSet);
    if (severity !== 'off') findings.push({ line, rule, severity, path, message });
  };
  const hasMark = content.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  const text = hasMark ? content.subarray(3) : content;
  const lines = linesOf(text);
  const verdicts: LineVerdict[] = [];
  let cut: { sha256: string; ranges: CheckedRange[] } = { sha256: sha256(content), ranges: [] };

  const kind = judgeKind(content.subarray(0, 64 * 1024).subarray(hasMark ? 3 : 0));
  if (kind !== undefined) add(0, kind);
  if (kind === undefined || severityOf(kind.rule, ruleSet) !== 'error') {
    const ranges = cutObviously(content, maxBatchBytes);
    if (ranges === undefined) return undefined;
    cut = { sha256: sha256(content), ranges };
    if (hasMark && kind === undefined) add(0, byteOrderMark);
    const judge = lineJudge(ruleSet, now);
    for (const line of lines) verdicts.push(judgeObviously(judge, line));
    for (const [index, { complaints }] of verdicts.entries()) {
      for (const complaint of complaints) add(index + 1, complaint);
    }
    for (const [line, others] of shared(verdicts)) add(line, duplicate(others));
    if (ranges.length > 1) add(0, overLimit(maxBatchBytes, ranges.length));
  }

  const errors = findings.filter(({ severity }) => severity === 'error');
  const faultyLines = new Set(errors.map(({ line }) => line));
  const transactions = [...verdicts.entries()].filter(([, { isTransaction }]) => isTransaction);
  const byRule = Object.fromEntries(
    [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, { length }]) => [rule, length]),
  );
  const summary = {
    bytes: content.length,
    ...cut,
    lines: verdicts.length,
    transactions: transactions.length,
    valid: transactions.filter(([index]) => !faultyLines.has(index + 1)).length,
    errors: errors.length,
    warnings: findings.length - errors.length,
    byRule,
    unsummed: verdicts.filter(({ isTransaction }, index) => !isTransaction || amountOf(lines[index]) === undefined)
      .length,
    totals: totalsOf(verdicts.map(({ isTransaction }, index) => (isTransaction ? lines[index] : undefined))),
  };
  return { findings, summary };
}

function judgeObviously(judge: ReturnType<typeof lineJudge>, line: Buffer): LineVerdict {
  const own = Buffer.from(line.toString('latin1').replace(/\r?\n$|\r$/, ''), 'latin1');
  const only = (complaint: Complaint): LineVerdict => ({
    complaints: [complaint],
    isTransaction: false,
    modificationId: undefined,
    figures: undefined,
  });
  if (own.length > 16 * 1024 * 1024) return only(tooLong(own.length));
  if (/^[ \t\r]*$/.test(own.toString('latin1'))) return only(blank);
  return judge(own, 0, own.length);
}

/** A decimal of any size as a whole number of 10^-1000; undefined when totals do not count it. */
function exactly(text: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  if (text.length > 200 || Math.abs(Number(exponent)) > 300)
    return /^[-0.]+$/.test(mantissa) && text.length <= 200 ? 0n : undefined;
  const units = BigInt(whole.replace('-', '') + fraction) * 10n ** BigInt(1000 - fraction.length + Number(exponent));
  if (units >= 10n ** 1030n || units % 10n ** 970n !== 0n) return undefined;
  return mantissa.startsWith('-') ? -units : units;
}

function decimalText(units: bigint): string {
  const digits = String(units).replace('-', '').padStart(1001, '0');
  return (units < 0n ? '-' : '') + `${digits.slice(0, -1000)}.${digits.slice(-1000)}`.replace(/\.?0+$/, '');
}

/** True for a date and time that exists in the platform's own calendar. */
function exists(text: string): boolean {
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text) ? text.slice(0, 19) : '';
  const time = Date.parse(`${whole}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === whole;
}

class NumberSource {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
type Sourced = { modification?: { amount?: unknown; currency?: unknown; created_at?: unknown } | null };

/** Uses the engine's access to the source text of numbers, which TypeScript's library does not declare yet. */
const parseWithSources = (text: string): Sourced =>
  (JSON.parse as (text: string, reviver: Reviver) => Sourced)(text, (_, value, { source }) =>
    typeof value === 'number' ? new NumberSource(source ?? '') : value,
  );

/** With its currency, where it is in a sum. */
function amountOf(line: Buffer | undefined): { currency: string; exact: bigint } | undefined {
  const { amount, currency } = (line && parseWithSources(line.toString('utf8')).modification) ?? {};
  const exact = amount instanceof NumberSource ? exactly(amount.text) : undefined;
  const isSummed = exact !== undefined && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return isSummed ? { currency, exact } : undefined;
}

/** The totals of the lines that are transactions. */
export function totalsOf(lines: readonly (Buffer | undefined)[]): CheckSummary['totals'] {
  const sums = new Map<string, bigint>();
  const days = new Set<string>();
  for (const line of lines) {
    if (line === undefined) continue;
    const { modification } = parseWithSources(line.toString('utf8'));
    const { created_at: createdAt } = modification ?? {};
    if (typeof createdAt === 'string' && exists(createdAt)) days.add(createdAt.slice(0, 10));
    const summed = amountOf(line);
    if (summed !== undefined) sums.set(summed.currency, (sums.get(summed.currency) ?? 0n) + summed.exact);
  }
  const sorted = [...days].toSorted();
  return {
    sums: [...sums.keys()].toSorted().map((currency) => ({ currency, amount: decimalText(sums.get(currency) ?? 0n) })),
    firstDay: sorted.at(0),
    lastDay: sorted.at(-1),
    days: days.size,
  };
}

/** Each line whose modification id other lines have too, with these others. */
function shared(verdicts: readonly LineVerdict[]): [line: number, others: number[]][] {
  const ids = verdicts.map(({ modificationId }) =>
    modificationId !== undefined && UUID.test(modificationId) ? modificationId.toLowerCase() : modificationId,
  );
  const lines = Map.groupBy(ids.keys(), (index) => ids[index]);
  return ids.flatMap((id, index): [number, number[]][] => {
    const others = (id === undefined ? [] : (lines.get(id) ?? [])).filter((other) => other !== index);
    return others.length === 0 ? [] : [[index + 1, others.map((other) => other + 1)]];
  });
}

const byteOrderMark: Complaint = {
  rule: 'file.bom',
  path: '',
  message:
    'The file begins with a byte order mark (EF BB BF), for which a service may reject all of it. Drop it with “Correct…”, or save the file as UTF-8 without it.',
};

const blank: Complaint = {
  rule: 'line.blank',
  path: '',
  message: 'The line is blank. Each line must hold one transaction.',
};

function tooLong(bytes: number): Complaint {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  const message = `The line has ${mebibytes} MiB and was not checked; a line may have 16 MiB. Is a line end missing?`;
  return { rule: 'line.too-long', path: '', message };
}

function duplicate(others: readonly number[]): Complaint {
  const path = 'modification.external_id';
  const named = others.slice(0, 5).join(', ');
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  const lines = `${others.length === 1 ? 'line' : 'lines'} ${named}${more}`;
  return { rule: 'modification.duplicate', path, message: `${path} must be unique, but it is also on ${lines}.` };
}

function overLimit(maxBatchBytes: number, batches: number): Complaint {
  const message = `The file is larger than one batch may be (${maxBatchBytes} bytes); it will be sent in ${batches} batches.`;
  return { rule: 'file.over-limit', path: '', message };
}
