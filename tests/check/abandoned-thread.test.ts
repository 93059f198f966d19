/** @file Who cancels does not wait for a thread that cannot be ended now, because it waits for the system. */

import { expect, it } from 'vitest';
import { checkFile } from '../../src-main/check/check.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { answerOfThread } from '../../src-main/check/thread.ts';
import { silentPipe } from '../silent-pipe.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const reading = (path: string) =>
  new URL(`data:text/javascript,import { openSync, readSync } from 'node:fs';
    readSync(openSync(${JSON.stringify(path)}, 'r'), new Uint8Array(1));`);

it.each<[string, (path: string, signal: AbortSignal) => Promise<unknown>]>([
  ['One that gives an answer', (path, signal) => answerOfThread({ entry: reading(path), path, data: {} }, { signal })],
  [
    'One that checks a file',
    (path, signal) =>
      checkFile({ path, ruleSet: defaultRuleSet, maxBatchBytes: 1 }, { workerFile: reading(path), signal }),
  ],
])('%s', async (_name, begin) => {
  using pipe = silentPipe(temporaryFolder());
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const ended = expect(begin(pipe.path, cancel.signal)).rejects.toBe(reason);
  await pipe.read();
  cancel.abort(reason);
  await ended;
});
