/** @file `tranship check FILE…`: checks offline and says what it found. */

import { createWriteStream } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CheckProgress, type CheckSummary, checkFile } from '../../../checking/check.ts';
import type { Finding } from '../../../checking/findings/finding.ts';
import { FindingStore } from '../../../checking/findings/finding-store.ts';
import { defaultRuleSet, loadRuleSet } from '../../../checking/rules/rule-set.ts';
import { toWriteError } from '../../../file-errors.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../queue/submission.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { counted, duration, grouped, percent, remaining, size, speed } from '../wording.ts';

export interface CheckOptions {
  rules?: string;
  findings?: string;
}

/** How many findings are shown to a person; all of them go to a file on request. */
const SHOWN_FINDINGS = 20;

export async function check(session: Session, files: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const { output } = session;
  const ruleSet = options.rules === undefined ? defaultRuleSet : await loadRuleSet(options.rules);
  // An unnamed database lives on the disk only while it is needed, however many findings there are.
  const store = new FindingStore(new DatabaseSync(''));
  let exitCode: ExitCode = exitCodes.done;
  for (const path of files) {
    const live = new LiveLines(output);
    const started = performance.now();
    const summary = await checkFile(
      { path, ruleSet, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES },
      {
        signal: session.interrupted,
        onFindings: (findings) => store.add(path, findings),
        onProgress: (progress) => live.draw([progressLine(path, progress, performance.now() - started)]),
      },
    ).finally(() => live.clear());
    if (summary.errors > 0) exitCode = exitCodes.refused;
    if (output.json && options.findings === undefined) {
      for (const finding of store.iterate(path)) output.emit('finding', finding);
    }
    if (!output.json) printSummary(output, path, summary, store.page(path, undefined, SHOWN_FINDINGS).findings);
    const { ranges: _, modifiedAt: __, ...figures } = summary;
    if (options.findings !== undefined) await writeFindings(options.findings, store.iterate(path), path === files[0]);
    output.emit('summary', { file: path, ...figures });
  }
  if (options.findings !== undefined) output.say(`All findings are in ${options.findings}.`);
  return exitCode;
}

export function progressLine(path: string, progress: CheckProgress, elapsedMs: number): string {
  const { bytes, totalBytes, lines, errors } = progress;
  const rate = (1000 * bytes) / Math.max(1, elapsedMs);
  const left = rate === 0 ? '' : remaining((1000 * (totalBytes - bytes)) / rate);
  const parts = [percent(bytes, totalBytes), speed(rate), counted(lines, 'line'), counted(errors, 'error'), left];
  return `checking ${path}  ${parts.join('  ')}`;
}

function printSummary(output: Output, path: string, summary: CheckSummary, findings: readonly Finding[]): void {
  const { bytes, lines, transactions, valid, errors, warnings, byRule, durationMs, sha256 } = summary;
  output.say(`${path} ${errors === 0 ? 'may be sent' : 'has errors'}.`);
  output.say(
    `  ${size(bytes)}, ${counted(lines, 'line')}; ${grouped(valid)} of ${counted(transactions, 'transaction')} valid`,
  );
  output.say(`  ${counted(errors, 'error')}, ${counted(warnings, 'warning')}, checked in ${duration(durationMs)}`);
  output.say(`  SHA-256 ${sha256}`);
  for (const { line, severity, message, rule } of findings) {
    output.say(`  ${line === 0 ? 'file' : `line ${line}`}  ${severity}  ${message}  (${rule})`);
  }
  const more = errors + warnings - findings.length;
  if (more > 0) output.say(`  … and ${grouped(more)} more; --findings FILE writes all of them.`);
  if (errors + warnings > 0) output.table(['rule', 'findings'], Object.entries(byRule));
}

async function writeFindings(path: string, findings: Iterable<Finding>, isFirst: boolean): Promise<void> {
  const asLines = Readable.from(linesOf(findings));
  await pipeline(asLines, createWriteStream(path, { flags: isFirst ? 'w' : 'a' })).catch((thrown: unknown) => {
    throw toWriteError(thrown, path);
  });
}

/** Findings as JSON Lines, in pieces large enough to be worth a write. */
function* linesOf(findings: Iterable<Finding>): Generator<string> {
  let piece = '';
  for (const finding of findings) {
    piece += `${JSON.stringify(finding)}\n`;
    if (piece.length < 64 * 1024) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
