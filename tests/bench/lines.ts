/**
 * @file `node tests/bench/lines.ts`: the check of lines of many kinds beside JSON.parse, in processor time of one thread,
 * medians of rounds in turns. Findings are sealed and unsealed, as between the threads of a check.
 *
 *     node tests/bench/lines.ts --megabytes 16 --rounds 5
 */

import { Buffer } from 'node:buffer';
import { parseArgs } from 'node:util';
import { ChunkCheck } from '../../src-main/check/chunk-check.ts';
import { seal, unseal } from '../../src-main/check/findings/packed-findings.ts';
import { Kernel } from '../../src-main/check/kernel/kernel.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { CHUNK_BYTES } from '../../src-main/check/run-check.ts';
import { median, printTable } from '../harness/printed-results.ts';
import { faultless, faulty, linesOfKind } from './kinds-of-lines.ts';

const NOW = Date.UTC(2025, 11, 1);
const NEWLINE = 0x0a;

interface Counted {
  lines: number;
  findings: number;
}

const kernel = new Kernel(defaultRuleSet, NOW);
const judges = {
  load: async () => lineJudge(defaultRuleSet, NOW),
  judgeApart: () => Promise.reject(new Error('No line is long.')),
};
const block = kernel.memory.reserve(CHUNK_BYTES + 64);

/** Chunks of whole lines. */
function chunksOf(content: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.lastIndexOf(NEWLINE, Math.min(start + CHUNK_BYTES, content.length) - 1) + 1;
    chunks.push(content.subarray(start, end));
    start = end;
  }
  return chunks;
}

async function checked(chunks: readonly Buffer[]): Promise<Counted> {
  const check = new ChunkCheck(kernel, defaultRuleSet, NOW, judges);
  const counted = { lines: 0, findings: 0 };
  for (const chunk of chunks) {
    kernel.memory.bytes(block, block + chunk.length).set(chunk);
    for await (const part of check.check(block, block + chunk.length)) {
      if (part.findings.rows.count > 0) counted.findings += unseal(seal(part.findings), counted.lines).length;
      counted.lines += part.lines;
    }
  }
  return counted;
}

function parsed(chunks: readonly Buffer[]): Counted {
  let lines = 0;
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; lines++) {
      const end = chunk.indexOf(NEWLINE, start);
      try {
        JSON.parse(chunk.toString('utf8', start, end));
      } catch {
        // A line that is no JSON still costs its parsing.
      }
      start = end + 1;
    }
  }
  return { lines, findings: 0 };
}

/** Processor time of this process in seconds. */
async function seconds(action: () => Counted | Promise<Counted>): Promise<{ took: number; counted: Counted }> {
  const before = process.cpuUsage();
  const counted = await action();
  const { user, system } = process.cpuUsage(before);
  return { took: (user + system) / 1e6, counted };
}

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    kind: { type: 'string', default: '' },
  },
});

const head = ['each line', 'findings a line', 'lines/s', 'MB/s', 'JSON.parse MB/s', '× JSON.parse'];
const rows: (string | number)[][] = [];
for (const [kind, spelling] of Object.entries({ ...faultless, ...faulty })) {
  if (!kind.includes(values.kind)) continue;
  const content = Buffer.from(linesOfKind(spelling, Number(values.megabytes) * 1e6));
  const chunks = chunksOf(content);
  const own: number[] = [];
  const plain: number[] = [];
  let counted = await checked(chunks);
  for (let round = 0; round < Number(values.rounds); round++) {
    const ours = await seconds(() => checked(chunks));
    own.push(ours.took);
    counted = ours.counted;
    plain.push((await seconds(() => parsed(chunks))).took);
  }
  const [took, parsing] = [median(own), median(plain)];
  rows.push([
    kind,
    (counted.findings / counted.lines).toFixed(2),
    Math.round(counted.lines / took).toLocaleString('en'),
    Math.round(content.length / 1e6 / took),
    Math.round(content.length / 1e6 / parsing),
    (parsing / took).toFixed(2),
  ]);
}
printTable(head, rows);
