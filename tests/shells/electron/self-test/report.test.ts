import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportPage, type SelfTestReport, writeReport } from '../../../../src-main/actions/self-test/report.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const report: SelfTestReport = {
  version: '1.2.3',
  electron: undefined,
  chrome: undefined,
  node: '24.0.0',
  platform: 'linux',
  arch: 'x64',
  osRelease: '6.1',
  startedAt: '2026-11-20T06:30:00.000Z',
  durationMs: 5,
  ok: true,
  checks: [{ name: 'disk', ok: true, ms: 5, detail: 'It is there.' }],
};

it('a report replaces the one before, and nothing else is left', () => {
  const place = temporaryFolder();
  const path = join(place, 'out.json');
  writeFileSync(path, 'the one before');
  writeReport(path, report);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)));
  expect(readdirSync(place)).toEqual(['out.html', 'out.json']);
});

it('a report that cannot be written is an error, and leaves nothing behind', () => {
  const place = temporaryFolder();
  expect(() => writeReport(join(place, 'nowhere', 'out.json'), report)).toThrow();
  expect(readdirSync(place)).toEqual([]);
});

it('a report for people says what failed and why, and runs nothing that it quotes', () => {
  const checks = [...report.checks, { name: 'tray', ok: false, ms: 1, detail: '<script>alert(1)</script>' }];
  const page = reportPage({ ...report, ok: false, checks });
  expect(page).toContain('1 of 2 checks failed.');
  expect(page).toContain('&lt;script&gt;');
  expect(page).toContain('<th>platform</th><td>linux</td>');
});
