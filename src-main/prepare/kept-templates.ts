/** @file The templates that are kept in the data folder: `templates/ID.json`, each with when it was used last. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Template, templateSchema } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { PRIVATE_FOLDER } from '../ground/files/own-folder.ts';
import { writeWhole } from '../ground/files/whole-file.ts';
import { parseTemplate } from '../templates/template-file.ts';

export const TEMPLATE_FOLDER = 'templates';

const keptSchema = z.object({
  id: z.uuid(),
  usedAt: z.number().int().optional(),
  template: templateSchema,
});
export type KeptTemplate = z.infer<typeof keptSchema>;

const order = new Intl.Collator('en', { numeric: true });

export class KeptTemplates {
  readonly #folder: string;
  readonly #clock: Clock;

  /** @param folder the data folder */
  constructor(folder: string, clock: Clock) {
    this.#folder = join(folder, TEMPLATE_FOLDER);
    this.#clock = clock;
  }

  /** Those that can be read, by their names. */
  all(): KeptTemplate[] {
    return namesIn(this.#folder)
      .flatMap((name) => (name.endsWith('.json') ? (this.#read(name) ?? []) : []))
      .sort((one, other) => order.compare(one.template.name, other.template.name));
  }

  /** @throws AppError template.unknown */
  get(id: string): KeptTemplate {
    const kept = z.uuid().safeParse(id).success ? this.#read(`${id}.json`) : undefined;
    if (kept === undefined) throw new AppError('template.unknown', {});
    return kept;
  }

  /** Keeps a template in place of the one of the same name, if there is one. @throws AppError disk.full, file.cannot-write */
  keep(template: Template): KeptTemplate {
    const before = this.all().find((kept) => kept.template.name === template.name);
    const kept = { ...before, id: before?.id ?? randomUUID(), template };
    this.#write(kept);
    return kept;
  }

  /** @throws AppError template.unknown, disk.full, file.cannot-write */
  rename(id: string, name: string): void {
    const kept = this.get(id);
    this.#write({ ...kept, template: { ...kept.template, name: this.#freeName(name, id) } });
  }

  /** @throws AppError template.unknown, disk.full, file.cannot-write */
  copy(id: string): void {
    const { template } = this.get(id);
    this.#write({ id: randomUUID(), template: { ...template, name: this.#freeName(template.name) } });
  }

  /** @throws AppError template.unknown */
  remove(id: string): void {
    this.get(id);
    rmSync(join(this.#folder, `${id}.json`), { force: true });
  }

  /**
   * Takes the text of a template's file; one of the same name stays beside it.
   * @throws AppError template.unreadable, disk.full, file.cannot-write
   */
  import(text: string, path: string): void {
    const template = parseTemplate(text, path);
    this.#write({ id: randomUUID(), template: { ...template, name: this.#freeName(template.name) } });
  }

  /** Notes that it was used now; does nothing for one that is gone. Does not throw: what was done with it is done. */
  used(id: string): void {
    const kept = this.#read(`${id}.json`);
    if (kept === undefined) return;
    try {
      this.#write({ ...kept, usedAt: this.#clock.now() });
    } catch {
      // The folder may be one that can only be read.
    }
  }

  /** The name, with a number behind it where another template has it. */
  #freeName(name: string, of?: string): string {
    const taken = new Set(this.all().flatMap(({ id, template }) => (id === of ? [] : [template.name])));
    if (!taken.has(name)) return name;
    for (let number = 2; ; number += 1) {
      const next = `${name.slice(0, 190)} ${number}`;
      if (!taken.has(next)) return next;
    }
  }

  #read(name: string): KeptTemplate | undefined {
    try {
      const read = keptSchema.safeParse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
      return read.success && `${read.data.id}.json` === name ? read.data : undefined;
    } catch {
      return undefined;
    }
  }

  #write(kept: KeptTemplate): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    } catch (thrown) {
      throw toWriteError(thrown, this.#folder);
    }
    writeWhole(join(this.#folder, `${kept.id}.json`), `${JSON.stringify(kept, undefined, 2)}\n`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
