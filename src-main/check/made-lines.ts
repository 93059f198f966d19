/**
 * @file Judges lines that a thread has just made, before they are written anywhere: the kernel accepts most of them, the
 * judge says what is wrong with the others. What concerns a file as a whole, such as an id that comes twice, is not seen here.
 */

import { Buffer } from 'node:buffer';
import type { Complaint, Severity } from './findings/finding.ts';
import { endWithoutNewline, judgeLine } from './judged-line.ts';
import { JudgeAlone } from './kernel/judge-alone.ts';
import { Kernel } from './kernel/kernel.ts';
import { PADDING } from './kernel/layout.ts';
import type { LineWalk } from './kernel/line-walk.ts';
import { lineJudge } from './rules/line-judge.ts';
import { type RuleSet, severityOf } from './rules/rule-set.ts';
import type { LineJudge } from './rules/verdict.ts';

export interface ComplaintOfLine extends Complaint {
  severity: Severity;
}

/** Copied to the kernel at once: whole lines, as far as they fit. */
const ROOM = 1024 * 1024;

export class MadeLines {
  readonly #ruleSet: RuleSet;
  readonly #kernel: LineWalk;
  readonly #room: number;
  readonly #judge: LineJudge;

  /** @param now milliseconds since the epoch, to recognise dates in the future */
  constructor(ruleSet: RuleSet, now: number) {
    this.#ruleSet = ruleSet;
    this.#kernel = kernelOf(ruleSet, now);
    this.#room = this.#kernel.memory.reserve(ROOM + PADDING);
    this.#judge = lineJudge(ruleSet, now);
  }

  /**
   * What is wrong with lines that lie one after the other as UTF-8, by their number from 0; those that are right are absent.
   * @param ends where each line ends, behind its line feed
   */
  complaints(bytes: Uint8Array, ends: ArrayLike<number>): Map<number, ComplaintOfLine[]> {
    const found = new Map<number, ComplaintOfLine[]>();
    let line = 0;
    while (line < ends.length) {
      const start = line === 0 ? 0 : (ends[line - 1] ?? 0);
      let next = line;
      while (next < ends.length && (ends[next] ?? 0) - start <= ROOM) next += 1;
      if (next === line) {
        // A line that is larger than the room.
        next += 1;
        this.#ask(bytes, start, ends[line] ?? 0, line, found);
      } else this.#walk(bytes, ends, line, next, found);
      line = next;
    }
    return found;
  }

  /** The lines from one to another, which fit into the room. */
  #walk(
    bytes: Uint8Array,
    ends: ArrayLike<number>,
    first: number,
    behind: number,
    found: Map<number, ComplaintOfLine[]>,
  ): void {
    const kernel = this.#kernel;
    const begin = first === 0 ? 0 : (ends[first - 1] ?? 0);
    const shift = this.#room - begin;
    const limit = (ends[behind - 1] ?? 0) + shift;
    kernel.memory.bytes(this.#room, limit).set(bytes.subarray(begin, limit - shift));
    kernel.line = first;
    let at = this.#room;
    while (at < limit) {
      const stopped = kernel.walk(at, limit, true);
      at = stopped.at;
      if (stopped.stop === 'done') break;
      if (stopped.stop === 'full') {
        kernel.take();
        continue;
      }
      const { line } = kernel;
      const end = ends[line] ?? limit - shift;
      this.#ask(bytes, at - shift, end, line, found);
      kernel.line = line + 1;
      at = end + shift;
    }
    kernel.take();
  }

  #ask(bytes: Uint8Array, start: number, end: number, line: number, found: Map<number, ComplaintOfLine[]>): void {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { complaints } = judgeLine(this.#judge, block, start, endWithoutNewline(block, start, end));
    const severe = complaints.flatMap((complaint): ComplaintOfLine[] => {
      const severity = severityOf(complaint.rule, this.#ruleSet);
      return severity === 'off' ? [] : [{ ...complaint, severity }];
    });
    if (severe.length > 0) found.set(line, severe);
  }
}

function kernelOf(ruleSet: RuleSet, now: number): LineWalk {
  try {
    return new Kernel(ruleSet, now);
  } catch {
    // WebAssembly, or its vector instructions, are missing here: the check of the written files says so.
    return new JudgeAlone();
  }
}
