/** @file Walks lines as the check does, and tells which of them the kernel accepts. */

import { Buffer } from 'node:buffer';
import { Kernel } from '../../src-main/check/kernel/kernel.ts';
import type { WalkResults } from '../../src-main/check/kernel/line-walk.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { linesOf } from './reference.ts';
import { NOW } from './sources.ts';

/** A function that tells whether the kernel accepts a line; a line without a line end is the last of its file. */
export function acceptor(
  ruleSet: RuleSet = defaultRuleSet,
  isKnownUtf8 = true,
): (line: string | Uint8Array) => boolean {
  const kernel = new Kernel(ruleSet, NOW);
  return (line) => walkedBy(kernel, Buffer.from(line), isKnownUtf8).accepted === 1;
}

/** Where the lines of a kernel lie, so that its memory does not grow with each content. */
const places = new WeakMap<Kernel, { at: number; bytes: number }>();

function lay(kernel: Kernel, content: Buffer): number {
  let place = places.get(kernel);
  if (place === undefined || place.bytes < content.length) {
    place = { at: kernel.memory.reserve(content.length), bytes: content.length };
    places.set(kernel, place);
  }
  kernel.memory.bytes(place.at, place.at + content.length).set(content);
  return place.at;
}

/** What the kernel reads from lines; those that it leaves to the judge are skipped. */
export function walkedBy(kernel: Kernel, content: Buffer, isKnownUtf8 = true): WalkResults & { lines: boolean[] } {
  const lines: boolean[] = [];
  const start = lay(kernel, Buffer.concat([content, Buffer.from('\n'), Buffer.alloc(64)]));
  let at = start;
  for (const line of linesOf(content)) {
    const next = at + line.length;
    const walked = kernel.walk(at, next, isKnownUtf8);
    lines.push(walked.stop === 'done' && walked.at === next);
    at = next;
  }
  const results = kernel.take();
  kernel.line = 0;
  return { ...results, lines };
}
