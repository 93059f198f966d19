/**
 * @file The judge as one thread of a check uses it. It is loaded when the first line needs it. A long line is judged in a
 * thread of its own: what it parses to may take more memory than a heap has, and then only that thread ends, and the line
 * has a finding.
 */

import type { Buffer } from 'node:buffer';
import type { ThreadName } from '../thread-rooms.ts';
import { unjudged } from './judged-line.ts';
import { loadJudge } from './load-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { LineJudge, LineVerdict } from './rules/verdict.ts';
import type { Thread } from './thread.ts';

/** Where lines are judged. */
export interface Judges {
  /** The judge of this thread. */
  load(): Promise<LineJudge>;
  /** As judgeLine, of a line without its line end, however much memory that takes. */
  judgeApart(line: Buffer): Promise<LineVerdict>;
}

/** The start data of the thread that judges long lines. It receives lines and answers each time with the verdict. */
export interface LineAssignment {
  ruleSet: RuleSet;
  now: number;
}

export interface JudgesOptions {
  /** Of the source file, for the error. */
  path: string;
  ruleSet: RuleSet;
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
  /** Replaces the entry of the thread, for tests. */
  entry?: ThreadName | URL | undefined;
}

/** What a long line parses to stays for a while. */
const YOUNG_MB = 32;

export class JudgesOfThread implements Judges {
  readonly #options: JudgesOptions;
  #thread: Thread<LineVerdict> | undefined;
  #waiting: PromiseWithResolvers<LineVerdict> | undefined;

  constructor(options: JudgesOptions) {
    this.#options = options;
  }

  load(): Promise<LineJudge> {
    return loadJudge(this.#options.ruleSet, this.#options.now);
  }

  async judgeApart(line: Buffer): Promise<LineVerdict> {
    this.#waiting = Promise.withResolvers();
    this.#thread ??= await this.#start();
    // A copy, because the line lies in memory that the threads share.
    this.#thread.post(Uint8Array.from(line));
    return await this.#waiting.promise;
  }

  /** Makes a line that is being judged reject with this. */
  fail(reason: unknown): void {
    this.#waiting?.reject(reason);
  }

  async stop(): Promise<void> {
    await this.#thread?.stop();
  }

  /** What starts a thread has the words of all errors, which no scanner needs before. */
  async #start(): Promise<Thread<LineVerdict>> {
    const { isOutOfMemory, Thread } = await import('./thread.ts');
    const { path, ruleSet, now, entry = 'line-worker' } = this.#options;
    const data: LineAssignment = { ruleSet, now };
    return new Thread<LineVerdict>({
      entry,
      path,
      data,
      youngMb: YOUNG_MB,
      onMessage: (verdict) => this.#waiting?.resolve(verdict),
      onFailure: (error) => {
        this.#thread = undefined;
        if (isOutOfMemory(error.cause)) this.#waiting?.resolve(unjudged);
        else this.#waiting?.reject(error);
      },
    });
  }
}
