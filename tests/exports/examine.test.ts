import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { examine } from '../../src-main/exports/examine.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { quiet, temporaryWorkArea } from './reading-all.ts';

const MB = 1024 * 1024;

/** What is used of the heap, without what could be freed. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}

async function examined(content: string | Uint8Array) {
  const path = join(temporaryFolder(), 'export.csv');
  writeFileSync(path, content);
  return await examine([path], { workArea: temporaryWorkArea(), signal: quiet });
}

describe('Of an export is shown', () => {
  it('all of a small one, with what cannot be read', async () => {
    const { tables, workAreaBytes } = await examined('a;b\n1;2\n3;4;5\n');
    expect(tables).toEqual([
      {
        name: '',
        columns: ['a', 'b'],
        reading: { format: 'delimited', encoding: 'utf-8', delimiter: ';', headerRow: 1 },
        facts: expect.objectContaining({ delimiter: { value: ';', how: 'detected' } }),
        head: [{ number: 1, cells: ['a', 'b'] }],
        rows: [{ number: 2, cells: ['1', '2'] }],
        faults: [expect.objectContaining({ number: 3 })],
        estimatedRows: 3,
      },
    ]);
    expect(workAreaBytes).toBe(0);
  });

  it('what stands before the names of the columns, so that another row can be chosen for them', async () => {
    const { tables } = await examined('Umsätze\n\nNr;Betrag\n1;2,50\n2;3,50\n');
    expect(tables[0]?.head).toEqual([
      { number: 1, cells: ['Umsätze'] },
      { number: 2, cells: [''] },
      { number: 3, cells: ['Nr', 'Betrag'] },
    ]);
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('the first 200 rows of a large one in %s, and about how many there are', async (_, inEncoding) => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `${1_000_000 + at};Anna\n`).join('');
    const { tables } = await examined(inEncoding(`Nr;Name\n${lines}`));
    expect(tables[0]?.rows.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, at) => at + 2));
    expect(Math.abs((tables[0]?.estimatedRows ?? 0) - 200_001)).toBeLessThan(2000);
  });

  it('only the beginning of very long cells', async () => {
    const { tables } = await examined(`Nr;Text\n1;${'x'.repeat(50_000)}\n`);
    expect(tables[0]?.rows[0]?.cells[1]).toHaveLength(10_000);
  });

  it('only the beginning of very long cells is kept in memory as well', async () => {
    const text = 'x'.repeat(8 * MB);
    const content = `<d>${`<r><a>${text}</a><b>1</b></r>`.repeat(8)}</d>`;
    const path = join(temporaryFolder(), 'export.xml');
    writeFileSync(path, content);
    const before = heldBytes();
    const examination = await examine([path], { workArea: temporaryWorkArea(), signal: quiet });
    expect(heldBytes() - before).toBeLessThan(16 * MB);
    expect(examination.tables[0]?.rows).toHaveLength(8);
  });
});
