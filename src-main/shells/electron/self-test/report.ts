/** @file The report of a self-test, and its way to the disk: whole or not at all. */

import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { CheckResult } from '../../../actions/self-test/run-checks.ts';
import { PRIVATE_FILE } from '../../../ground/files/own-folder.ts';
import { replaceFile } from '../../../ground/files/replace-file.ts';

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

/** Replaces what is at `path`. @throws what the file system throws; then `path` is as it was */
export async function writeReport(path: string, report: SelfTestReport): Promise<void> {
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    const file = await open(partial, 'wx', PRIVATE_FILE);
    try {
      await file.writeFile(`${JSON.stringify(report, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await replaceFile(partial, path);
  } catch (thrown) {
    await rm(partial, { force: true });
    throw thrown;
  }
}
