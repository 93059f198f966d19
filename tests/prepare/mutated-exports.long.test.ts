/**
 * @file Real files of each kind with changes that no one thought of: whatever they have become, they are read or refused in
 * words, without a long computation and within the memory that is there for it.
 */

import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { examine } from '../../src-main/exports/examine.ts';
import { openExport } from '../../src-main/exports/open-export.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { firstTemplate } from '../../src-main/prepare/first-template.ts';
import { AppError } from '../../src-shared/errors.ts';
import { quiet, temporaryWorkArea } from '../exports/reading-all.ts';
import { isNight } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const MB = 1024 * 1024;
/** Of the processor, for looking at a file and for reading it. */
const MOST_PROCESSOR_MS = 5000;
const MOST_MEMORY = 500 * MB;
const SECONDS = isNight ? 600 : 12;

const filesIn = (folder: string) => {
  const place = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(place)
    .filter((name) => !name.endsWith('.py'))
    .map((name): [string, Buffer] => [name, readFileSync(join(place, name))]);
};

const rows = [1, 2, 3, 4, 5];
const texts: Record<string, string> = {
  'commas.csv': `id,name,amount\n${rows.map((row) => `${row},"Anna ""A"" Müller",${row}.50\n`).join('')}`,
  'semicolons.csv': `Nr;Betrag;Datum\r\n${rows.map((row) => `${row};1.234,50;31.01.2026\r\n`).join('')}`,
  'objects.jsonl': rows.map((row) => `{"id":"${row}","sender":{"name":"A"},"tags":["x",${row}]}\n`).join(''),
  'list.json': `{"account":"DE1","rows":[${rows.map((row) => `{"id":${row},"amount":1e2}`).join()}]}`,
  'statement.xml': `<?xml version="1.0"?><d xmlns="urn:x"><acct>1</acct>${rows.map((row) => `<r n="${row}"><amt ccy="EUR">1.5</amt><!-- c --><![CDATA[t]]></r>`).join('')}</d>`,
};
const files: [string, Buffer][] = [
  ...filesIn('./exports/files'),
  ...filesIn('../exports/files'),
  ...Object.entries(texts).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
  ['commas.csv.gz', gzipSync(texts['commas.csv'] ?? '')],
];

/** What is done to the bytes at a place, which is a share of their length. */
type Change = { at: number } & (
  | { kind: 'byte'; value: number }
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string; times: number }
  | { kind: 'cut' }
  | { kind: 'again'; share: number; times: number }
);

const at = fc.double({ min: 0, max: 1, noNaN: true });
const signs = [
  '"',
  ';',
  '\n',
  '\r',
  '[',
  '{',
  '<',
  '<a>',
  '&',
  ']]>',
  '<!--',
  '\0',
  '\xff',
  '\\',
  'PK\x03\x04',
  '<![CDATA[',
];
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at, value: fc.integer({ min: 0, max: 255 }) }),
  fc.record({
    kind: fc.constant('number' as const),
    at,
    value: fc.constantFrom(0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    at,
    value: fc.constantFrom(...signs),
    times: fc.constantFrom(1, 2, 100, 10_000, 1_000_000),
  }),
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({
    kind: fc.constant('again' as const),
    at,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    times: fc.constantFrom(1, 3, 1000),
  }),
);

function changed(bytes: Buffer, one: Change): Buffer {
  const place = Math.floor(one.at * bytes.length);
  const [before, behind] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (one.kind) {
    case 'byte':
      return Buffer.concat([before, Buffer.of(one.value), behind.subarray(1)]);
    case 'number': {
      const number = Buffer.alloc(4);
      number.writeUInt32LE(one.value);
      return Buffer.concat([before, number, behind.subarray(4)]);
    }
    case 'text':
      return Buffer.concat([before, Buffer.from(one.value.repeat(one.times), 'latin1'), behind]);
    case 'cut':
      return before;
    case 'again': {
      const part = behind.subarray(0, Math.ceil(one.share * Math.min(behind.length, 10_000)));
      return Buffer.concat([before, ...Array.from({ length: one.times }, () => part), behind]);
    }
  }
}

async function readWhole(path: string): Promise<string> {
  const options = { workArea: temporaryWorkArea(), signal: quiet };
  try {
    firstTemplate((await examine([path], options)).tables, [], 'Test');
    const opened = await openExport([path], options);
    try {
      for (const table of opened.tables) for await (const piece of table.pieces(quiet)) rowsOfPiece(piece, table);
    } finally {
      opened.close();
    }
    return 'read';
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  } finally {
    options.workArea.remove();
  }
}

it('files with changes are read or refused in words, and cost little', async () => {
  const folder = temporaryFolder();
  const before = process.memoryUsage().rss;
  const most = { processorMs: 0, memory: 0, files: 0 };
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async ([name, bytes], changes) => {
        const path = join(folder, name);
        writeFileSync(path, changes.reduce(changed, bytes));
        const started = process.threadCpuUsage();
        const outcome = await readWhole(path);
        const { user, system } = process.threadCpuUsage(started);
        const processorMs = (user + system) / 1000;
        const memory = process.memoryUsage().rss - before;
        most.processorMs = Math.max(most.processorMs, processorMs);
        most.memory = Math.max(most.memory, memory);
        most.files += 1;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect(outcome).toMatch(/^(read|file\.export-(unreadable|damaged))$/);
        expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
        expect(memory).toBeLessThan(MOST_MEMORY);
      },
    ),
    { numRuns: isNight ? 1_000_000 : 150, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: !isNight },
  );
  console.info('Changed files:', most, Object.fromEntries(outcomes));
  expect(outcomes.get('read')).toBeGreaterThan(0);
  expect(outcomes.get('file.export-unreadable')).toBeGreaterThan(0);
});
