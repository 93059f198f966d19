/**
 * @file The check's threads, bundled as they ship. As TypeScript, each thread would strip the types by itself, with a
 * WebAssembly module; V8 in Node 24 may crash the process when several threads do that at once, or end meanwhile.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll } from 'vitest';

const threads = ['check-worker', 'scan-worker', 'digest-worker'] as const;

/** Bundles the entries into a folder that vanishes after the tests of a file, and returns where they are. */
export async function bundledThreads(): Promise<Record<(typeof threads)[number], URL>> {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-threads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const entry = (name: string) => [name, resolve(import.meta.dirname, `../../src-main/checking/${name}.ts`)];
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(threads.map(entry)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const address = (name: string) => pathToFileURL(join(folder, `${name}.mjs`));
  return {
    'check-worker': address('check-worker'),
    'scan-worker': address('scan-worker'),
    'digest-worker': address('digest-worker'),
  };
}
