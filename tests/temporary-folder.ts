/** @file Empty folders that are gone with all that is in them once what they were for has ended. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { afterFile } from './after-file.ts';

/** For the test that is running now, or that the hook which is running now is for. */
export function temporaryFolder(prefix = 'tranship-test-'): string {
  const { folder, remove } = newFolder(prefix);
  onTestFinished(remove);
  return folder;
}

/** For all tests of the file that is running now. */
export function folderOfFile(prefix = 'tranship-test-'): string {
  const { folder, remove } = newFolder(prefix);
  afterFile(remove);
  return folder;
}

function newFolder(prefix: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
