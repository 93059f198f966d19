/** @file What a line that was left out pays: told of its reason, and of its outcome, by two ways that must come to the same. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChanges } from '../../src-main/fixing/changed-values.ts';
import { namedPaymentOf } from '../../src-main/fixing/line-payment.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { asWritten } from '../../src-main/records/account-sums.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { check } from '../check/sources.ts';
import { runs } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal } = new AbortController();

/** As banks write them, and as they should not; a number in JSON, or a text. */
const written = fc.constantFrom(
  '1',
  '1.5',
  '1.234',
  '1,234',
  '1.234,50',
  '1,234.50',
  "1'234.5",
  ' 7 ',
  '0012',
  '1e3',
  '1e400',
  'n/a',
  '',
  '-3,20',
  `${'9'.repeat(45)},10`,
);
const isNumber = (text: string) => /^-?(0|[1-9]\d*)(\.\d+)?(e\d+)?$/.test(text);
const amount = fc.oneof(
  written.map((text) => JSON.stringify(text)),
  written.filter(isNumber),
);
const currency = fc.constantFrom('"EUR"', '"JPY"', '"Euro"', '""', '7');
const line = fc
  .record({ amount, currency })
  .map((one) => `{"modification":{"external_id":"a","amount":${one.amount},"currency":${one.currency}}}`);

it('The list of changes and the file itself come to the same, whatever amounts and currencies are', async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
      const content = lines.map((text) => `${text}\n`).join('');
      const [path, log] = [join(folder, 'export.jsonl'), join(folder, 'changes.jsonl')];
      writeFileSync(path, content);
      const { summary } = await check(content);
      const all = LineSet.ofRuns([{ first: 1, last: lines.length }]).encode();
      const [ofFile] = sumLines({ path, sha256: summary.sha256, sets: [all] });
      const entry = (text: string, at: number) =>
        `${JSON.stringify({ line: at + 1, step: 'drop-refused', payment: namedPaymentOf(text) })}\n`;
      writeFileSync(log, lines.map(entry).join(''));
      const { changes } = await readChanges(log, 10, signal);
      const { sums, unsummed } = ofFile === undefined ? expect.fail('a sum expected') : asWritten(ofFile);
      expect(changes.map(({ pays }) => pays)).toEqual([{ sums, ...(unsummed > 0 && { unread: unsummed }) }]);
    }),
    { numRuns: runs(200, 5000) },
  );
});
