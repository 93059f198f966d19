import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { RowMap } from '../../src-main/exports/row-map.ts';
import { manifestSchema } from '../../src-main/prepare/manifest-shape.ts';
import type { PreparationRequest } from '../../src-main/prepare/preparation.ts';
import { prepare } from '../../src-main/prepare/prepare.ts';
import { runPreparation } from '../../src-main/prepare/run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { anyLine } from './exports/any-line.ts';
import { prepareHere } from './exports/prepare-here.ts';
import { csvOf, type PaymentRow, paymentRow, paymentTemplate, uuid } from './exports.ts';

let folder: string;
let attempt = 0;
beforeEach(() => {
  folder = temporaryFolder();
});

const unlimited = { bytes: 2_000_000_000, lines: Number.MAX_SAFE_INTEGER };

async function prepared(text: string, more: Partial<PreparationRequest> = {}, run = prepareHere) {
  attempt += 1;
  const path = join(folder, 'export.csv');
  writeFileSync(path, text);
  const out = join(folder, `out-${attempt}`);
  const request: PreparationRequest = {
    sources: [{ path, name: 'export.csv' }],
    template: paymentTemplate,
    out,
    name: 'export',
    limits: unlimited,
    grouping: 'none',
    keepPayments: false,
    threads: 2,
    ruleSet: anyLine,
    toolVersion: '1.2.3',
    workFolder: folder,
    ...more,
  };
  const summary = await run(request);
  return { summary, out, request, files: request.out === undefined ? {} : contents(out) };
}

/** All files of a folder by their names. */
function contents(out: string): Record<string, string> {
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'rows');
  return Object.fromEntries(
    names.sort().map((name) => [name.replaceAll('\\', '/'), readFileSync(join(out, name), 'utf8')]),
  );
}

interface Line {
  payment_external_id: string;
  payment_source_country: string;
  modification: { external_id: string; created_at: string };
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const dataFiles = (files: Record<string, string>) =>
  Object.entries(files).filter(([name]) => name.endsWith('.jsonl') && name !== 'findings.jsonl');

describe('The same bytes', () => {
  it('With any line ends of the export', async () => {
    const row = fc.record({
      payment: fc.integer({ min: 0, max: 9 }),
      amount: fc.constantFrom('1,5', '-0,25', '1234567890123456,78', 'none', ''),
      currency: fc.constantFrom('EUR', 'USD'),
      date: fc.constantFrom('01.01.2026', '02.01.2026', '31.02.2026'),
      country: fc.constantFrom('SE', 'DE'),
    });
    const split = fc.record({
      lines: fc.integer({ min: 20, max: 50 }),
      grouping: fc.constantFrom('none', 'day', 'source-country'),
      keepPayments: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), split, async (rows, { lines, ...grouping }) => {
        const payments = rows.map((one, at) => paymentRow(at, { ...one, payment: uuid(one.payment, 1) }));
        const limits = { ...unlimited, lines };
        const first = await prepared(csvOf(payments), { ...grouping, limits });
        const second = await prepared(csvOf(payments, '\r\n'), { ...grouping, limits });
        const withoutSource = ({ 'manifest.json': text = '', ...files }: Record<string, string>) => {
          const { sources: _, ...manifest } = JSON.parse(text);
          return { ...files, manifest };
        };
        expect(withoutSource(second.files)).toEqual(withoutSource(first.files));
      }),
      { numRuns: 8 },
    );
  });

  it('Of an export that is read in many pieces', async () => {
    const rows = Array.from({ length: 9000 }, (_, at) => paymentRow(at));
    const limits = { ...unlimited, lines: 1001 };
    const one = await prepared(csvOf(rows), { limits });
    const four = await prepared(csvOf(rows), { limits, threads: 4 }, prepare);
    expect(four.files).toEqual(one.files);
    const ids = dataFiles(one.files).flatMap(([, text]) => linesOf(text).map((line) => line.modification.external_id));
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(dataFiles(one.files).map(([, text]) => linesOf(text).length)).toEqual([...Array(8).fill(1001), 992]);
  });
});

describe('Splitting', () => {
  const rows = Array.from({ length: 30 }, (_, at) => paymentRow(at, { country: at % 2 === 0 ? 'SE' : 'DE' }));

  it('By size: no file is larger, and each is as full as it can be', async () => {
    const { files } = await prepared(csvOf(rows), { limits: { ...unlimited, bytes: 1000 } });
    const texts = dataFiles(files).map(([, text]) => text);
    for (const [at, text] of texts.entries()) {
      expect(text.length).toBeLessThanOrEqual(1000);
      const [next] = texts[at + 1]?.split('\n') ?? [];
      if (next !== undefined) expect(text.length + next.length + 1).toBeGreaterThan(1000);
    }
    expect(texts.flatMap(linesOf)).toHaveLength(30);
  });

  it('By day', async () => {
    const { files } = await prepared(csvOf(rows), { grouping: 'day' });
    expect(dataFiles(files).map(([name, text]) => [name, linesOf(text).length])).toEqual([
      ['export-2026-01-01-001.jsonl', 10],
      ['export-2026-01-02-001.jsonl', 10],
      ['export-2026-01-03-001.jsonl', 10],
    ]);
    for (const [name, text] of dataFiles(files))
      for (const line of linesOf(text)) expect(name).toContain(line.modification.created_at.slice(0, 10));
  });

  it('By country', async () => {
    const { files } = await prepared(csvOf(rows), { grouping: 'source-country' });
    expect(dataFiles(files).map(([name]) => name)).toEqual(['export-DE-001.jsonl', 'export-SE-001.jsonl']);
  });

  it('By more days than files are open at once', async () => {
    const days = Array.from({ length: 200 }, (_, at) => {
      const day = `${String((at % 20) + 1).padStart(2, '0')}.${String((at % 5) + 1).padStart(2, '0')}.20${10 + (at % 7)}`;
      return paymentRow(at, { date: day });
    });
    const { files, summary } = await prepared(csvOf(days), { grouping: 'day' });
    expect(dataFiles(files).length).toBe(new Set(days.map(({ date }) => date)).size);
    expect(summary.transactions).toBe(200);
    expect(dataFiles(files).flatMap(([, text]) => linesOf(text))).toHaveLength(200);
  });

  it('A payment stays in one file, also where its lines are far from one another', async () => {
    const scattered = rows.map((row, at) => ({ ...row, payment: uuid(at % 10, 1) }));
    const { files } = await prepared(csvOf(scattered), { keepPayments: true, limits: { ...unlimited, lines: 7 } });
    const places = new Map<string, Set<string>>();
    for (const [name, text] of dataFiles(files)) {
      expect(linesOf(text).length).toBeLessThanOrEqual(7);
      for (const line of linesOf(text))
        places.set(line.payment_external_id, (places.get(line.payment_external_id) ?? new Set()).add(name));
    }
    expect([...places.values()].map(({ size }) => size)).toEqual(Array(10).fill(1));
  });

  it('A payment that is larger than a file is refused in words, and nothing is left', async () => {
    const same = rows.map((row) => ({ ...row, payment: uuid(1, 1) }));
    const attempts = prepared(csvOf(same), { keepPayments: true, limits: { ...unlimited, lines: 7 } });
    await expect(attempts).rejects.toMatchObject({
      code: 'preparation.payment-too-large',
      params: { row: 2, lines: 30 },
    });
  });

  it('A transaction that is larger than a file is refused in words', async () => {
    const attempts = prepared(csvOf(rows), { limits: { ...unlimited, bytes: 200 } });
    await expect(attempts).rejects.toMatchObject({
      code: 'preparation.line-too-large',
      params: { row: 2, limit: 200 },
    });
  });
});

describe('What is told', () => {
  const faulty: PaymentRow[] = [
    paymentRow(1, { amount: '0,1' }),
    paymentRow(2, { amount: 'none' }),
    paymentRow(3, { amount: '0,2' }),
    // The check rejects the line, not the mapping the row.
    paymentRow(4, { amount: '5', country: 'Sweden' }),
    paymentRow(5, { amount: '-7', currency: 'USD' }),
  ];

  it('Sums by currency and day, exact', async () => {
    const { summary } = await prepared(csvOf(faulty));
    expect(summary).toMatchObject({ rows: 5, transactions: 3, refused: 2, leftOut: 0, findings: 2, errors: 0 });
    expect(summary.byCurrency).toEqual([
      { currency: 'EUR', count: 2, sum: '0.3' },
      { currency: 'USD', count: 1, sum: '-7' },
    ]);
    expect(summary.byDay).toEqual([
      { currency: 'EUR', day: '2026-01-01', count: 1, sum: '0.2' },
      { currency: 'EUR', day: '2026-01-02', count: 1, sum: '0.1' },
      { currency: 'USD', day: '2026-01-03', count: 1, sum: '-7' },
    ]);
  });

  it('Findings of the mapping and of the check lead to the row and the column', async () => {
    const { files } = await prepared(csvOf(faulty));
    const findings: { severity: string }[] | undefined = files['findings.jsonl']
      ?.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings?.filter(({ severity }) => severity === 'error')).toMatchObject([
      { source: 'export.csv', table: '', row: 3, column: 'amount', cell: 'none', field: 'modification.amount' },
      {
        source: 'export.csv',
        row: 5,
        column: 'country',
        cell: 'Sweden',
        field: 'payment_source_country',
        rule: 'field.format',
        message: expect.stringContaining('two upper-case letters'),
      },
    ]);
  });

  it('What is wrong is told by kinds, also of a plan: the same field and cause, with the rows and the cells', async () => {
    const rows = [...faulty, paymentRow(6, { amount: 'none' }), paymentRow(7, { amount: '1.5.2' })];
    const kinds = [
      {
        rule: 'map.number',
        severity: 'error',
        field: 'modification.amount',
        column: 'amount',
        rows: 3,
        cells: [
          { cell: 'none', rows: 2 },
          { cell: '1.5.2', rows: 1 },
        ],
        areAllCells: true,
        first: [3, 7, 8].map((row) => ({ source: 'export.csv', table: '', row })),
      },
      { rule: 'field.format', field: 'payment_source_country', rows: 1, cells: [{ cell: 'Sweden', rows: 1 }] },
      { rule: 'field.implausible', severity: 'warning', field: 'modification.amount', rows: 1 },
    ];
    for (const out of [{}, { out: undefined }]) {
      const { summary } = await prepared(csvOf(rows), out);
      expect(summary).toMatchObject({ transactions: 3, refused: 4, kinds });
    }
  });

  it('A plan says on the way what is known so far', async () => {
    const { request } = await prepared(csvOf(faulty));
    const outcomes: unknown[] = [];
    await runPreparation({ ...request, out: undefined }, ({ outcome }) => outcomes.push(outcome));
    expect(outcomes).toContainEqual(expect.objectContaining({ transactions: 3, refused: 2, leftOut: 0 }));
  });

  it('A row that looks like a total is refused, until it is left out or taken', async () => {
    const total = 'Summe;;12,50;EUR;;\n';
    const { summary } = await prepared(`${csvOf([paymentRow(1)])}${total}`);
    expect(summary).toMatchObject({ transactions: 1, refused: 1 });
    expect(summary.kinds).toMatchObject([
      { rule: 'row.total', column: 'payment', cells: [{ cell: 'Summe', rows: 1 }] },
    ]);
    const leaveOutRows = [{ column: 'payment', test: 'one-of' as const, values: ['Summe'] }];
    const without = await prepared(`${csvOf([paymentRow(1)])}${total}`, {
      template: { ...paymentTemplate, leaveOutRows },
    });
    expect(without.summary).toMatchObject({ transactions: 1, refused: 0, leftOut: 1 });
    const taken = await prepared(`${csvOf([paymentRow(1)])}${total}`, {
      template: { ...paymentTemplate, totalRows: 'take' },
    });
    expect(taken.summary.kinds.map(({ rule }) => rule)).not.toContain('row.total');
  });

  it('Modification ids that several rows share are found across files, also in a plan', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => paymentRow(at, { id: uuid(at === 7 ? 2 : at) }));
    const more = { limits: { ...unlimited, lines: 3 } };
    const duplicates = { ids: 1, transactions: 2, first: [{ source: 'export.csv', table: '', rows: [4, 9] }] };
    expect((await prepared(csvOf(rows), more)).summary.duplicates).toEqual(duplicates);
    expect((await prepared(csvOf(rows), { ...more, out: undefined })).summary.duplicates).toEqual(duplicates);
  });

  it('Lines of one file that share an id are findings, each with its row and the other line', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => paymentRow(at, { id: uuid(at === 4 ? 1 : at) }));
    const { files } = await prepared(csvOf(rows));
    const findings = (files['findings.jsonl'] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings).toMatchObject([
      { line: 2, row: 3, message: expect.stringContaining('also on line 5') },
      { line: 5, row: 6, message: expect.stringContaining('also on line 2') },
    ]);
  });

  it('Refused rows can be corrected and prepared again', async () => {
    const { files } = await prepared(csvOf(faulty));
    const text = files['refused-rows-001.csv'] ?? '';
    expect(text.split('\n')).toEqual([
      'payment;id;amount;currency;date;country',
      `${uuid(2, 1)};${uuid(2)};none;EUR;03.01.2026;SE`,
      expect.stringMatching(/;5;EUR;.*;Sweden$/),
      '',
    ]);
    const again = await prepared(text.replace('none', '4,00').replace('Sweden', 'SE'));
    expect(again.summary).toMatchObject({ rows: 2, transactions: 2, refused: 0 });
  });

  it('The manifest has the digests of all files, and follows its schema', async () => {
    const { files } = await prepared(csvOf(faulty), { limits: { ...unlimited, lines: 2 } });
    const manifest = manifestSchema.parse(JSON.parse(files['manifest.json'] ?? ''));
    const sha256 = (text = '') => createHash('sha256').update(text).digest('hex');
    expect(manifest.sources).toEqual([
      { name: 'export.csv', bytes: csvOf(faulty).length, sha256: sha256(csvOf(faulty)) },
    ]);
    expect(manifest.files.map(({ name, sha256: digest, rowsSha256 }) => [name, digest, rowsSha256])).toEqual([
      ['export-001.jsonl', sha256(files['export-001.jsonl']), sha256(files['rows/export-001.txt'])],
      ['export-002.jsonl', sha256(files['export-002.jsonl']), sha256(files['rows/export-002.txt'])],
    ]);
    expect(RowMap.parse(files['rows/export-002.txt'] ?? '')?.originOf(1)).toEqual({ table: 0, row: 6 });
  });

  it('A plan tells the same, and writes nothing', async () => {
    const limits = { ...unlimited, lines: 2 };
    const { summary } = await prepared(csvOf(faulty), { limits });
    const plan = await prepared(csvOf(faulty), { limits, out: undefined });
    expect(plan.summary.files).toEqual(summary.files);
    expect(plan.summary).toMatchObject({ rows: 5, transactions: 3, refused: 2, bytes: summary.bytes });
    expect(readdirSync(folder).sort()).toEqual([
      expect.stringMatching(/^export\.csv$/),
      expect.stringMatching(/^out-/),
    ]);
  });

  it('Control figures that differ are in the manifest', async () => {
    const { files, summary } = await prepared(csvOf(faulty), {
      control: [
        { currency: 'EUR', sum: '5.30', count: 4 },
        { currency: 'USD', sum: '-7' },
      ],
    });
    const differences = [{ currency: 'EUR', expected: { count: 4, sum: '5.30' }, actual: { count: 2, sum: '0.3' } }];
    expect(summary.control?.differences).toEqual(differences);
    expect(JSON.parse(files['manifest.json'] ?? '').control.differences).toEqual(differences);
  });
});

describe('The folder', () => {
  it.each(['notes.txt', 'export-001.jsonl', 'manifest.json'])('With %s in it, it is left alone', async (name) => {
    const { out, request } = await prepared(csvOf([paymentRow(1)]));
    rmSync(out, { recursive: true });
    mkdirSync(out);
    writeFileSync(join(out, name), 'mine');
    await expect(prepareHere(request)).rejects.toMatchObject({ code: 'preparation.folder-in-use' });
    expect(contents(out)).toEqual({ [name]: 'mine' });
  });

  it('A finished preparation is never written over', async () => {
    const { out, request, files } = await prepared(csvOf([paymentRow(1)]));
    await expect(prepareHere(request)).rejects.toMatchObject({ code: 'preparation.finished' });
    expect(contents(out)).toEqual(files);
  });
});
