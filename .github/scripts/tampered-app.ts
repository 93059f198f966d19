/**
 * @file `node .github/scripts/tampered-app.ts PROGRAM ARCHIVE`: changes one byte of the archive (app.asar) of an installed
 * app, once in its header and once in the file that starts the app. Fails if the app still starts. The archive is as
 * before afterwards.
 */

import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { headerOf, placeOf } from './archive.ts';
import { run } from './run.ts';
import { passed, type SelfTest, startSelfTest } from './self-test.ts';

const FIRST_DIGEST = '"hash":"';

/** Where a byte can be changed, as offsets in the archive. @throws Error if nothing guards the archive */
export function placesToTamper(archive: Buffer, path: readonly string[]): { header: number; content: number } {
  const { text, start } = headerOf(archive);
  const digest = text.indexOf(FIRST_DIGEST);
  if (digest < 0) throw new Error('The archive has no digests, so nothing can notice a change.');
  const file = placeOf(archive, path);
  return {
    header: start + Buffer.byteLength(text.slice(0, digest + FIRST_DIGEST.length)),
    content: file.start + Math.floor(file.size / 2),
  };
}

/** A copy in which one byte is another one: a hexadecimal digit stays one. */
export function tampered(archive: Buffer, place: number): Buffer {
  const changed = Buffer.from(archive);
  changed[place] = changed[place] === 0x30 ? 0x31 : 0x30;
  return changed;
}

/**
 * @param start starts the app for its self-test
 * @throws Error if the untouched app does not start, or a changed one does
 */
export async function checkTampering(
  archivePath: string,
  path: string[],
  start: () => Promise<SelfTest>,
): Promise<void> {
  passed(await start());
  const kept = `${archivePath}.kept`;
  copyFileSync(archivePath, kept);
  try {
    const archive = readFileSync(archivePath);
    for (const [part, place] of Object.entries(placesToTamper(archive, path))) {
      writeFileSync(archivePath, tampered(archive, place));
      const { exitCode, report } = await start();
      if (exitCode === 0 || report !== undefined) throw new Error(`The app starts with a changed byte in its ${part}.`);
    }
  } finally {
    copyFileSync(kept, archivePath);
    rmSync(kept);
  }
}

if (import.meta.main) {
  run(async ([program = '', archive = '']) => {
    await checkTampering(archive, ['out', 'main', 'index.js'], () => startSelfTest(program));
    return 'The app starts as it was built, and with no changed byte.';
  });
}
