/** @file The report of a self-test, for programs and for people, and its way to the disk: whole or not at all. */

import type { CheckResult } from '../../../actions/self-test/run-checks.ts';
import { writeWhole } from '../../../ground/files/whole-file.ts';
import { html } from '../../../send/receipts/markup.ts';

export interface SelfTestReport {
  /** Of Tranship. */
  version: string;
  /** Versions; undefined, and so left out, where there is no Electron. */
  electron: string | undefined;
  chrome: string | undefined;
  node: string;
  platform: string;
  arch: string;
  osRelease: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** Whether every check is good. */
  ok: boolean;
  checks: CheckResult[];
}

/**
 * Replaces what is at `path`, and the same for people beside it (`.html` in place of `.json`). Nothing of customers is in it.
 * @throws AppError file.cannot-write, disk.full; then what is at the place that failed is as it was
 */
export function writeReport(path: string, report: SelfTestReport): void {
  writeWhole(path.replace(/\.json$/i, '.html'), reportPage(report));
  writeWhole(path, `${JSON.stringify(report, null, 2)}\n`);
}

export function reportPage({ checks, ok, startedAt, durationMs, ...versions }: SelfTestReport): string {
  const failed = checks.filter((check) => !check.ok).length;
  const outcome = ok ? `All ${checks.length} checks are good.` : `${failed} of ${checks.length} checks failed.`;
  const stated = Object.entries(versions).filter(([, version]) => version !== undefined);
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Self-test of Tranship</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid #ccc; }
.failed td { font-weight: bold; }
</style>
</head>
<body>
<h1>Self-test of Tranship</h1>
<p><strong>${outcome}</strong> It began ${startedAt} and took ${durationMs} ms.</p>
<table>
<tr><th>Check</th><th>Outcome</th><th>What it found</th><th>Time</th></tr>
${checks.map(
  (check) =>
    html`<tr class="${check.ok ? 'good' : 'failed'}"><td>${check.name}</td><td>${check.ok ? 'good' : 'failed'}</td><td>${check.detail}</td><td>${check.ms} ms</td></tr>`,
)}
</table>
<h2>This computer</h2>
<table>${stated.map(([name, version]) => html`<tr><th>${name}</th><td>${version}</td></tr>`)}</table>
</body>
</html>`}\n`;
}
