/**
 * @file The anchor file: the head of the history, appended from time to time to a file outside of the data folder. Who
 * rewrites the folder would have to rewrite that file too. One file belongs to one data folder.
 */

import { appendFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { jsonIn } from '../../src-shared/json-in.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { atMost, type Clock, SECOND } from '../ground/clock.ts';
import { largest, readSmall } from '../ground/files/small-file.ts';
import type { Head, Recorder } from './chain.ts';
import type { Checkpoint } from './verification.ts';

const anchorSchema = z.object({
  time: z.iso.datetime(),
  position: z.int().nonnegative(),
  hash: z.string(),
  count: z.int().nonnegative().optional(),
  user: z.string(),
  machine: z.string(),
});

/** How long the end of the app waits for a slow share. */
const CLOSING_TIME = 5 * SECOND;
/** Some milliseconds of work, after which others have their turn. */
const LINES_AT_ONCE = 1000;

export interface AnchorPorts {
  path: string;
  clock: Clock;
  recorder: Recorder;
  /** Must not throw. */
  onFailure: (reason: string) => void;
}

export class AnchorFile {
  readonly #ports: AnchorPorts;
  #due: Head | undefined;
  #writing: Promise<void> | undefined;

  constructor(ports: AnchorPorts) {
    this.#ports = ports;
  }

  /** Appends the head as soon as the share takes it; of several that wait, only the last. Does not throw. */
  note(head: Head): void {
    this.#due = head;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Waits for what is being written, five seconds at most. */
  async close(): Promise<void> {
    if (this.#writing !== undefined) await atMost(this.#ports.clock, CLOSING_TIME, this.#writing);
  }

  async #write(): Promise<void> {
    const { path, clock, recorder, onFailure } = this.#ports;
    for (let head = this.#due; head !== undefined; head = this.#due) {
      this.#due = undefined;
      const { user, machine } = recorder;
      const line = JSON.stringify({ time: new Date(clock.now()).toISOString(), ...head, user, machine });
      try {
        // No folder is made: where a share is not connected, its place must stay empty.
        await appendFile(path, `${line}\n`, { mode: 0o600, flush: true });
      } catch (thrown) {
        onFailure(thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
  }
}

/** What an anchor file says. @throws AppError file.*; the signal's reason */
export async function readAnchors(
  path: string,
  signal?: AbortSignal,
): Promise<{ checkpoints: Checkpoint[]; unreadable: number[] }> {
  const checkpoints: Checkpoint[] = [];
  const unreadable: number[] = [];
  const lines = (await readSmall(path, largest.anchors, signal)).toString().split(/\r\n|\r|\n/);
  for (const [before, text] of lines.entries()) {
    const line = before + 1;
    if (line % LINES_AT_ONCE === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    if (text.trim() === '') continue;
    const anchor = anchorSchema.safeParse(jsonIn(text)).data;
    if (anchor === undefined) unreadable.push(line);
    else {
      const { position, hash, count, time } = anchor;
      const noted = count === undefined ? {} : { count };
      checkpoints.push({
        position,
        hash,
        ...noted,
        source: fact('line {line} of the anchor file, of {time}', { line: String(line), time }),
      });
    }
  }
  return { checkpoints, unreadable };
}
