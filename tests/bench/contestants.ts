/**
 * @file The programs that the check is compared with. Each runs in its own process, so that its memory is measured
 * separately: `node contestants.ts NAME FILE` prints
 * `{lines, milliseconds, processorMs, peakBytes}`.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { checkFile } from '../../src-main/check/check.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { workerFile } from './promptness.ts';

const known = z.object({ by_external_id: z.string().min(1) });
const unknown = z.object({
  external_entity_type: z.string(),
  unknown: z.object({ external_id: z.guid(), full_name: z.string().optional(), risk_assessment: z.string() }),
});
const entity = z.union([known, unknown]);
const country = z.string().regex(/^[A-Z]{2}$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
/** A simple schema of §2.2: types and formats, no rules across fields or lines. */
const transaction = z.object({
  request_uuid: z.guid().optional(),
  payment_external_id: z.guid().optional(),
  transaction_external_id: z.guid().optional(),
  payment_source_country: country.optional(),
  payment_target_country: country.optional(),
  payment_method: z.string().optional(),
  payment_type: z.string().optional(),
  additional_fields: z.record(z.string(), z.unknown()).optional(),
  sender: entity,
  sending_partner: entity.optional(),
  receiver: entity,
  receiving_partner: entity.optional(),
  modification: z.object({
    external_id: z.guid(),
    type: z.string().optional(),
    amount: z.number().optional(),
    monitoring_amount: z.number().optional(),
    original_amount: z.number().optional(),
    currency: currency.optional(),
    monitoring_currency: currency.optional(),
    original_currency: currency.optional(),
    created_at: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/)
      .optional(),
  }),
});

/** Reads the file line by line, without more in memory than a block, and hands each line over as a text. */
function eachLine(path: string, take: (text: string) => void): number {
  const file = openSync(path, 'r');
  const block = Buffer.allocUnsafe(8 * 1024 * 1024);
  let lines = 0;
  let kept = 0;
  for (let read = 0; ; ) {
    read = readSync(file, block, kept, block.length - kept, null);
    const filled = kept + read;
    let start = 0;
    for (let end = block.indexOf(10); end >= 0 && end < filled; end = block.indexOf(10, start)) {
      take(block.toString('utf8', start, end));
      start = end + 1;
      lines++;
    }
    if (read === 0) break;
    block.copyWithin(0, start, filled);
    kept = filled - start;
  }
  closeSync(file);
  return lines;
}

const ours = async (path: string, workers?: number) => {
  const request = { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
  return await checkFile(workers === undefined ? request : { ...request, workers }, { workerFile });
};

const requireFaultless = ({ lines, errors }: { lines: number; errors: number }) => {
  if (errors > 0) throw new Error('The sample is meant to have no errors.');
  return lines;
};

const requireFaulty = ({ lines, errors }: { lines: number; errors: number }) => {
  if (errors === 0) throw new Error('The sample is meant to have errors.');
  return lines;
};

const requireValid = (isValid: boolean) => {
  if (!isValid) throw new Error('The sample is meant to be valid.');
};

const contestants: Record<string, (path: string) => number | Promise<number>> = {
  'our check': async (path) => requireFaultless(await ours(path)),
  'our check, one worker': async (path) => requireFaultless(await ours(path, 1)),
  'JSON.parse': (path) => eachLine(path, JSON.parse),
  'JSON.parse + zod': (path) => eachLine(path, (text) => requireValid(transaction.safeParse(JSON.parse(text)).success)),
  'JSON.parse + ajv': (path) => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(z.toJSONSchema(transaction));
    return eachLine(path, (text) => requireValid(validate(JSON.parse(text))));
  },
};

export const contestantNames = Object.keys(contestants);

/** The check of a file with errors; not one of those that are compared on a good file. */
contestants['our check of errors'] = async (path) => requireFaulty(await ours(path));

if (import.meta.main) {
  const [name = '', path = ''] = process.argv.slice(2);
  const run = contestants[name];
  if (run === undefined) throw new Error(`There is no contestant “${name}”.`);
  const started = performance.now();
  const before = process.cpuUsage();
  const lines = await run(path);
  const milliseconds = performance.now() - started;
  // Of all threads, those that have ended included.
  const { user, system } = process.cpuUsage(before);
  const processorMs = (user + system) / 1000;
  console.log(JSON.stringify({ lines, milliseconds, processorMs, peakBytes: process.resourceUsage().maxRSS * 1024 }));
}
