/** @file Tries many more hostile replies than the tests do: `npm run fuzz:replies [-- COUNT]`, at other places each time. */

import { spawn } from 'node:child_process';

const count = process.argv[2] ?? '20000';
const call = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'tests/service/hostile-replies.long.test.ts',
  '--testTimeout=36000000',
];
spawn(process.execPath, call, { stdio: 'inherit', env: { ...process.env, HOSTILE_REPLIES: count } }).on(
  'exit',
  (code) => {
    process.exitCode = code ?? 1;
  },
);
