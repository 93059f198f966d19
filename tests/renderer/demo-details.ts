/** @file The details of a sample submission: batches, history, findings and lines, derived from its row. */

import type {
  BatchRow,
  FindingQuery,
  FindingRow,
  GroupQuery,
  Happening,
  RuleCount,
  ShownLine,
  SourceLine,
  SubmissionDetails,
  SubmissionRow,
} from '../../src-shared/contract.ts';
import { batchBytesOf } from './demo-rows.ts';

const MINUTE = 60_000;

const rules: readonly Omit<RuleCount, 'count'>[] = [
  { rule: 'field.format', severity: 'error' },
  { rule: 'modification.duplicate', severity: 'error' },
  { rule: 'entity.both-forms', severity: 'error' },
  { rule: 'field.required', severity: 'error' },
  { rule: 'json.syntax', severity: 'error' },
  { rule: 'field.implausible', severity: 'warning' },
  { rule: 'field.unknown', severity: 'warning' },
];
const paths = [
  'sender.by_external_id',
  'modification.external_id',
  'payment_source_country',
  'modification.created_at',
  '',
];

/** All details of one sample submission; `manyFindings` gives it a million findings. */
export function demoDetails(row: SubmissionRow, manyFindings: boolean): SubmissionDetails {
  const whole = row.state === 'held' ? 1 : row.whole.batches;
  return {
    row,
    name: `${row.folder}${row.folder.includes('\\') ? '\\' : '/'}${row.fileName}`,
    ...(row.state !== 'checking' && { sha256: 'b1946ac92492d2347c6235b4d2611184f5a0b8c0b2c7b1e6f8d3c2a1907f6e5d' }),
    transactions: row.lines,
    sums: [
      { currency: 'EUR', amount: '18446744073709.55' },
      { currency: 'SEK', amount: '902113.00' },
      { currency: 'JPY', amount: '77120034' },
    ],
    days: { first: '2026-10-01', last: '2026-10-31', count: 31 },
    checkMs: 41_200,
    onInvalid: 'stop',
    ingestValid: false,
    maxBatchBytes: 1_000_000_000,
    batches: Array.from({ length: whole }, (_, index) => demoBatch(row, index)),
    history: demoHistory(row),
    historyIntact: true,
    byRule: demoRuleCounts(row, manyFindings),
  };
}

function demoBatch(row: SubmissionRow, index: number): BatchRow {
  const size = batchBytesOf(row) || (row.bytes ?? 0);
  const state = batchStateOf(row, index);
  const hasId = state !== 'waiting' && state !== 'reserving';
  return {
    number: row.id * 100 + index,
    state,
    ...(hasId && { batchId: `5f0c9d1e-7a43-4c1b-9e52-${String(row.id * 100 + index).padStart(12, '0')}` }),
    abandoned: index === 1 ? ['0f0c9d1e-7a43-4c1b-9e52-000000000000'] : [],
    ...(state === 'processing' && { remoteState: 'IN_PROGRESS' }),
    ...(state === 'processed' && { remoteState: 'PROCESSED' }),
    ...(state === 'rejected' && { remoteState: 'VALIDATION_FAILED' }),
    remoteMessage: state === 'rejected' ? 'Duplicate modification ids in 12 transactions' : '',
    start: index * size,
    bytes: size,
    lines: Math.round(size / 812),
    sha256: 'd2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26',
    sentBytes: Math.max(0, Math.min(size, row.sent.bytes - index * size)),
    watched: [],
    attempts: hasId ? 1 + (index % 3) : 0,
    report: state === 'rejected' ? 'kept' : 'none',
    ...((state === 'failed' || state === 'rejected') && row.error !== undefined && { error: row.error }),
  };
}

function batchStateOf({ state, seen, whole }: SubmissionRow, index: number): BatchRow['state'] {
  const isBehind = index < Math.floor(seen.batches);
  if (state === 'processing') return isBehind ? 'processed' : 'processing';
  if (state === 'uploading') return isBehind ? 'processing' : index === seen.batches ? 'uploading' : 'waiting';
  if (state === 'held' || state === 'checking' || state === 'check-failed' || state === 'paused') return 'waiting';
  if (state === 'checked') return 'waiting';
  if (state === 'corrected') return 'rejected';
  return whole.batches > 2 && index === 0 && state === 'rejected' ? 'processed' : state;
}

function demoHistory({ addedAt, state, id }: SubmissionRow): Happening[] {
  const batch = id * 100;
  const begun: Happening[] = [
    { at: addedAt, kind: 'added' },
    { at: addedAt + MINUTE, kind: 'checked', state: state === 'held' ? 'held' : 'approved' },
  ];
  if (state === 'held' || state === 'checking' || state === 'check-failed') return begun;
  return [
    ...begun,
    { at: addedAt + 2 * MINUTE, kind: 'resumed', batch, state: 'reserving' },
    { at: addedAt + 2 * MINUTE + 400, kind: 'reserved', batch, state: 'uploading' },
    { at: addedAt + 9 * MINUTE, kind: 'accepted', batch, state: 'processing' },
    { at: addedAt + 11 * MINUTE, kind: 'status', batch, state: 'processing', remoteState: 'IN_PROGRESS' },
    { at: addedAt + 30 * MINUTE, kind: 'status', batch, state: 'processed', remoteState: 'PROCESSED' },
  ];
}

function demoRuleCounts({ errors, warnings }: SubmissionRow, manyFindings: boolean): RuleCount[] {
  if (manyFindings) return rules.map((rule, index) => ({ ...rule, count: Math.round(500_000 / 2 ** index) }));
  const ofErrors = Math.ceil(errors / 2);
  return [
    { rule: 'field.format', severity: 'error' as const, count: ofErrors },
    { rule: 'modification.duplicate', severity: 'error' as const, count: errors - ofErrors },
    { rule: 'field.implausible', severity: 'warning' as const, count: warnings },
  ].filter(({ count }) => count > 0);
}

/** The findings that a query selects, generated from their indices. */
export function demoFindings(byRule: readonly RuleCount[], query: Omit<FindingQuery, 'id'>): FindingRow[] {
  const wanted = byRule.filter(
    ({ rule, severity }) =>
      (query.rules === undefined || query.rules.includes(rule)) &&
      (query.severity === undefined || query.severity === severity),
  );
  const total = wanted.reduce((sum, { count }) => sum + count, 0);
  const end = Math.min(total, query.offset + query.limit);
  return Array.from({ length: Math.max(0, end - query.offset) }, (_, index) => {
    const place = query.offset + index;
    const { rule, severity } = wanted[place % wanted.length] ?? { rule: 'json.syntax', severity: 'error' as const };
    const path = paths[place % paths.length] ?? '';
    return {
      line: place * 3 + 1,
      rule,
      severity,
      path,
      message: `${path || 'The line'} is not what the rule asks for`,
    };
  });
}

/** A group for each rule and field. */
export function demoGroups(
  byRule: readonly RuleCount[],
  { rules, severity, text = '', offset, limit }: Omit<GroupQuery, 'id'>,
) {
  const groups = byRule
    .filter((one) => (rules === undefined || rules.includes(one.rule)) && (severity ?? one.severity) === one.severity)
    .flatMap(({ rule, severity: own, count }, at) =>
      paths.map((path, place) => ({
        ...{ id: at * paths.length + place + 1, rule, severity: own, path },
        message: `${path || 'The line'} is not what the rule asks for`,
        ...(path !== '' && { value: 'Sweden' }),
        count: Math.ceil(count / paths.length),
        firstLines: [1, 4, 7, 10, 13].map((line) => line + place * 3),
      })),
    )
    .filter(({ path, message }) => `${path} ${message}`.toLowerCase().includes(text.toLowerCase()));
  const findings = groups.reduce((sum, { count }) => sum + count, 0);
  return { groups: groups.slice(offset, offset + limit), total: groups.length, findings };
}

/** What the service alone found on a line. */
export function demoReportedLine(line: number): ShownLine {
  return {
    ...{ line, batchLine: line, modificationId: '2d0b7c1e-aa11-4f5e-9d70-2b3c4d5e6f70', foundBy: 'service' },
    service: [{ text: 'The currency is not allowed.', field: 'modification.currency', code: 'CURRENCY_NOT_ALLOWED' }],
    ...{ check: [], notes: [] },
  };
}

/** How many findings of a selection there are before a line, or in all. */
export function demoPlace(
  byRule: readonly RuleCount[],
  { line, group, ...selection }: Omit<FindingQuery, 'id' | 'offset' | 'limit'> & { line?: number | undefined },
) {
  const { groups, findings } = demoGroups(byRule, { ...selection, offset: 0, limit: 200 });
  const all = group === undefined ? findings : (groups.find(({ id }) => id === group)?.count ?? 0);
  return { before: line === undefined ? all : Math.min(all, Math.ceil(line / 3)) };
}

/** A plausible line of the file, with a faulty country. */
export function demoLine(line: number): SourceLine {
  const transaction = {
    request_uuid: '9f6f2d7a-5b1c-4e0d-8a3f-0c1d2e3f4a5b',
    payment_source_country: 'Sweden',
    payment_target_country: 'DE',
    sender: { by_external_id: `CUST-${line}` },
    receiver: { external_entity_type: 'unknown', unknown: { full_name: 'Zoë Ångström', risk_assessment: 'low' } },
    modification: { external_id: '2d0b7c1e-aa11-4f5e-9d70-2b3c4d5e6f70', amount: 125.5, currency: 'EUR' },
  };
  return { line, text: JSON.stringify(transaction), isShortened: false };
}
