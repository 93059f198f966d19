/** @file The replies of the sample app's service: to a transaction, about rules, and about itself. */

import type {
  CommandInput,
  FindingRow,
  RuleRun,
  ServiceReply,
  TableReply,
  TransactionReply,
} from '../../src-shared/contract.ts';

const MINUTE = 60_000;

function replyOf(text: string, status = 200): ServiceReply {
  return { status, text, correlationId: '5b0f0f62-6d0b-4a83-9f6e-0d7d3ef4a1c2', milliseconds: 184 };
}

/** Two errors in a text that contains Sweden, none in others. */
export function demoCheck(text: string): FindingRow[] {
  if (!text.includes('Sweden')) return [];
  return [
    {
      line: 1,
      rule: 'field.format',
      severity: 'error',
      path: 'payment_source_country',
      message: 'payment_source_country is “Sweden”: two upper-case letters are wanted',
    },
    {
      line: 1,
      rule: 'field.required',
      severity: 'error',
      path: 'receiver.unknown.external_id',
      message: 'receiver.unknown.external_id is missing',
    },
    {
      line: 1,
      rule: 'field.unknown',
      severity: 'warning',
      path: 'request_uuid',
      message: 'request_uuid is not a field of the contract',
    },
  ];
}

/** Refuses a transaction with findings. */
export function demoTransaction(text: string): TransactionReply {
  if (text.includes('Sweden')) {
    const detail = [
      { loc: ['body', 'payment_source_country'], msg: 'string does not match "^[A-Z]{2}$"', type: 'value_error' },
    ];
    return { ...replyOf(JSON.stringify({ detail }), 422), outcome: 'refused' };
  }
  return {
    ...replyOf('{"transaction_id":"T-88213","amount":18446744073709551616,"status":"ACCEPTED"}'),
    outcome: 'accepted',
  };
}

function tableReply(columns: string[], rows: string[][]): TableReply {
  const list = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
  return {
    ...replyOf(JSON.stringify({ items: list })),
    table: { columns, rows, beside: [], omitted: { columns: 0, rows: 0, beside: 0 } },
  };
}

export const demoSchedule: TableReply = tableReply(
  ['rule_id', 'name', 'status', 'frequency', 'next_execution_date'],
  [
    ['R-101', 'Large cash deposits', 'LIVE', 'daily', '2026-11-22'],
    ['R-102', 'Rapid movement of funds', 'LIVE', 'daily', '2026-11-22'],
    ['R-117', 'Payments to high-risk countries', 'LIVE', 'daily', '2026-11-22'],
    ['R-130', 'Dormant account becomes active', 'LIVE', 'weekly', '2026-11-23'],
    ['R-141', 'Structuring below the reporting threshold', 'LIVE', 'monthly', '2026-12-01'],
  ],
);

/** Many rows for the first path, a refusal for the last, and no list in between. */
export function demoObserved(path: string): TableReply {
  if (path.includes('summary')) {
    const rows = Array.from({ length: 5000 }, (_, index) => [
      `2026-${String(11 - (index % 11)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
      ['SEPA credit transfer', 'card', 'SWIFT'][index % 3] ?? '',
      String((index * 7919) % 100_000),
      ((index * 104_729) % 9_999_991).toFixed(2),
      ['EUR', 'SEK', 'JPY'][index % 3] ?? '',
      index % 17 === 0 ? '' : String(index % 40),
    ]);
    return tableReply(['day', 'payment_method', 'transactions', 'amount', 'currency', 'alerts'], rows);
  }
  if (path.includes('rules')) return replyOf('{"running":0,"finished_today":12,"last":{"id":"E-771","status":"DONE"}}');
  return replyOf('<html><body><h1>404 Not Found</h1></body></html>', 404);
}

/** One run of each kind. */
export function demoRuns(now: number, submission: RuleRun['submission']): RuleRun[] {
  const run = {
    connection: 'Nordbank',
    kind: 'execute' as const,
    ruleIds: [],
    force: false,
    accepted: [],
    rejected: [],
  };
  const reply = '{"execution_id":"E-771","status":"IN_PROGRESS"}';
  return [
    {
      ...run,
      id: '4',
      date: '2026-11-20',
      askedAt: now - MINUTE,
      state: 'running',
      executionId: 'e0d7d3ef-4a1c-4283-9f6e-5b0f0f626d0b',
      status: 'IN_PROGRESS',
      accepted: ['R-101', 'R-102'],
      rejected: [{ rule: 'R-130', reason: 'not scheduled for the date' }],
      reply,
      ...(submission !== undefined && { submission }),
    },
    {
      ...run,
      id: '3',
      kind: 'rerun',
      date: '2026-11-12',
      force: true,
      askedAt: now - 90 * MINUTE,
      endedAt: now - 84 * MINUTE,
      state: 'done',
      executionId: 'e0d7d3ef-4a1c-4283-9f6e-5b0f0f626d0a',
      status: 'COMPLETED',
      accepted: Array.from({ length: 24 }, (_, index) => `R-${101 + index}`),
      reply: '{"status":"COMPLETED"}',
    },
    {
      ...run,
      id: '2',
      date: '2026-11-19',
      askedAt: now - 30 * 60 * MINUTE,
      endedAt: now - 30 * 60 * MINUTE + 400,
      state: 'refused',
      status: '',
      rejected: [
        { rule: 'R-101', reason: 'already run for the date' },
        { rule: 'R-102', reason: 'already run for the date' },
      ],
      reply: '{"accepted_rules":[],"rejected_rules":[{"rule_id":"R-101","reason":"already run for the date"}]}',
    },
    {
      ...run,
      id: '1',
      connection: 'Practice',
      date: '2026-11-18',
      askedAt: now - 50 * 60 * MINUTE,
      endedAt: now - 50 * 60 * MINUTE + 30_000,
      state: 'unknown',
      status: '',
      error: {
        code: 'network.cut',
        params: { host: '127.0.0.1', reason: 'the connection was reset' },
        retryable: true,
      },
      reply: '',
    },
  ];
}

/** A run at its start. */
export function demoRun({ submission, ...request }: CommandInput<'rules.start'>, now: number): RuleRun {
  return {
    ...request,
    // The id loses its brand in a command's input.
    ...(submission !== undefined && { submission: submission as NonNullable<RuleRun['submission']> }),
    id: crypto.randomUUID(),
    askedAt: now,
    state: 'running',
    executionId: crypto.randomUUID(),
    status: 'STARTED',
    accepted: request.ruleIds.length > 0 ? request.ruleIds : ['R-101', 'R-102', 'R-117'],
    rejected: [],
    reply: '{"status":"STARTED"}',
  };
}
