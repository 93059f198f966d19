/**
 * @file Source files for the tests of the check: a faultless transaction to spoil, and files that are deleted after a
 * test.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CheckSummary } from '../../src-main/check/file-check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { type PackedFindings, unseal } from '../../src-main/check/findings/packed-findings.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { parseRuleSet } from '../../src-main/check/rules/rule-set-file.ts';
import { type RunOptions, runCheck } from '../../src-main/check/run-check.ts';
import { SourceFile } from '../../src-main/check/source-file.ts';

/** The time of every check here, unless a test sets another. */
export const NOW = Date.UTC(2025, 5, 30, 12);

/** The nth of any number of different UUIDs. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A transaction with all described fields and no findings; `n` gives it its own modification id. */
export function transaction(n = 1) {
  return {
    request_uuid: uuid(1000),
    payment_external_id: uuid(1001),
    transaction_external_id: uuid(1002),
    payment_source_country: 'DE',
    payment_target_country: 'XK',
    payment_method: 'SEPA',
    payment_type: 'credit',
    additional_fields: { payment_category: 'salary', anything: [null, { deeper: true }] },
    sender: { by_external_id: 'client-1' },
    sending_partner: { by_external_id: 'client-2' },
    receiver: unknownEntity(),
    receiving_partner: unknownEntity(),
    modification: {
      external_id: uuid(n),
      type: 'CREATED',
      amount: 1200,
      monitoring_amount: 12.5,
      original_amount: 0,
      currency: 'EUR',
      monitoring_currency: 'XAU',
      original_currency: 'USD',
      created_at: '2024-02-29T23:59:59.123456',
    },
  };
}

export function unknownEntity() {
  return {
    external_entity_type: 'unknown',
    unknown: { external_id: uuid(2000), full_name: 'Jörg Müller', risk_assessment: 'low' },
  };
}

/** A transaction as JSON text with one place changed: a value set, or the key left out for undefined. */
export function spoilt(path: string, value: unknown, n = 1): string {
  const whole: unknown = transaction(n);
  const keys = path.split('.');
  let place = whole as Record<string, unknown>; // The walk below only passes through objects of the sample.
  for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[keys.at(-1) ?? ''] = value;
  return JSON.stringify(whole);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function sourceFile(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'source.jsonl');
  writeFileSync(path, content);
  return path;
}

export function rules(ruleSet: unknown): RuleSet {
  return parseRuleSet(JSON.stringify(ruleSet), 'rules.json');
}

interface CheckSettings extends Pick<RunOptions, 'chunkBytes' | 'compile'> {
  ruleSet?: RuleSet;
  maxBatchBytes?: number;
  now?: number;
  onFindings?(batch: PackedFindings): void;
}

/** Checks content in this thread. */
export async function check(
  content: string | Uint8Array,
  { ruleSet = defaultRuleSet, maxBatchBytes = 2_000_000_000, now = NOW, onFindings, ...options }: CheckSettings = {},
): Promise<{ findings: Finding[]; summary: CheckSummary }> {
  const findings: Finding[] = [];
  const outlet = {
    findings(sealed: ArrayBuffer, linesBefore: number) {
      const batch = unseal(sealed, linesBefore);
      findings.push(...batch);
      onFindings?.(batch);
    },
    progress: () => undefined,
    judgeAlone: () => undefined,
  };
  const path = sourceFile(content);
  const source = new SourceFile(path);
  const alone = { workers: 1, smallBytes: Number.POSITIVE_INFINITY };
  try {
    const request = { path, ruleSet, maxBatchBytes };
    const { summary } = await runCheck(source, request, now, outlet, { ...alone, ...options });
    return { findings, summary };
  } finally {
    source.close();
  }
}

/** The findings about the single line of a file. */
export async function findingsIn(line: string | Uint8Array, ruleSet: RuleSet = defaultRuleSet): Promise<Finding[]> {
  return (await check(line, { ruleSet })).findings;
}
