/** @file Keeps the batches of the practice tenant from one start to the next, as a real service does. */

import { rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { reportShapes } from '../../src-shared/misfortune-meanings.ts';
import { readJson } from '../ground/files/json-file.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { blockingReplaceFile } from '../ground/files/replace-file.ts';
import type { PracticeBatch } from './practice-batch.ts';

/** Older batches are forgotten; a person who practises has a few dozen. */
const MOST_BATCHES = 1000;

const rememberedSchema = z.object({
  batchId: z.string(),
  rejectOnInvalid: z.boolean(),
  state: z.string(),
  errorMessage: z.string(),
  states: z.array(z.object({ state: z.string(), at: z.number() })),
  forgotten: z.boolean(),
  arrivedAt: z.number().optional(),
  path: z.string().optional(),
  bytes: z.number().optional(),
  sha256: z.string().optional(),
  lines: z.number().optional(),
  invalidLines: z.number().optional(),
  reportPath: z.string().optional(),
  reportShape: z.enum(reportShapes).optional(),
});
export type RememberedBatch = z.infer<typeof rememberedSchema>;

export class BatchMemory {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** What was saved last; nothing when there is no readable file. */
  load(): RememberedBatch[] {
    return readJson(this.#path, z.array(rememberedSchema)) ?? [];
  }

  save(batches: readonly PracticeBatch[]): void {
    const remembered = batches.slice(-MOST_BATCHES).map((batch) => rememberedSchema.parse(batch));
    const partial = `${this.#path}.partial`;
    try {
      rmSync(partial, { force: true });
      writeFileSync(partial, JSON.stringify(remembered), { flag: 'wx', mode: PRIVATE_FILE });
      blockingReplaceFile(partial, this.#path);
    } catch {
      // The disk is full, or another program holds the file: the practice tenant forgets, and a batch is sent to it
      // again.
      rmSync(partial, { force: true });
    }
  }
}
