/**
 * @file Compiles the walk of the check (src-main/check/kernel/assembly) and writes it into src-main/check/kernel:
 * `node build/kernel.ts`, after `npm ci --prefix build`. The result is committed, so that the app builds without the
 * compiler; a test compares it with the source.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const here = fileURLToPath(new URL('./', import.meta.url));
const folder = fileURLToPath(new URL('../src-main/check/kernel/', import.meta.url));

/** Vectors, and a memory that all threads of a check share: 1 GiB at most. */
const options = [
  ...['--optimizeLevel', '3', '--converge', '--noAssert', '--runtime', 'stub'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '16384'],
  ...['--enable', 'simd', '--enable', 'threads'],
];

interface Compiler {
  main(
    args: readonly string[],
    ports: { writeFile: (name: string, content: unknown) => void },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

/** The compiled walk. @throws Error with what the compiler says */
export async function compileKernel(): Promise<Uint8Array> {
  // A package of the build's own, which the app's compiler does not see.
  const compiler: Compiler = (await import(pathToFileURL(`${here}node_modules/assemblyscript/dist/asc.js`).href))
    .default;
  let compiled: unknown;
  const { error, stderr } = await compiler.main(
    ['walk.ts', '--baseDir', `${folder}assembly`, '--outFile', 'walk.wasm', ...options],
    {
      writeFile: (_name, content) => {
        compiled = content;
      },
    },
  );
  if (error !== null) throw new Error(`The walk cannot be compiled:\n${stderr}`, { cause: error });
  return z.instanceof(Uint8Array).parse(compiled);
}

/** The module that holds the compiled walk. */
export function kernelModule(compiled: Uint8Array): string {
  const text = Buffer.from(compiled).toString('base64');
  return `/** @file The walk as build/kernel.ts compiles it from assembly/. */\n\nexport const walkBytes =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${folder}walk-bytes.ts`, kernelModule(await compileKernel()));
}
