/**
 * @file The templates that are kept in the data folder: `templates/ID.json`, each with when it was used last, and with what it was
 * before: a change never takes anything away.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Template } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { templateSchema } from '../../src-shared/template-shapes.ts';
import type { Clock } from '../ground/clock.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { namesIn, readJson } from '../ground/files/json-file.ts';
import { PRIVATE_FOLDER } from '../ground/files/own-folder.ts';
import { writeWhole } from '../ground/files/whole-file.ts';
import { parseTemplate, templateDigest } from '../templates/template-file.ts';

export const TEMPLATE_FOLDER = 'templates';

/** Absent in those that an earlier version has kept: it noted neither. */
const made = { madeAt: z.number().int().optional(), madeBy: z.string().optional() };

const keptSchema = z.object({
  id: z.uuid(),
  usedAt: z.number().int().optional(),
  template: templateSchema,
  ...made,
  /** The number of the present version; 1 without it. */
  version: z.number().int().min(1).optional(),
  /** What it was before, the oldest first. */
  former: z.array(z.object({ template: templateSchema, ...made })).optional(),
});
export type KeptTemplate = z.infer<typeof keptSchema>;

/** What a kept template is, or was; numbered from 1. */
export interface TemplateVersion extends Pick<KeptTemplate, 'template' | 'madeAt' | 'madeBy'> {
  number: number;
}

/** The oldest are forgotten beyond them. */
const MOST_FORMER = 200;

const order = new Intl.Collator('en', { numeric: true });

export class KeptTemplates {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #person: () => string;

  /**
   * @param folder the data folder
   * @param person who changes them: by default the user of the system
   */
  constructor(folder: string, clock: Clock, person = userOfSystem) {
    this.#folder = join(folder, TEMPLATE_FOLDER);
    this.#clock = clock;
    this.#person = person;
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
    return before === undefined ? this.#begin(template) : this.#change(before, template);
  }

  /** What it was and is, the present one last. @throws AppError template.unknown */
  versions(id: string): TemplateVersion[] {
    return versionsOf(this.get(id));
  }

  /** Makes it again what it was; what it is now is a former version then. @throws AppError template.unknown, disk.full, file.cannot-write */
  goBack(id: string, number: number): void {
    const kept = this.get(id);
    const version = versionsOf(kept).find((one) => one.number === number);
    if (version === undefined) throw new AppError('template.unknown', {});
    this.#change(kept, { ...version.template, name: this.#freeName(version.template.name, id) });
  }

  /** @throws AppError template.unknown, disk.full, file.cannot-write */
  rename(id: string, name: string): void {
    const kept = this.get(id);
    this.#change(kept, { ...kept.template, name: this.#freeName(name, id) });
  }

  /** @throws AppError template.unknown, disk.full, file.cannot-write */
  copy(id: string): void {
    const { template } = this.get(id);
    this.#begin({ ...template, name: this.#freeName(template.name) });
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
    this.#begin({ ...template, name: this.#freeName(template.name) });
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

  #begin(template: Template): KeptTemplate {
    const kept = { id: randomUUID(), template, ...this.#madeNow() };
    this.#write(kept);
    return kept;
  }

  #change(before: KeptTemplate, template: Template): KeptTemplate {
    if (templateDigest(before.template) === templateDigest(template)) return before;
    const { template: was, madeAt, madeBy, former = [], version = 1, ...rest } = before;
    const last = { template: was, ...(madeAt !== undefined && { madeAt }), ...(madeBy !== undefined && { madeBy }) };
    const kept = {
      ...rest,
      template,
      ...this.#madeNow(),
      version: version + 1,
      former: [...former, last].slice(-MOST_FORMER),
    };
    this.#write(kept);
    return kept;
  }

  #madeNow() {
    return { madeAt: this.#clock.now(), madeBy: this.#person() };
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
    const kept = readJson(join(this.#folder, name), keptSchema);
    return kept !== undefined && `${kept.id}.json` === name ? kept : undefined;
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

function versionsOf({ former = [], template, madeAt, madeBy, version = 1 }: KeptTemplate): TemplateVersion[] {
  const first = version - former.length;
  return [...former, { template, madeAt, madeBy }].map((one, at) => ({ ...one, number: first + at }));
}

/** Empty where the system does not know it. */
function userOfSystem(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
