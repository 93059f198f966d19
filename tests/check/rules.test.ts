import { describe, expect, it } from 'vitest';
import { type RuleId, ruleIds, type Severity } from '../../src-main/check/findings/finding.ts';
import { check, findingsIn, rules, spoilt, transaction, unknownEntity, uuid } from './sources.ts';

type Row = [rule: RuleId, severity: Severity, path: string, message: string, content: string, line?: number];

const good = JSON.stringify(transaction(99));

/** One fault each, with all findings about it. */
const faults: Row[] = [
  ['file.empty', 'error', '', 'The file is empty. Export it again, or choose another file.', '', 0],
  [
    'file.not-jsonl',
    'error',
    '',
    'This file seems to be a PDF document, not JSON Lines. Export the transactions as JSON Lines: one transaction as a JSON object on each line.',
    '%PDF-1.7',
    0,
  ],
  [
    'file.bom',
    'error',
    '',
    'The file begins with a byte order mark (EF BB BF), for which a service may reject all of it. Drop it with “Correct…”, or save the file as UTF-8 without it.',
    `\uFEFF${good}`,
    0,
  ],
  ['line.blank', 'error', '', 'The line is blank. Each line must hold one transaction.', `${good}\n \t\r\n`, 2],
  ['json.syntax', 'error', '', 'The line is not valid JSON: the end is missing.', `{"a":\n${good}\n`],
  ['json.not-object', 'error', '', 'The line must be a JSON object, but is a list.', '[1,2]'],
  ['json.not-object', 'error', '', 'The line must be a JSON object, but is null.', 'null'],
  [
    'json.duplicate-key',
    'warning',
    'additional_fields.a',
    'The key “a” appears more than once in one object; only its last value counts.',
    spoilt('additional_fields', '?').replace('"?"', '{"a":1,"\\u0061":2}'),
  ],
  [
    'field.required',
    'error',
    'modification.external_id',
    'modification.external_id is required, but it is missing.',
    spoilt('modification.external_id', undefined),
  ],
  [
    'field.type',
    'error',
    'modification.amount',
    'modification.amount must be a number, but is “12”.',
    spoilt('modification.amount', '12'),
  ],
  [
    'field.type',
    'error',
    'payment_method',
    'payment_method must be a text, but is null.',
    spoilt('payment_method', null),
  ],
  [
    'field.type',
    'error',
    'additional_fields',
    'additional_fields must be an object, but is a list.',
    spoilt('additional_fields', []),
  ],
  [
    'field.type',
    'error',
    'sending_partner',
    'sending_partner must be an object, but is “client”.',
    spoilt('sending_partner', 'client'),
  ],
  [
    'field.type',
    'error',
    'modification.external_id',
    'modification.external_id must be a text, but is null.',
    spoilt('modification.external_id', null),
  ],
  [
    'field.type',
    'error',
    'receiver.unknown',
    'receiver.unknown must be an object, but is true.',
    spoilt('receiver.unknown', true),
  ],
  [
    'field.format',
    'error',
    'payment_source_country',
    'payment_source_country must be two upper-case letters, but is “de”.',
    spoilt('payment_source_country', 'de'),
  ],
  [
    'field.format',
    'error',
    'modification.currency',
    'modification.currency must be three upper-case letters, but is “EURO”.',
    spoilt('modification.currency', 'EURO'),
  ],
  [
    'field.format',
    'error',
    'request_uuid',
    'request_uuid must be a UUID, but is “123”.',
    spoilt('request_uuid', '123'),
  ],
  [
    'field.format',
    'error',
    'sender.by_external_id',
    'sender.by_external_id must not be empty, but is “”.',
    spoilt('sender.by_external_id', ''),
  ],
  [
    'field.format',
    'error',
    'modification.created_at',
    'modification.created_at must be a date and time without zone such as 2025-01-31T23:59:59, but is “2025-01-31T23:59:59Z”.',
    spoilt('modification.created_at', '2025-01-31T23:59:59Z'),
  ],
  [
    'field.format',
    'error',
    'modification.created_at',
    'modification.created_at must be a date and time that exists, but is “2025-02-29T00:00:00”.',
    spoilt('modification.created_at', '2025-02-29T00:00:00'),
  ],
  [
    'field.unknown',
    'warning',
    'sender.name',
    '“sender.name” is not a field that the service describes.',
    spoilt('sender.name', 'x'),
  ],
  [
    'field.unknown',
    'warning',
    '__proto__',
    '“__proto__” is not a field that the service describes.',
    `{"__proto__":{"sender":1},${good.slice(1)}`,
  ],
  [
    'field.implausible',
    'warning',
    'payment_target_country',
    'payment_target_country should be a country code that ISO 3166-1 assigns, but is “QQ”.',
    spoilt('payment_target_country', 'QQ'),
  ],
  [
    'field.implausible',
    'warning',
    'modification.currency',
    'modification.currency should be a currency code that ISO 4217 assigns, but is “QQQ”.',
    spoilt('modification.currency', 'QQQ'),
  ],
  [
    'field.implausible',
    'warning',
    'modification.amount',
    'modification.amount should not be negative, but is -0.01.',
    spoilt('modification.amount', -0.01),
  ],
  [
    'field.implausible',
    'warning',
    'modification.amount',
    'modification.amount should be a number that can be represented, but is Infinity.',
    spoilt('modification.amount', '?').replace('"?"', '1e400'),
  ],
  [
    'field.implausible',
    'warning',
    'modification.created_at',
    'modification.created_at should not lie in the future, but is “2025-07-01T02:00:01”.',
    spoilt('modification.created_at', '2025-07-01T02:00:01'),
  ],
  [
    'field.implausible',
    'warning',
    'receiver.external_entity_type',
    'receiver.external_entity_type should be “unknown”, the only value that the service describes, but is “person”.',
    spoilt('receiver.external_entity_type', 'person'),
  ],
  [
    'field.implausible',
    'warning',
    'sender.by_external_id',
    'sender.by_external_id should not contain a NUL character or half of a character pair, but is “a\ud800”.',
    spoilt('sender.by_external_id', 'a\ud800'),
  ],
  [
    'field.implausible',
    'warning',
    'payment_type',
    'payment_type should not contain a NUL character or half of a character pair, but is “a\0”.',
    spoilt('payment_type', 'a\0'),
  ],
  [
    'entity.both-forms',
    'error',
    'sending_partner',
    'sending_partner must have either by_external_id or external_entity_type, but it has both.',
    spoilt('sending_partner', { by_external_id: 'a', external_entity_type: 'unknown' }),
  ],
  [
    'entity.both-forms',
    'error',
    'receiver',
    'receiver must have either by_external_id or unknown, but it has both.',
    spoilt('receiver', { by_external_id: 'a', unknown: unknownEntity().unknown }),
  ],
  [
    'entity.no-form',
    'error',
    'receiving_partner',
    'receiving_partner must have by_external_id (a known entity) or external_entity_type and unknown (an unknown one), but it has none of them.',
    spoilt('receiving_partner', {}),
  ],
  [
    'entity.unknown-details',
    'error',
    'receiver.external_entity_type',
    'An unknown entity needs receiver.external_entity_type, but it is missing.',
    spoilt('receiver.external_entity_type', undefined),
  ],
  [
    'entity.unknown-details',
    'error',
    'receiver.unknown',
    'An unknown entity needs receiver.unknown, but it is missing.',
    spoilt('receiver.unknown', undefined),
  ],
  [
    'entity.unknown-details',
    'error',
    'receiver.unknown.external_id',
    'An unknown entity needs receiver.unknown.external_id, but it is missing.',
    spoilt('receiver.unknown.external_id', undefined),
  ],
  [
    'entity.unknown-details',
    'error',
    'receiver.unknown.risk_assessment',
    'An unknown entity needs receiver.unknown.risk_assessment, but it is missing.',
    spoilt('receiver.unknown.risk_assessment', undefined),
  ],
  [
    'entity.main-not-known',
    'error',
    '',
    'The sender or the receiver must be a known entity with by_external_id.',
    spoilt('sender', unknownEntity()),
  ],
];

describe('The check of one faulty line', () => {
  it.each(faults)('%s (%s) at “%s”: %s', async (rule, severity, path, message, content, line = 1) => {
    expect(await findingsIn(content)).toEqual([{ line, rule, severity, path, message }]);
  });

  it('file.encoding names the line whose bytes are not UTF-8', async () => {
    const latin1 = Buffer.from(`${good}\n${spoilt('payment_type', 'é')}\n`, 'latin1');
    expect(await findingsIn(latin1)).toContainEqual({
      line: 2,
      rule: 'file.encoding',
      severity: 'error',
      path: '',
      message: 'The line contains characters that are not in UTF-8. Export the file as UTF-8.',
    });
  });

  it('line.too-long skips a line of 64 MB, and the lines around it are checked', async () => {
    const content = Buffer.concat([
      Buffer.from(`${good}\n{"a":"`),
      Buffer.alloc(64_000_000, 'x'),
      Buffer.from(`"}\n1\n`),
    ]);
    const { findings, summary } = await check(content);
    expect(findings).toEqual([
      {
        line: 2,
        rule: 'line.too-long',
        severity: 'error',
        path: '',
        message: 'The line has 61.0 MiB and was not checked; a line may have 16 MiB. Is a line end missing?',
      },
      expect.objectContaining({ line: 3, rule: 'json.not-object' }),
    ]);
    expect(summary).toMatchObject({ lines: 3, transactions: 1, valid: 1 });
  });

  it('file.over-limit reports how many batches a file is split into', async () => {
    const content = `${JSON.stringify(transaction(1))}\n${JSON.stringify(transaction(2))}\n`;
    expect((await check(content, { maxBatchBytes: 2000 })).findings).toEqual([
      {
        line: 0,
        rule: 'file.over-limit',
        severity: 'warning',
        path: '',
        message: 'The file is larger than one batch may be (2000 bytes); it will be sent in 2 batches.',
      },
    ]);
  });

  it('§2.6.2 marks every transaction that shares a modification id, in upper or lower case', async () => {
    const id = 'abcdef00-0000-4000-8000-000000000000';
    const lines = [
      spoilt('modification.external_id', id),
      JSON.stringify(transaction(1)),
      spoilt('modification.external_id', id.toUpperCase()),
    ];
    const { findings, summary } = await check(lines.join('\n'));
    const finding = { rule: 'modification.duplicate', severity: 'error', path: 'modification.external_id' };
    expect(findings).toEqual([
      { ...finding, line: 1, message: 'modification.external_id must be unique, but it is also on line 3.' },
      { ...finding, line: 3, message: 'modification.external_id must be unique, but it is also on line 1.' },
    ]);
    expect(summary).toMatchObject({ transactions: 3, valid: 1, byRule: { 'modification.duplicate': 2 } });
  });

  it.each(['error', 'warning', 'off'] as const)(
    '§2.6.2 marks transactions that share a modification id of another form, with field.format as %s',
    async (severity) => {
      const content = [1, 2].map(() => spoilt('modification.external_id', 'booking 17')).join('\n');
      const { summary } = await check(content, { ruleSet: rules({ severities: { 'field.format': severity } }) });
      expect(summary).toMatchObject({ valid: 0, byRule: { 'modification.duplicate': 2 } });
    },
  );

  it('Every rule is covered by a test above', () => {
    const elsewhere: RuleId[] = [
      'file.encoding',
      'line.too-long',
      'line.unjudged',
      'file.over-limit',
      'modification.duplicate',
    ];
    expect(new Set([...faults.map(([rule]) => rule), ...elsewhere])).toEqual(new Set(ruleIds));
  });
});

describe('What the check accepts', () => {
  const accepted: [what: string, content: string][] = [
    ['a transaction with every described field', good],
    [
      'a transaction with only the required fields',
      JSON.stringify({
        sender: { by_external_id: 'a' },
        receiver: { by_external_id: 'b' },
        modification: { external_id: uuid(1) },
      }),
    ],
    ['a UUID in upper case', spoilt('request_uuid', 'ABCDEF00-0000-0000-0000-00000000000F')],
    ['-0 as an amount', spoilt('modification.amount', '?').replace('"?"', '-0')],
    ['an integer beyond 2^53', spoilt('modification.amount', '?').replace('"?"', '123456789012345678901')],
    ['a date 14 hours ahead, which is now somewhere', spoilt('modification.created_at', '2025-07-01T02:00:00')],
    ['a full name left out', spoilt('receiver.unknown.full_name', undefined)],
    [
      '10,000 levels of nesting in additional_fields',
      spoilt('additional_fields', '?').replace('"?"', `{"a":${'[{"b":'.repeat(5000)}1${'}]'.repeat(5000)}}`),
    ],
    ['CRLF line ends', `${good}\r\n`],
    ['no final newline', good],
    [
      'a known receiver of an unknown sender',
      JSON.stringify({ ...transaction(), sender: unknownEntity(), receiver: { by_external_id: 'a' } }),
    ],
    ['a genuine replacement character', spoilt('payment_type', '\uFFFD')],
  ];

  it.each(accepted)('The check accepts this: %s', async (_, content) => {
    expect(await findingsIn(content)).toEqual([]);
  });
});

describe('Combined faults', () => {
  it('A null in an entity is a wrong type and does not count as present', async () => {
    expect((await findingsIn(spoilt('receiver.unknown', null))).map(({ rule, path }) => [rule, path])).toEqual([
      ['field.type', 'receiver.unknown'],
      ['entity.unknown-details', 'receiver.unknown'],
    ]);
  });

  it('A missing object is reported once, without the fields it would contain', async () => {
    expect((await findingsIn(spoilt('modification', undefined))).map(({ path }) => path)).toEqual(['modification']);
  });

  it('A line with a thousand unknown fields yields a limited number of findings', async () => {
    const extra = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`extra_${n}`, n]));
    const findings = await findingsIn(JSON.stringify({ ...transaction(), ...extra }));
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)?.message).toEqual('The service does not describe 980 more fields here.');
  });

  it('A raw NUL in a line is a fault of that line', async () => {
    expect(await findingsIn(`{"a":"\0"}\n${good}`)).toMatchObject([{ line: 1, rule: 'json.syntax' }]);
  });

  it('A byte order mark in the middle of the file is a fault of its line', async () => {
    expect(await findingsIn(`${good}\n\uFEFF${JSON.stringify(transaction(2))}`)).toMatchObject([
      { line: 2, rule: 'json.syntax' },
    ]);
  });
});

describe('A rule set', () => {
  it('A rule set switches a rule off', async () => {
    expect(
      await findingsIn(spoilt('payment_target_country', 'QQ'), rules({ severities: { 'field.implausible': 'off' } })),
    ).toEqual([]);
  });

  it('A rule set makes a warning an error, and its line invalid', async () => {
    const ruleSet = rules({ severities: { 'field.unknown': 'error' } });
    expect((await check(spoilt('name', 'x'), { ruleSet })).summary).toMatchObject({ errors: 1, warnings: 0, valid: 0 });
  });

  it('A rule set makes an error a warning, and its line valid', async () => {
    const ruleSet = rules({ severities: { 'modification.duplicate': 'warning' } });
    const { summary } = await check(`${good}\n${good}`, { ruleSet });
    expect(summary).toMatchObject({ errors: 0, warnings: 2, valid: 2 });
  });

  it('A rule set lists the required fields', async () => {
    const ruleSet = rules({ required: ['additional_fields.iban'] });
    expect(await findingsIn(good, ruleSet)).toMatchObject([{ rule: 'field.required', path: 'additional_fields.iban' }]);
  });

  it('A rule set requires a field of an optional object only where that object exists', async () => {
    const ruleSet = rules({ required: ['modification.amount'] });
    expect(await findingsIn(spoilt('modification', undefined), ruleSet)).toEqual([]);
  });

  it.each([
    ['payment_method', 'payment_method'],
    ['payment_type', 'payment_type'],
    ['modification.type', 'modification.type'],
    ['risk_assessment', 'receiver.unknown.risk_assessment'],
  ])('A rule set lists the allowed values of %s', async (field, path) => {
    const ruleSet = rules({ allowed: { [field]: ['A', 'low', 'B'] } });
    expect(await findingsIn(spoilt(path, 'C'), ruleSet)).toMatchObject([
      { rule: 'field.format', path, message: `${path} must be one of “A”, “low”, “B”, but is “C”.` },
    ]);
  });

  it.each(['sender', 'receiver'] as const)('§2.2 A rule set makes the %s the main entity', async (mainEntity) => {
    const content = JSON.stringify({
      ...transaction(),
      sender: { by_external_id: 'a' },
      receiver: { by_external_id: 'b' },
      [mainEntity]: unknownEntity(),
    });
    expect(await findingsIn(content, rules({ mainEntity }))).toMatchObject([
      { rule: 'entity.main-not-known', path: mainEntity },
    ]);
  });
});
