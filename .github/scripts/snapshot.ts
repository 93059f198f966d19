/**
 * @file `node .github/scripts/snapshot.ts take FILE` writes down what of this machine an installer could change;
 * `… compare STAGE BEFORE AFTER REPORT` names what is new, changed or gone, and fails on what nothing allows. STAGE is
 * “installed” or “uninstalled”.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { allowedChanges, stages } from './allowed-changes.ts';
import { readSnapshot, takeSnapshot } from './machine-snapshot.ts';
import { run } from './run.ts';
import { compared, reportOf } from './snapshot-comparison.ts';
import { placesOf } from './snapshot-places.ts';

async function take(file: string): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  const count = await takeSnapshot(file, placesOf(process.platform, process.env));
  return `${file} has ${count} entries.`;
}

function compare(stage: string, before: string, after: string, report: string): string {
  const known = stages.find((each) => each === stage);
  if (known === undefined) throw new Error(`Say which of ${stages.join(', ')}.`);
  const comparison = compared(readSnapshot(before), readSnapshot(after), known, allowedChanges);
  const text = reportOf(comparison, `From ${before} to ${after}, which should be ${known}`);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, text);
  if (comparison.faults.length > 0)
    throw new Error(reportOf({ ...comparison, allowed: new Map(), elsewhere: [] }, text.split('\n')[0] ?? ''));
  return `Nothing is there that should not be. ${report} names what is new, changed and gone.`;
}

if (import.meta.main) {
  run(([what, ...values]) => {
    const [first = '', before = '', after = '', report = ''] = values;
    if (what === 'take' && values.length === 1) return take(first);
    if (what === 'compare' && values.length === 4) return compare(first, before, after, report);
    throw new Error('Say “take FILE” or “compare STAGE BEFORE AFTER REPORT”.');
  });
}
