/** @file Prepares a payment message as the window does, with nothing but the risk of unknown parties from a person. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { defaultRuleSet } from '../../../src-main/check/rules/rule-set.ts';
import { examine } from '../../../src-main/exports/examine.ts';
import { MANIFEST } from '../../../src-main/exports/output-folder.ts';
import { WorkArea } from '../../../src-main/exports/work-area.ts';
import { firstTemplate } from '../../../src-main/prepare/first-template.ts';
import { type Manifest, manifestSchema } from '../../../src-main/prepare/manifest-shape.ts';
import type { PreparationSummary } from '../../../src-main/prepare/preparation.ts';
import { prepareHere } from './prepare-here.ts';

interface Party {
  by_external_id?: string;
  unknown?: { full_name?: string };
}

export interface Line {
  payment_external_id: string;
  payment_source_country?: string;
  payment_target_country?: string;
  sender: Party;
  receiver: Party;
  modification: Record<string, unknown> & { external_id: string; amount: number; currency: string; created_at: string };
  additional_fields: Record<string, string>;
}

/** By the template that the message begins with. */
export async function preparedMessage(
  text: string | Uint8Array,
  name = 'message.xml',
): Promise<{ lines: Line[]; summary: PreparationSummary; manifest: Manifest }> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-messages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [path, out, workFolder] = [join(folder, name), join(folder, 'out'), join(folder, 'work')];
  await mkdir(workFolder);
  await writeFile(path, text);
  const workArea = new WorkArea({ parent: workFolder });
  const { signal } = new AbortController();
  const examined = await examine([path], { workArea, signal });
  workArea.remove();
  const { template } = firstTemplate(examined.tables, [], 'Messages');
  const risk = { source: { from: 'constant' as const, text: 'low' } };
  const fields = {
    ...template.fields,
    'sender.unknown.risk_assessment': risk,
    'receiver.unknown.risk_assessment': risk,
  };
  const summary = await prepareHere({
    sources: [{ path, name }],
    template: { ...template, fields },
    out,
    workFolder,
    name: 'made',
    threads: 1,
    limits: { bytes: 1e9, lines: 1e9 },
    grouping: 'none',
    keepPayments: false,
    ruleSet: defaultRuleSet,
    toolVersion: '1.0.0',
  });
  const files = (await readdir(out)).filter((file) => /^made-\d+\.jsonl$/.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(out, file), 'utf8')));
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(out, MANIFEST), 'utf8')));
  return {
    summary,
    manifest,
    lines: texts.flatMap((one) => one.trimEnd().split('\n')).map((line): Line => JSON.parse(line)),
  };
}
