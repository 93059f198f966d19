/**
 * @file Compiles what runs in WebAssembly, the walk of the check (src-main/check/kernel/assembly), that of a preparation
 * (src-main/templates/kernel/assembly), and the splitting of records (src-main/exports/delimited/kernel/assembly), and writes it beside its source: `node build/kernel.ts`, after `npm ci --prefix build`.
 * The results are committed, so that the app builds without the compiler; a test compares them with the sources.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const here = fileURLToPath(new URL('./', import.meta.url));
const sources = fileURLToPath(new URL('../src-main/', import.meta.url));

/** What is compiled: the entry of each, and the module that holds it. */
export const kernels = [
  { source: 'check/kernel/assembly/walk.ts', module: 'check/kernel/walk-bytes.ts', name: 'walkBytes' },
  { source: 'templates/kernel/assembly/rows.ts', module: 'templates/kernel/walk-bytes.ts', name: 'walkBytes' },
  {
    ...{ source: 'exports/delimited/kernel/assembly/records.ts', module: 'exports/delimited/kernel/record-bytes.ts' },
    name: 'recordBytes',
  },
] as const;

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

/** The compiled entry. @throws Error with what the compiler says */
export async function compileKernel(source: (typeof kernels)[number]['source']): Promise<Uint8Array> {
  // A package of the build's own, which the app's compiler does not see.
  const compiler: Compiler = (await import(pathToFileURL(`${here}node_modules/assemblyscript/dist/asc.js`).href))
    .default;
  let compiled: unknown;
  const { error, stderr } = await compiler.main([source, '--baseDir', sources, '--outFile', 'walk.wasm', ...options], {
    writeFile: (_name, content) => {
      compiled = content;
    },
  });
  if (error !== null) throw new Error(`${source} cannot be compiled:\n${stderr}`, { cause: error });
  return z.instanceof(Uint8Array).parse(compiled);
}

/** The module that holds what was compiled. */
export function kernelModule(compiled: Uint8Array, name: string): string {
  const text = Buffer.from(compiled).toString('base64');
  return `/** @file The walk as build/kernel.ts compiles it from assembly/. */\n\nexport const ${name} =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { source, module, name } of kernels)
    writeFileSync(`${sources}${module}`, kernelModule(await compileKernel(source), name));
}
