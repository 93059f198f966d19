/** @file A folder that Tranship has prepared, made without preparing: two lines in a file, its rows, and the manifest. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../src-main/prepare/manifest-shape.ts';
import { templateDigest } from '../../src-main/templates/template-file.ts';
import { paymentTemplate, uuid } from './exports.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const transaction = (number: number): string =>
  JSON.stringify({
    sender: { by_external_id: 'C-1' },
    receiver: { by_external_id: 'C-2' },
    modification: { external_id: uuid(number), amount: 1.5, currency: 'EUR', created_at: '2026-11-01T10:00:00' },
  });

/** @returns the path of its manifest */
export function writePreparedFolder(folder: string): string {
  const name = 'november-001.jsonl';
  const lines = `${[1, 2].map(transaction).join('\n')}\n`;
  const rows = '0:2+2';
  mkdirSync(join(folder, 'rows'), { recursive: true });
  writeFileSync(join(folder, name), lines);
  writeFileSync(join(folder, 'rows', 'november-001.txt'), rows);
  const sums = {
    byCurrency: [{ currency: 'EUR', count: 2, sum: '3' }],
    byDay: [{ currency: 'EUR', day: '2026-11-01', count: 2, sum: '3' }],
  };
  const manifest: Manifest = {
    version: 1,
    tool: { name: 'Tranship', version: '1.0.0' },
    name: 'november',
    split: { by: 'none', bytes: 1000, keepPayments: true },
    sources: [{ name: 'november.csv', bytes: 100, sha256: digest('november') }],
    tables: [{ source: 0, name: '', columns: paymentTemplate.columns, rows: 3, leftOut: 0, refused: 1 }],
    template: { name: 'Payments', version: 1, sha256: templateDigest(paymentTemplate), content: paymentTemplate },
    files: [
      {
        name,
        bytes: Buffer.byteLength(lines),
        lines: 2,
        sha256: digest(lines),
        rows: 'rows/november-001.txt',
        rowsSha256: digest(rows),
        ...sums,
      },
    ],
    rows: 3,
    transactions: 2,
    leftOut: 0,
    refused: 1,
    ...sums,
    findings: { mapping: 1, errors: 0, warnings: 0 },
  };
  const path = join(folder, 'manifest.json');
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
  return path;
}
