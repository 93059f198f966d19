/**
 * @file The preparations of the window: examined, planned and written in threads, one work at a time for each, and kept so
 * that they continue after the app was closed in the middle.
 */

import type {
  PreparationDraft,
  PreparationWork,
  Prepared,
  Reading,
  SendOptions,
  SubmissionRow,
} from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { Clock } from '../ground/clock.ts';
import { placeToSave } from '../send/saving-place.ts';
import { type Earlier, overOne } from './earlier-ids.ts';
import type { Examined } from './examination.ts';
import type { FirstTemplate } from './first-template.ts';
import type { KeptTemplates } from './kept-templates.ts';
import type { PreparationProgress, PreparationRequest, PreparationSource } from './preparation.ts';
import { type Decided, draftOf, isSameOrder, isSamePlan, requestOf, withReading } from './preparation-draft.ts';
import { preparedOf, type Sending } from './preparation-plan.ts';
import type {
  PreparationOrder,
  PreparationRecord,
  PreparationRecords,
  PreparationSaving,
} from './preparation-record.ts';
import { chosenSources, type LeftOutFile, namedAsBrought, nameOf, withWholeSources } from './preparation-sources.ts';
import { prepare } from './prepare.ts';
import { placeOfFile, writtenFiles } from './prepared-files.ts';
import { propose } from './proposal.ts';
import { safeName } from './split.ts';
import { removeUnfinished } from './unfinished.ts';

type Id = PreparationRecord['id'];
type SubmissionId = SubmissionRow['id'];

/** A preparation while the app runs. */
export interface OpenPreparation {
  record: PreparationRecord;
  /** Absent until it was examined, and after the app was closed. */
  examined?: Examined | undefined;
  guesses: FirstTemplate['guesses'];
  plan?: Prepared | undefined;
  work?: PreparationWork | undefined;
  error?: ErrorRecord | undefined;
  /** It was written in part when the app was closed. */
  isInterrupted: boolean;
}

export interface PreparationPorts {
  records: PreparationRecords;
  templates: KeptTemplates;
  clock: Clock;
  /** The version of Tranship, for the manifest. */
  version: string;
}

/** What the window adds to a plan. */
export interface Planned {
  draft: PreparationDraft;
  ruleSet: RuleSet;
  sending: Sending;
  /** Finds what went to the service before. */
  earlier: () => Promise<Earlier>;
}

/** What the window adds to the work. */
export interface Ordered extends Pick<Planned, 'earlier'> {
  draft: PreparationDraft;
  options: SendOptions;
  ruleSet: RuleSet;
  /** Adds a finished file to the queue. */
  add: (file: { path: string; name: string }) => Promise<SubmissionId>;
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

type Listener = (id: Id, work: PreparationWork | undefined) => void;

export class Preparations {
  readonly #ports: PreparationPorts;
  readonly #open = new Map<Id, OpenPreparation>();
  readonly #works = new Map<Id, { stop: AbortController; done: Promise<void> }>();
  readonly #listeners = new Set<Listener>();

  constructor(ports: PreparationPorts) {
    this.#ports = ports;
  }

  /** Calls the listener when work moves (at most ten times a second) and when it ends. Returns a function that ends this. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Those that have not become submissions, newest first. */
  unfinished(): OpenPreparation[] {
    return this.#ports.records
      .all()
      .filter(({ added, order }) => added.length === 0 || order !== undefined)
      .map((record) => this.#opened(record));
  }

  /** @throws AppError disk.full, file.cannot-write */
  begin(sources: readonly PreparationSource[]): Id {
    const { records, clock } = this.#ports;
    const record = records.begin([...sources], clock.now());
    this.#opened(record);
    this.#examine(record.id);
    return record.id;
  }

  /** One that was not examined since the start is examined now. @throws AppError preparation.unknown */
  get(id: Id): OpenPreparation {
    const open = this.#find(id);
    const isOver = open.record.added.length > 0 && open.record.order === undefined;
    if (open.examined === undefined && open.work === undefined && open.error === undefined && !isOver)
      this.#examine(id);
    return open;
  }

  /** Reads it in another way, or as it is detected. @throws AppError preparation.unknown */
  async read(id: Id, reading: Reading | undefined): Promise<void> {
    await this.cancel(id);
    const open = this.#find(id);
    const { reading: _, draft, template: __, ...rest } = open.record;
    this.#save(open, reading === undefined ? rest : { ...rest, reading });
    this.#examine(id, draft);
  }

  /**
   * Takes these files no more, and all others again. What was decided stays where the columns are the same.
   * @throws AppError preparation.unknown
   */
  async choose(id: Id, leftOut: readonly LeftOutFile[]): Promise<void> {
    await this.cancel(id);
    const open = this.#find(id);
    const { draft, template: _, leftOut: __, ...rest } = open.record;
    const all = withWholeSources(leftOut, open.record, open.examined);
    this.#save(open, all.length === 0 ? rest : { ...rest, leftOut: all });
    this.#examine(id, draft);
  }

  /** Takes a kept template for it, and reads it as that says. @throws AppError preparation.unknown, template.unknown */
  async useTemplate(id: Id, templateId: string): Promise<void> {
    await this.cancel(id);
    const open = this.#find(id);
    const { template } = this.#ports.templates.get(templateId);
    const { draft } = open.record;
    const next = draft === undefined ? draftOf(template) : { ...draft, template };
    this.#save(open, {
      ...open.record,
      ...{ draft: next, reading: template.reading, template: { id: templateId, name: template.name } },
    });
    this.#examine(id);
  }

  /** @throws AppError preparation.unknown, disk.full, file.cannot-write */
  keep(id: Id, draft: PreparationDraft): void {
    const open = this.#find(id);
    if (!isSamePlan(open.record.draft, draft)) {
      open.plan = undefined;
      // What it would find is of what was decided before.
      if (open.work?.kind === 'planning') this.#works.get(id)?.stop.abort();
    }
    this.#save(open, { ...open.record, draft });
  }

  /**
   * Reads everything, and says what would come of it; the plan is part of the preparation at the end. One that is being
   * made ends, as any other work makes it end.
   * @throws AppError preparation.busy, preparation.unknown
   */
  async plan(id: Id, { draft, ruleSet, sending, earlier: find }: Planned): Promise<void> {
    this.keep(id, draft);
    const open = this.#find(id);
    await this.#endPlanning(open);
    open.plan = undefined;
    this.#start(id, 'planning', async (signal) => {
      const earlier = await find();
      const request = this.#requestOf(open.record, { draft, ruleSet, earlier });
      const summary = await prepare(request, {
        signal,
        onProgress: (progress) => this.#tellProgress(id, 'planning', progress),
      });
      signal.throwIfAborted();
      open.plan = preparedOf(summary, sending, earlier);
    });
  }

  /**
   * Writes the files, and has them added. What an earlier attempt has finished is not written again.
   * @throws AppError preparation.busy, preparation.unknown
   */
  async prepare(id: Id, ordered: Ordered): Promise<void> {
    this.keep(id, ordered.draft);
    const open = this.#find(id);
    await this.#endPlanning(open);
    this.#start(id, 'preparing', async (signal) => {
      const { records, version } = this.#ports;
      const { draft, options, ruleSet } = ordered;
      const { leftOut } = open.record;
      const order: PreparationOrder = { draft, options, ruleSet, version, ...(leftOut && { leftOut }) };
      if (!isSameOrder(open.record.order, order)) records.removeOut(id);
      this.#save(open, { ...open.record, order });
      const out = records.outOf(id);
      // Where only the adding was broken off, everything is written.
      const files = writtenFiles(out) ?? (await this.#write(open, { ...ordered, out }, signal, 'preparing'));
      for (const { name } of files) {
        signal.throwIfAborted();
        const added = await ordered.add({ path: placeOfFile(out, name), name });
        if (!open.record.added.includes(added))
          this.#save(open, { ...open.record, added: [...open.record.added, added] });
      }
      const { order: _, ...rest } = open.record;
      this.#save(open, rest);
      open.isInterrupted = false;
      this.#noteUse(draft);
    });
  }

  /**
   * Writes the files to a folder as `tranship prepare` does; what an earlier attempt has finished there is not written again.
   * @throws AppError preparation.busy, preparation.unknown, file.cannot-write
   */
  async save(id: Id, { draft, ruleSet, chosen, continues, earlier, onSaved }: OrderedSaving): Promise<void> {
    this.keep(id, draft);
    const open = this.#find(id);
    await this.#endPlanning(open);
    const { records, version, clock } = this.#ports;
    const { sources, leftOut, saving: before } = open.record;
    const out = continues
      ? before?.out
      : chosen === undefined
        ? undefined
        : placeToSave(chosen, safeName(nameOf(sources)), before?.out);
    const folder = out ?? records.savedOf(id);
    this.#start(id, 'saving', async (signal) => {
      const saving: PreparationSaving = {
        ...{ draft, ruleSet, version },
        ...(out !== undefined && { out }),
        ...(leftOut && { leftOut }),
      };
      const isSame = before !== undefined && before.out === out && isSameOrder(before, saving);
      if (!isSame && before !== undefined) await removeUnfinished(before.out ?? folder);
      if (!isSame && out === undefined) records.removeSaved(id);
      const { saved: _, ...unsaved } = open.record;
      this.#save(open, { ...unsaved, saving });
      // Where only the note of it was broken off, everything is written.
      const files =
        (isSame ? writtenFiles(folder) : undefined) ??
        (await this.#write(open, { ...saving, earlier, out: folder }, signal, 'saving'));
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const { saving: __, ...rest } = open.record;
      const place = out === undefined ? {} : { out };
      this.#save(open, { ...rest, saved: { ...place, files: files.length, bytes, at: clock.now() } });
      this.#noteUse(draft);
      onSaved(folder);
    });
  }

  /** The folder of files that were saved for a browser, and what to call it. @throws AppError preparation.unknown */
  savedFolder(id: Id): { folder: string; name: string } {
    const { record } = this.#find(id);
    if (record.saved === undefined || record.saved.out !== undefined) throw new AppError('preparation.unknown', {});
    return { folder: this.#ports.records.savedOf(id), name: safeName(nameOf(record.sources)) };
  }

  async #write(
    { record }: OpenPreparation,
    { draft, ruleSet, earlier, out }: Pick<Ordered, 'draft' | 'ruleSet' | 'earlier'> & { out: string },
    signal: AbortSignal,
    kind: 'preparing' | 'saving',
  ): Promise<readonly { name: string; bytes: number }[]> {
    // Compared only where it decides about what is written: what is to be sent is compared again after its check.
    const found = draft.leaveOutProcessed === true ? overOne(await earlier()) : undefined;
    const request = { ...this.#requestOf(record, { draft, ruleSet, earlier: found }), out };
    const write = () =>
      prepare(request, { signal, onProgress: (progress) => this.#tellProgress(record.id, kind, progress) });
    const { files } = await write().catch(async (thrown: unknown) => {
      if (toAppError(thrown).code !== 'preparation.folder-in-use') throw thrown;
      // Since the attempt that was broken off, the export has changed, or what went to the service before.
      await removeUnfinished(out);
      return await write();
    });
    return files;
  }

  #noteUse({ template: { name } }: PreparationDraft): void {
    const { templates } = this.#ports;
    const kept = templates.all().find(({ template }) => template.name === name);
    if (kept !== undefined) templates.used(kept.id);
  }

  /** Ends what is under way; resolves once it has ended. */
  async cancel(id: Id): Promise<void> {
    const work = this.#works.get(id);
    work?.stop.abort(new AppError('preparation.cancelled', {}));
    await work?.done;
  }

  async #endPlanning({ record, work }: OpenPreparation): Promise<void> {
    if (work?.kind === 'planning') await this.cancel(record.id);
  }

  /** Gives it up, with all that it has written and nothing uses. @throws AppError preparation.unknown */
  async discard(id: Id): Promise<void> {
    const { saving } = this.#find(id).record;
    await this.cancel(id);
    if (saving?.out !== undefined) await removeUnfinished(saving.out);
    this.#open.delete(id);
    this.#ports.records.remove(id);
  }

  /** Where the exports of all unfinished preparations are. */
  pathsInUse(): string[] {
    return this.unfinished().flatMap(({ record }) => record.sources.map(({ path }) => path));
  }

  /** Ends all work; it continues at the next start when it is asked for. */
  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#works.keys()].map((id) => this.cancel(id)));
  }

  /** @param before what was decided for another way of reading, which stays where the columns are the same */
  #examine(id: Id, before?: PreparationDraft): void {
    const open = this.#find(id);
    open.examined = undefined;
    open.plan = undefined;
    this.#start(id, 'examining', async (signal) => {
      const { records, templates } = this.#ports;
      const { sources, reading } = open.record;
      try {
        const request = {
          ...{ sources: chosenSources(open.record), lists: true, reading, workFolder: records.workOf(id) },
          ...{ kept: templates.all(), name: nameOf(sources) },
        };
        const { examined, template, guesses, recognised } = await propose(request, signal);
        open.guesses = guesses;
        open.examined = examined;
        if (open.record.draft === undefined) {
          this.#save(open, {
            ...open.record,
            draft: withReading(before, examined) ?? draftOf(template),
            ...(recognised !== undefined && { template: recognised }),
          });
        }
      } finally {
        records.endWork(id);
      }
    });
  }

  #start(id: Id, kind: PreparationWork['kind'], work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#works.has(id)) throw new AppError('preparation.busy', {});
    const open = this.#find(id);
    const stop = new AbortController();
    open.error = undefined;
    open.work = { kind, rows: 0, bytes: 0, totalBytes: 0 };
    const run = async () => {
      try {
        await work(stop.signal);
      } catch (thrown) {
        const error = namedAsBrought(toAppError(thrown).toRecord(), open.record.sources);
        // A person who cancels knows why it has ended.
        if (!stop.signal.aborted) open.error = error;
        else if (kind === 'examining') open.error = error;
        if (kind === 'preparing') open.isInterrupted = true;
      } finally {
        this.#works.delete(id);
        open.work = undefined;
        if (kind !== 'examining') this.#ports.records.endWork(id);
        this.#tell(id, undefined);
      }
    };
    const done = Promise.resolve().then(run);
    this.#works.set(id, { stop, done });
    this.#tell(id, open.work);
  }

  #tellProgress(id: Id, kind: PreparationWork['kind'], progress: PreparationProgress): void {
    const { rows, bytes, totalBytes, outcome = this.#open.get(id)?.work?.outcome } = progress;
    const open = this.#open.get(id);
    if (open === undefined) return;
    open.work = { kind, rows, bytes, totalBytes, ...(outcome !== undefined && { outcome }) };
    this.#tell(id, open.work);
  }

  #tell(id: Id, work: PreparationWork | undefined): void {
    for (const listener of this.#listeners) listener(id, work);
  }

  #requestOf(record: PreparationRecord, decided: Pick<Decided, 'draft' | 'ruleSet' | 'earlier'>): PreparationRequest {
    const { records, version } = this.#ports;
    return requestOf(record, { ...decided, version, workFolder: records.workOf(record.id) });
  }

  #save(open: OpenPreparation, record: PreparationRecord): void {
    this.#ports.records.save(record);
    open.record = record;
  }

  #find(id: Id): OpenPreparation {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const record = this.#ports.records.find(id);
    if (record === undefined) throw new AppError('preparation.unknown', {});
    return this.#opened(record);
  }

  #opened(record: PreparationRecord): OpenPreparation {
    const known = this.#open.get(record.id);
    if (known !== undefined) return known;
    const open: OpenPreparation = { record, guesses: [], isInterrupted: record.order !== undefined };
    this.#open.set(record.id, open);
    return open;
  }
}
