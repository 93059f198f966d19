import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { iso20022Table } from '../../src-main/exports/payments/iso20022/iso20022-table.ts';
import { messageLayouts } from '../../src-main/exports/payments/iso20022/message-kinds.ts';
import type { SourceInOrder } from '../../src-main/exports/structured-source.ts';
import { jsonInEnglish } from '../../src-shared/languages/message.ts';
import { paymentDocument } from './payment-documents.ts';
import { type AllRows, open, quiet, rowsOf, sourceOf } from './reading-all.ts';

const files = fileURLToPath(new URL('../prepare/payment-files/', import.meta.url));
/** Of all rows and faults: who means to change what is read changes them, and nothing else does; ids are made of the keys. */
function digestOf(all: readonly AllRows[]): string {
  const told = all.map(({ rows, faults }) => [rows.map(({ number, cells }) => [number, ...cells]), faults]);
  return createHash('sha256').update(jsonInEnglish(told)).digest('base64');
}

const readDocument = async (source: SourceInOrder): Promise<AllRows> =>
  await rowsOf((await iso20022Table(source, { format: 'iso20022' }, quiet)).table);

describe('Messages of ISO 20022 are read as they were before', () => {
  it.each(readdirSync(files).filter((name) => name.endsWith('.xml')))('%s', async (name) => {
    const { tables } = await open([`${files}${name}`]);
    expect(digestOf(await Promise.all(tables.map((table) => rowsOf(table))))).toMatchSnapshot();
  });

  it.each(Object.keys(messageLayouts))('A hundred odd documents of %s', async (message) => {
    const all: AllRows[] = [];
    for (let seed = 0; seed < 100; seed++)
      all.push(await readDocument(sourceOf(Buffer.from(paymentDocument(message, seed)), [997, 64, 4096])));
    expect(digestOf(all)).toMatchSnapshot();
  });
});
