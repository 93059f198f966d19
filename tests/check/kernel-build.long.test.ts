/** @file The compiled walk that is committed is what its source compiles to. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileKernel, kernelModule } from '../../build/kernel.ts';
import { installBuilder } from '../packaging/builder.ts';

it('the committed walk is what its source compiles to (otherwise run `node build/kernel.ts`)', async () => {
  installBuilder();
  const committed = readFileSync(new URL('../../src-main/check/kernel/walk-bytes.ts', import.meta.url), 'utf8');
  expect(kernelModule(await compileKernel())).toBe(committed);
});
