/** @file `tranship report`: what the service says of each line of the file, whatever its report looks like. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import { openPracticePlace } from './practice-place.ts';

const entry = z.object({
  line: z.number(),
  batchLine: z.number(),
  modificationId: z.string().nullable(),
  foundBy: z.enum(['check', 'service', 'both']),
  messages: z.array(z.string()).min(1),
});

describe.concurrent('the reports on a faulty file', () => {
  it('Batches with reports in five shapes tell of the lines of the one file that they were cut from', async () => {
    const shapes: ReportShape[] = ['json-lines', 'json-object', 'json-flat', 'csv-semicolons', 'csv-gzip'];
    const misfortunes = shapes.map((shape) => ({ name: 'report-shape', shape, times: 1 }) as const);
    await using place = await openPracticePlace({ misfortunes, reportShape: 'utf-16' });
    const { workplace } = place;
    const file = join(workplace.folder, 'faulty.jsonl');
    const planted = await writeFaultySample(file);
    const bytes = (await readFile(file)).length;
    const most = Math.ceil(bytes / 5);

    const sent = ['send', file, '--on-invalid', 'service-decides', '--max-batch', String(most), '--wait', '--json'];
    const { batches } = (await workplace.run(sent)).submission;
    const found = new Map<number, string>();
    for (const { batchId = '' } of batches) {
      const { events } = await workplace.run(['report', batchId, '--json']);
      for (const one of events.filter(({ event }) => event === 'entry').map((event) => entry.parse(event))) {
        if (one.foundBy !== 'check') found.set(one.line, one.foundBy);
      }
    }

    expect(batches.length).toBeGreaterThanOrEqual(5);
    // Lines that share an identifier may be in different batches, of which none then has it twice.
    const certain = planted.filter(({ fault }) => fault !== 'modification.duplicate').map(({ line }) => line);
    expect([...found.keys()]).toEqual(expect.arrayContaining(certain));
    expect(planted.map(({ line }) => line)).toEqual(expect.arrayContaining([...found.keys()]));
    expect(new Set(found.values())).toEqual(new Set(['both']));
  });

  it('The table is written as CSV, and a rule set as strict as the service with what it would change', async () => {
    await using place = await openPracticePlace({ reportShape: 'json-object-gzip' });
    const { workplace } = place;
    const [file, csv, rules] = ['faulty.jsonl', 'table.csv', 'rules.json'].map((name) => join(workplace.folder, name));
    await writeFaultySample(file ?? '');
    const sent = await workplace.run(['send', file ?? '', '--on-invalid', 'service-decides', '--wait', '--json']);
    const batchId = sent.submission.batches[0]?.batchId ?? '';

    const { summary } = await workplace.run(['report', batchId, '--csv', csv ?? '', '--rules', rules ?? '', '--json']);

    expect(summary).toMatchObject({ batchId, firstLine: 1, unmatched: 0, stricter: { preview: { beyond: 0 } } });
    expect(await readFile(csv ?? '', 'utf8')).toContain('DUPLICATE_MODIFICATION_ID');
    expect(JSON.parse(await readFile(rules ?? '', 'utf8'))).toMatchObject({ mainEntity: 'either' });
  });

  it('What is no list is kept and said so', async () => {
    await using place = await openPracticePlace({ reportShape: 'html' });
    const { workplace } = place;
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFaultySample(file);
    const sent = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);
    const batchId = sent.submission.batches[0]?.batchId ?? '';

    const { exitCode, stdout } = await workplace.run(['report', batchId]);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('a web page or an XML text');
  });
});
