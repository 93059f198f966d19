/**
 * @file What is kept of a preparation, in a folder of its own in the data folder: `prepared/ID/preparation.json` beside the
 * files that are written. It goes with the last of them.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { cellPlaceSchema, preparationDraftSchema } from '../../src-shared/preparation-shapes.ts';
import { sendOptionsSchema } from '../../src-shared/settings-shapes.ts';
import { readingSchema } from '../../src-shared/template-shapes.ts';
import { ruleSetSchema } from '../check/rules/rule-set-file.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { namesIn, readJson } from '../ground/files/json-file.ts';
import { PRIVATE_FOLDER } from '../ground/files/own-folder.ts';
import { writeWhole } from '../ground/files/whole-file.ts';

export const PREPARED_FOLDER = 'prepared';
const RECORD = 'preparation.json';

/** Files that are not to be taken: the number of the source, and the name within it, empty for the source itself. */
const leftOutSchema = z.array(z.object({ source: z.number().int(), name: z.string() }));

/** What is being written, so that it continues after the app was closed in the middle. */
const orderSchema = z.object({
  draft: preparationDraftSchema,
  options: sendOptionsSchema,
  ruleSet: ruleSetSchema,
  leftOut: leftOutSchema.optional(),
  /** The version of Tranship: another one begins again. */
  version: z.string(),
});
export type PreparationOrder = z.infer<typeof orderSchema>;

/** What is being written to a folder in place of the queue. */
const savingSchema = orderSchema.omit({ options: true }).extend({
  /** The folder; without it, that of the data folder, from which a browser fetches it. */
  out: z.string().optional(),
});
export type PreparationSaving = z.infer<typeof savingSchema>;

const recordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  startedAt: z.number().int(),
  sources: z.array(z.object({ path: z.string(), name: z.string() })).min(1),
  leftOut: leftOutSchema.optional(),
  /** How a person wants it read; detected without it. */
  reading: readingSchema.optional(),
  draft: preparationDraftSchema.optional(),
  /** The kept template that was recognised, or chosen. */
  template: z.object({ id: z.uuid(), name: z.string() }).optional(),
  /** The submission in whose place its files will be, and the cell about which the check found something there. */
  replaces: z.object({ submission: z.number().int(), cell: cellPlaceSchema.optional() }).optional(),
  order: orderSchema.optional(),
  saving: savingSchema.optional(),
  /** The files that were saved last, and in which folder. */
  saved: z
    .object({ out: z.string().optional(), files: z.number().int(), bytes: z.number().int(), at: z.number().int() })
    .optional(),
  added: z.array(z.number().int()),
});
export type PreparationRecord = z.infer<typeof recordSchema>;

export class PreparationRecords {
  readonly #folder: string;

  /** @param folder the data folder */
  constructor(folder: string) {
    this.#folder = join(folder, PREPARED_FOLDER);
  }

  /** Of preparations that can be read, newest first. */
  all(): PreparationRecord[] {
    const found = namesIn(this.#folder).flatMap((id) => this.find(id) ?? []);
    return found.sort((one, other) => other.startedAt - one.startedAt);
  }

  find(id: string): PreparationRecord | undefined {
    if (!z.uuid().safeParse(id).success) return undefined;
    const record = readJson(join(this.#folder, id, RECORD), recordSchema);
    return record?.id === id ? record : undefined;
  }

  /** @throws AppError disk.full, file.cannot-write */
  begin(sources: PreparationRecord['sources'], startedAt: number): PreparationRecord {
    const record: PreparationRecord = { version: 1, id: randomUUID(), startedAt, sources, added: [] };
    const folder = join(this.#folder, record.id);
    try {
      mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    } catch (thrown) {
      throw toWriteError(thrown, folder);
    }
    this.save(record);
    return record;
  }

  /** Whole, or as it was. @throws AppError disk.full, file.cannot-write, preparation.unknown */
  save(record: PreparationRecord): void {
    const folder = join(this.#folder, record.id);
    if (!existsSync(folder)) throw new AppError('preparation.unknown', {});
    writeWhole(join(folder, RECORD), `${JSON.stringify(record)}\n`);
  }

  /** Where its files are written. */
  outOf(id: string): string {
    return join(this.#folder, id, 'files');
  }

  /** Where files are saved that a browser fetches. */
  savedOf(id: string): string {
    return join(this.#folder, id, 'saved');
  }

  /** Where exports are unpacked while they are read. @throws AppError disk.full, file.cannot-write */
  workOf(id: string): string {
    const folder = join(this.#folder, id, 'work');
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    } catch (thrown) {
      throw toWriteError(thrown, folder);
    }
    return folder;
  }

  endWork(id: string): void {
    rmSync(join(this.#folder, id, 'work'), { recursive: true, force: true, maxRetries: 3 });
  }

  removeOut(id: string): void {
    rmSync(this.outOf(id), { recursive: true, force: true, maxRetries: 3 });
  }

  removeSaved(id: string): void {
    rmSync(this.savedOf(id), { recursive: true, force: true, maxRetries: 3 });
  }

  remove(id: string): void {
    rmSync(join(this.#folder, id), { recursive: true, force: true, maxRetries: 3 });
  }
}
