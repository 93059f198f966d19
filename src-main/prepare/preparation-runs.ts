/** @file What is read and written for preparations: plans, files for the queue, and files that are saved in a folder. */

import type { PreparationDraft, SendOptions, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { Clock } from '../ground/clock.ts';
import { placeToSave } from '../send/saving-place.ts';
import { type Earlier, overOne } from './earlier-ids.ts';
import type { KeptTemplates } from './kept-templates.ts';
import type { PreparationRequest } from './preparation.ts';
import { type Decided, isSameOrder, requestOf } from './preparation-draft.ts';
import { preparedOf, type Sending } from './preparation-plan.ts';
import type {
  PreparationOrder,
  PreparationRecord,
  PreparationRecords,
  PreparationSaving,
} from './preparation-record.ts';
import { nameOf } from './preparation-sources.ts';
import type { OpenPreparation, PreparationWorks } from './preparation-works.ts';
import { type PrepareOptions, prepare, prepareOver } from './prepare.ts';
import { differencesIn, placeOfFile, writtenFiles } from './prepared-files.ts';
import { safeName } from './split.ts';
import { removeUnfinished } from './unfinished.ts';

type Id = PreparationRecord['id'];
type SubmissionId = SubmissionRow['id'];

export interface PreparationPorts {
  records: PreparationRecords;
  templates: KeptTemplates;
  clock: Clock;
  /** The version of Tranship, for the manifest. */
  version: string;
}

/** The preparations of which something is read and written. */
export interface Kept {
  /** With this as what was decided. @throws AppError preparation.unknown, disk.full, file.cannot-write */
  keep(id: Id, draft: PreparationDraft): OpenPreparation;
  save(open: OpenPreparation, record: PreparationRecord): void;
}

/** What the window adds to a plan. */
export interface Planned {
  draft: PreparationDraft;
  ruleSet: RuleSet;
  sending: Sending;
  /** Finds what went to the service before. */
  earlier: () => Promise<Earlier>;
}

export interface AddedFile {
  path: string;
  name: string;
}

/** What the window adds to the work. */
export interface Ordered extends Pick<Planned, 'earlier'> {
  draft: PreparationDraft;
  options: SendOptions;
  ruleSet: RuleSet;
  /** Whether files are added although figures of the source system differ from what was prepared. */
  acceptsDifferences?: boolean | undefined;
  /** Adds the finished files to the queue, all of them or none; perhaps in the place of another submission. */
  add: (files: readonly AddedFile[], replaces: PreparationRecord['replaces']) => Promise<readonly SubmissionId[]>;
}

/** What the window adds where the files are saved in place of being added to the queue. */
export interface OrderedSaving extends Pick<Planned, 'earlier'> {
  draft: PreparationDraft;
  ruleSet: RuleSet;
  /** The folder that the person chose; without it, one of the data folder, from which a browser fetches them. */
  chosen?: string | undefined;
  /** Continues in the folder in which it was broken off. */
  continues: boolean;
  /** Called with the folder once all is written. */
  onSaved: (folder: string) => void;
}

export class PreparationRuns {
  readonly #ports: PreparationPorts;
  readonly #kept: Kept;
  readonly #works: PreparationWorks;

  constructor(ports: PreparationPorts, kept: Kept, works: PreparationWorks) {
    this.#ports = ports;
    this.#kept = kept;
    this.#works = works;
  }

  /**
   * Reads everything, and says what would come of it; the plan is part of the preparation at the end. One that is being
   * made ends, as any other work makes it end.
   * @throws AppError preparation.busy, preparation.unknown
   */
  async plan(id: Id, { draft, ruleSet, sending, earlier: find }: Planned): Promise<void> {
    const open = this.#kept.keep(id, draft);
    open.plan = undefined;
    await this.#works.startAfterPlan(open, 'planning', async (signal, onProgress) => {
      const earlier = await find();
      const request = this.#requestOf(open.record, { draft, ruleSet, earlier });
      const summary = await prepare(request, { signal, onProgress });
      signal.throwIfAborted();
      open.plan = preparedOf(summary, sending, earlier);
    });
  }

  /**
   * Writes the files, and has them added. What an earlier attempt has finished is not written again.
   * @throws AppError preparation.busy, preparation.unknown
   */
  async prepare(id: Id, ordered: Ordered): Promise<void> {
    const open = this.#kept.keep(id, ordered.draft);
    await this.#works.startAfterPlan(open, 'preparing', async (signal, onProgress) => {
      const { records, version } = this.#ports;
      const { draft, options, ruleSet } = ordered;
      const { leftOut } = open.record;
      const order: PreparationOrder = { draft, options, ruleSet, version, ...(leftOut && { leftOut }) };
      if (!isSameOrder(open.record.order, order)) records.removeOut(id);
      this.#kept.save(open, { ...open.record, order });
      const out = records.outOf(id);
      // Where only the adding was broken off, everything is written.
      const written = writtenFiles(out) ?? (await this.#write(open, { ...ordered, out }, { signal, onProgress }));
      const differences = differencesIn(out);
      if (differences > 0 && ordered.acceptsDifferences !== true)
        throw new AppError('control.differ', { path: nameOf(open.record.sources), differences });
      signal.throwIfAborted();
      const files = written.map(({ name }) => ({ path: placeOfFile(out, name), name }));
      this.#kept.save(open, { ...open.record, added: [...(await ordered.add(files, open.record.replaces))] });
      const { order: _, ...rest } = open.record;
      this.#kept.save(open, rest);
      open.isInterrupted = false;
      this.#noteUse(draft);
    });
  }

  /**
   * Writes the files to a folder as `tranship prepare` does; what an earlier attempt has finished there is not written again.
   * @throws AppError preparation.busy, preparation.unknown, file.cannot-write
   */
  async save(id: Id, { draft, ruleSet, chosen, continues, earlier, onSaved }: OrderedSaving): Promise<void> {
    const open = this.#kept.keep(id, draft);
    const { records, version, clock } = this.#ports;
    const { sources, leftOut, saving: before } = open.record;
    const out = continues
      ? before?.out
      : chosen === undefined
        ? undefined
        : placeToSave(chosen, safeName(nameOf(sources)), before?.out);
    const folder = out ?? records.savedOf(id);
    await this.#works.startAfterPlan(open, 'saving', async (signal, onProgress) => {
      const saving: PreparationSaving = {
        draft,
        ruleSet,
        version,
        ...(out !== undefined && { out }),
        ...(leftOut && { leftOut }),
      };
      const isSame = before !== undefined && before.out === out && isSameOrder(before, saving);
      if (!isSame && before !== undefined) await removeUnfinished(before.out ?? folder);
      if (!isSame && out === undefined) records.removeSaved(id);
      const { saved: _, ...unsaved } = open.record;
      this.#kept.save(open, { ...unsaved, saving });
      // Where only the note of it was broken off, everything is written.
      const files =
        (isSame ? writtenFiles(folder) : undefined) ??
        (await this.#write(open, { ...saving, earlier, out: folder }, { signal, onProgress }));
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const { saving: __, ...rest } = open.record;
      const place = out === undefined ? {} : { out };
      this.#kept.save(open, { ...rest, saved: { ...place, files: files.length, bytes, at: clock.now() } });
      this.#noteUse(draft);
      onSaved(folder);
    });
  }

  async #write(
    { record }: OpenPreparation,
    { draft, ruleSet, earlier, out }: Pick<Ordered, 'draft' | 'ruleSet' | 'earlier'> & { out: string },
    options: PrepareOptions,
  ): Promise<readonly { name: string; bytes: number }[]> {
    // Compared only where it decides about what is written: what is to be sent is compared again after its check.
    const found = draft.leaveOutProcessed === true ? overOne(await earlier()) : undefined;
    const request = { ...this.#requestOf(record, { draft, ruleSet, earlier: found }), out };
    const { files } = await prepareOver(request, options, () => removeUnfinished(out));
    return files;
  }

  #noteUse({ template: { name } }: PreparationDraft): void {
    const { templates } = this.#ports;
    const kept = templates.all().find(({ template }) => template.name === name);
    if (kept !== undefined) templates.used(kept.id);
  }

  #requestOf(record: PreparationRecord, decided: Pick<Decided, 'draft' | 'ruleSet' | 'earlier'>): PreparationRequest {
    const { records, version } = this.#ports;
    return requestOf(record, { ...decided, version, workFolder: records.workOf(record.id) });
  }
}
