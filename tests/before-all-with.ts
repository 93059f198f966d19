/** @file What a test file does first that needs programs of others. */

import { beforeAll, beforeEach } from 'vitest';
import { INSTALL_PATIENCE_MS } from './debian-packages.ts';
import { install, type ProgramName, provisionHere } from './installed-programs.ts';

/**
 * Installs the programs, then prepares. Where the programs cannot be had, every test of the file is skipped with the
 * reason, and nothing is prepared.
 */
export function beforeAllWith(names: readonly ProgramName[], prepare: () => void | Promise<void> = () => {}): void {
  const provision = provisionHere(...names);
  if (provision.kind === 'skip') {
    console.warn(`Tests are skipped: this file ${provision.reason}.`);
    beforeEach(({ skip }) => skip(provision.reason));
    return;
  }
  beforeAll(async () => {
    if (provision.kind === 'to-install') install(provision.packages);
    await prepare();
  }, INSTALL_PATIENCE_MS);
}
