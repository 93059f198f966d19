/** @file A service whose reports give nothing but the numbers of lines: a person says from where it counts them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { transactionLine, writeLines } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

it.each(
  fewerByDay(
    [
      { from: '1', rejected: [2, 4] },
      { from: '0', rejected: [3, 5] },
    ],
    1,
  ),
)(
  'Its lines are unknown until then, and those meant are rejected once they are counted from $from',
  async ({ from, rejected }) => {
    await using service = await startOpponent({ report: 'line,reason\r\n2,no\r\n4,no\r\n', takesOthers: true });
    await using workplace = await openWorkplace(environmentOf(service));
    const { run, folder } = workplace;
    const lines = Array.from({ length: 6 }, () => transactionLine());
    const file = await writeLines(workplace, lines, 'export.jsonl');

    const sent = await run(['send', file, '--ingest-valid', '--wait', '--json']);
    expect(sent.exitCode).toBe(1);
    expect(sent.submission).toMatchObject({ state: 'unreported', account: { ...noLines(), unknown: 6 } });

    const changed = await run(['connection', 'change', 'environment', '--report-lines-from', from, '--json']);
    expect(changed).toMatchObject({ exitCode: 0, summary: { asked: 1 } });
    const worked = await run(['work', '--until-idle', '--json']);
    expect(worked.submission).toMatchObject({
      state: 'partially-accepted',
      account: { ...noLines(), accepted: 4, rejected: 2 },
    });
    const out = join(folder, 'rejected');
    await run(['export', '1', '--rejected', '--out', out]);
    expect((await readFile(out, 'utf8')).trimEnd().split('\n')).toEqual(rejected.map((line) => lines[line - 1]));

    // It holds for what comes after.
    const others = await writeLines(
      workplace,
      Array.from({ length: 6 }, () => transactionLine()),
      'next.jsonl',
    );
    const next = await run(['send', others, '--ingest-valid', '--wait', '--json']);
    expect(next.submission).toMatchObject({ state: 'partially-accepted', account: { accepted: 4, rejected: 2 } });
  },
);
