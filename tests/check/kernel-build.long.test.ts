/** @file What is committed of WebAssembly is what its source compiles to. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileKernel, kernelModule, kernels } from '../../build/kernel.ts';
import { installBuilder } from '../packaging/builder.ts';

it.each(kernels)('$module is what its source compiles to (otherwise run `node build/kernel.ts`)', async (kernel) => {
  installBuilder();
  const committed = readFileSync(new URL(`../../src-main/${kernel.module}`, import.meta.url), 'utf8');
  expect(kernelModule(await compileKernel(kernel.source), kernel.name)).toBe(committed);
});
