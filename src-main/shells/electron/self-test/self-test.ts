/** @file The self-test of an installation: all checks in a folder of their own, and the report. */

import { rmSync } from 'node:fs';
import { homedir, hostname, release, userInfo } from 'node:os';
import { type MachinePorts, machineChecks } from '../../../actions/self-test/machine-checks.ts';
import { withoutPerson } from '../../../actions/self-test/person.ts';
import { type SelfTestReport, writeReport } from '../../../actions/self-test/report.ts';
import { runChecks } from '../../../actions/self-test/run-checks.ts';
import { MINUTE, systemClock } from '../../../ground/clock.ts';
import { terminalShell } from '../../terminal-shell.ts';
import { type ElectronPorts, electronChecks } from './electron-checks.ts';
import { type SystemPorts, systemChecks } from './system-checks.ts';

/** For all checks; somebody waits for the end. */
const PATIENCE = 4 * MINUTE;

export interface SelfTestPorts extends ElectronPorts, Omit<SystemPorts, 'clock'>, Omit<MachinePorts, 'shell'> {
  /** Where the report goes. */
  path: string;
}

/**
 * Runs every check and writes the report. What is in `folder` is removed, as far as nothing holds it any more.
 * @returns the report @throws what the file system throws where the report cannot be written
 */
export async function selfTest(ports: SelfTestPorts): Promise<SelfTestReport> {
  const { path, folder, platform, app } = ports;
  const started = systemClock.now();
  const found = await runChecks(
    [
      ...machineChecks({ ...ports, shell: terminalShell }),
      ...electronChecks(ports),
      ...systemChecks({ ...ports, clock: systemClock }),
    ],
    systemClock,
    PATIENCE,
  );
  const person = { folder, home: homedir(), user: userInfo().username, computer: hostname() };
  const checks = found.map((check) => ({ ...check, detail: withoutPerson(check.detail, person) }));
  const { electron, chrome, node } = process.versions;
  const report: SelfTestReport = {
    version: app.getVersion(),
    electron,
    chrome,
    node,
    platform,
    arch: process.arch,
    osRelease: release(),
    startedAt: new Date(started).toISOString(),
    durationMs: systemClock.now() - started,
    ok: checks.every(({ ok }) => ok),
    checks,
  };
  writeReport(path, report);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Chromium holds its own files until the process ends.
  }
  return report;
}
