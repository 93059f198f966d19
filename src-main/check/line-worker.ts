/** @file Entry of the thread that judges long lines, one after the other. */

import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import { judgeLine } from './judged-line.ts';
import type { LineAssignment } from './judges.ts';
import { lineJudge } from './rules/line-judge.ts';

// Only judges.ts starts this file.
const { ruleSet, now } = workerData as LineAssignment;

const judge = lineJudge(ruleSet, now);

parentPort?.on('message', (line: Uint8Array) => {
  parentPort?.postMessage(judgeLine(judge, Buffer.from(line.buffer), 0, line.length));
});
