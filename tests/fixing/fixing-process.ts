/**
 * @file Corrects a file in a process of its own, and is killed in the middle of its n-th write, or has no more room then.
 * Called with the paths of the source and the new file, n, and perhaps “full”. Prints how many writes there were, or the code
 * of the error.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [path = '', out = '', lastWrite = '', how = ''] = process.argv.slice(2);
let writes = 0;

function end(): void {
  if (how !== 'full') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
}

const { writeSync, renameSync } = fs;
Object.assign(fs, {
  writeSync(file: number, bytes: NodeJS.ArrayBufferView, offset?: number): number {
    writes += 1;
    if (writes === Number(lastWrite)) {
      writeSync(file, bytes, offset, Math.floor(bytes.byteLength / 2));
      end();
    }
    return writeSync(file, bytes, offset);
  },
  renameSync(from: string, to: string): void {
    writes += 1;
    if (writes === Number(lastWrite)) end();
    renameSync(from, to);
  },
});
syncBuiltinESMExports();

const { codeOf } = await import('../../src-main/files/error-codes.ts');
const { rewrite } = await import('../../src-main/fixing/rewrite.ts');
const { wholeFile } = await import('../../src-main/fixing/rewrite-messages.ts');
const { defaultRuleSet } = await import('../../src-main/checking/rules/rule-set.ts');
try {
  const request = {
    path,
    out,
    log: `${out}.log`,
    scope: wholeFile,
    refused: new Uint32Array(),
    ruleSet: defaultRuleSet,
  };
  rewrite({ ...request, recipe: { version: 1, steps: [{ step: 'upper-case', field: 'c' }] } }, undefined, () => {});
  process.stdout.write(String(writes));
} catch (thrown) {
  process.stdout.write(String(codeOf(thrown)));
}
