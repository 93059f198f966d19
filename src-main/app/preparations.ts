/**
 * @file The preparations of the window: examined, planned and written in threads, one work at a time for each, and kept so
 * that they continue after the app was closed in the middle.
 */

import { availableParallelism } from 'node:os';
import type {
  Plan,
  PreparationDraft,
  PreparationWork,
  Reading,
  SendOptions,
  SubmissionRow,
} from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import type { RuleSet } from '../checking/rules/rule-set.ts';
import type { Clock } from '../clock.ts';
import { type Examined, examineExport } from '../preparing/examination.ts';
import type { PreparationProgress, PreparationRequest, PreparationSource } from '../preparing/preparation.ts';
import { prepare } from '../preparing/prepare.ts';
import { safeName } from '../preparing/split.ts';
import { comparedIds, type Earlier } from './earlier-ids.ts';
import { type FirstTemplate, firstTemplate } from './first-template.ts';
import type { KeptTemplates } from './kept-templates.ts';
import { planOf } from './preparation-plan.ts';
import type { PreparationOrder, PreparationRecord, PreparationRecords } from './preparation-record.ts';
import { placeOfFile, writtenFiles } from './prepared-files.ts';

type Id = PreparationRecord['id'];
type SubmissionId = SubmissionRow['id'];

/** A preparation while the app runs. */
export interface OpenPreparation {
  record: PreparationRecord;
  /** Absent until it was examined, and after the app was closed. */
  examined?: Examined | undefined;
  guesses: FirstTemplate['guesses'];
  plan?: Plan | undefined;
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
  /** Bytes a second that sending reaches, where it is known. */
  speed?: number | undefined;
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
    if (!isSamePlan(open.record.draft, draft)) open.plan = undefined;
    this.#save(open, { ...open.record, draft });
  }

  /**
   * Reads everything, and says what would come of it; the plan is part of the preparation at the end.
   * @throws AppError preparation.busy, preparation.unknown
   */
  plan(id: Id, { draft, ruleSet, speed, earlier: find }: Planned): void {
    this.keep(id, draft);
    const open = this.#find(id);
    open.plan = undefined;
    this.#start(id, 'planning', async (signal) => {
      const earlier = await find();
      const request = this.#requestOf(open.record, draft, ruleSet, earlier);
      const summary = await prepare(request, {
        signal,
        onProgress: (progress) => this.#tellProgress(id, 'planning', progress),
      });
      open.plan = planOf(summary, speed, earlier);
    });
  }

  /**
   * Writes the files, and has them added. What an earlier attempt has finished is not written again.
   * @throws AppError preparation.busy, preparation.unknown
   */
  prepare(id: Id, ordered: Ordered): void {
    this.keep(id, ordered.draft);
    const open = this.#find(id);
    this.#start(id, 'preparing', async (signal) => {
      const { records, version } = this.#ports;
      const { draft, options, ruleSet } = ordered;
      const order: PreparationOrder = { draft, options, ruleSet, version };
      if (!isSameOrder(open.record.order, order)) records.removeOut(id);
      this.#save(open, { ...open.record, order });
      const out = records.outOf(id);
      // Where only the adding was broken off, everything is written.
      const files = writtenFiles(out) ?? (await this.#write(open, { ...ordered, out }, signal));
      for (const { name } of files) {
        signal.throwIfAborted();
        const added = await ordered.add({ path: placeOfFile(out, name), name });
        if (!open.record.added.includes(added))
          this.#save(open, { ...open.record, added: [...open.record.added, added] });
      }
      const { order: _, ...rest } = open.record;
      this.#save(open, rest);
      open.isInterrupted = false;
      const { templates } = this.#ports;
      const kept = templates.all().find(({ template }) => template.name === draft.template.name);
      if (kept !== undefined) templates.used(kept.id);
    });
  }

  async #write(
    { record }: OpenPreparation,
    { draft, ruleSet, earlier, out }: Pick<Ordered, 'draft' | 'ruleSet' | 'earlier'> & { out: string },
    signal: AbortSignal,
  ): Promise<readonly { name: string }[]> {
    // Compared only where it decides about what is written: what is to be sent is compared again after its check.
    const found = draft.leaveOutProcessed === true ? await earlier() : undefined;
    const request = { ...this.#requestOf(record, draft, ruleSet, found), out };
    const { files } = await prepare(request, {
      signal,
      onProgress: (progress) => this.#tellProgress(record.id, 'preparing', progress),
    });
    return files;
  }

  /** Ends what is under way; resolves once it has ended. */
  async cancel(id: Id): Promise<void> {
    const work = this.#works.get(id);
    work?.stop.abort(new AppError('preparation.cancelled', {}));
    await work?.done;
  }

  /** Gives it up, with all that it has written and nothing uses. @throws AppError preparation.unknown */
  async discard(id: Id): Promise<void> {
    this.#find(id);
    await this.cancel(id);
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
        const paths = sources.map(({ path }) => path);
        const examined = await examineExport({ paths, reading, workFolder: records.workOf(id) }, signal);
        const first = firstTemplate(examined, templates.all(), nameOf(sources));
        open.guesses = first.guesses;
        open.examined = examined;
        if (open.record.draft === undefined) {
          const { recognised } = first;
          this.#save(open, {
            ...open.record,
            draft: withReading(before, examined) ?? draftOf(first.template),
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
        const error = toAppError(thrown);
        // A person who cancels knows why it has ended.
        if (!stop.signal.aborted) open.error = error.toRecord();
        else if (kind === 'examining') open.error = error.toRecord();
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

  #tellProgress(id: Id, kind: PreparationWork['kind'], { rows, bytes, totalBytes }: PreparationProgress): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    open.work = { kind, rows, bytes: Math.min(bytes, Math.max(bytes, totalBytes)), totalBytes };
    this.#tell(id, open.work);
  }

  #tell(id: Id, work: PreparationWork | undefined): void {
    for (const listener of this.#listeners) listener(id, work);
  }

  #requestOf(
    record: PreparationRecord,
    draft: PreparationDraft,
    ruleSet: RuleSet,
    found: Earlier | undefined,
  ): PreparationRequest {
    const { split, template, figures, leaveOutProcessed = false } = draft;
    const earlier = found && comparedIds(found, leaveOutProcessed);
    return {
      sources: record.sources,
      template,
      ...(record.reading !== undefined && { reading: record.reading }),
      name: safeName(nameOf(record.sources)),
      limits: {
        bytes: split.maxBytes,
        lines: split.by === 'count' ? split.maxTransactions : Number.MAX_SAFE_INTEGER,
      },
      grouping: split.by === 'day' ? 'day' : split.by === 'country' ? 'source-country' : 'none',
      keepPayments: split.keepPayments,
      threads: Math.max(1, availableParallelism() - 1),
      ruleSet,
      ...(earlier !== undefined && { earlier }),
      ...(figures.length > 0 && {
        control: figures.map(({ amount, ...figure }) => ({ ...figure, ...(amount !== undefined && { sum: amount }) })),
      }),
      toolVersion: this.#ports.version,
      workFolder: this.#ports.records.workOf(record.id),
    };
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

/** The name of the first export without its endings. */
export function nameOf([first]: readonly PreparationSource[]): string {
  const name = first?.name.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, '') || name || 'export';
}

const LARGEST = 1_000_000_000;

/** What was decided before, for the export as it is read now; undefined where it has other columns. */
function withReading(draft: PreparationDraft | undefined, { tables: [table] }: Examined): PreparationDraft | undefined {
  if (draft === undefined || table === undefined) return undefined;
  const { columns } = draft.template;
  const isSame = columns.length === table.columns.length && columns.every((column, at) => column === table.columns[at]);
  return isSame ? { ...draft, template: { ...draft.template, reading: table.reading } } : undefined;
}

function draftOf(template: PreparationDraft['template']): PreparationDraft {
  return {
    template,
    split: { by: 'size', maxBytes: LARGEST, maxTransactions: 1_000_000, keepPayments: true },
    figures: [],
  };
}

/** Whether the same plan comes of both, also under another name of the template. */
function isSamePlan(before: PreparationDraft | undefined, now: PreparationDraft): boolean {
  const decisive = ({ template: { name: _, ...template }, split, leaveOutProcessed = false }: PreparationDraft) =>
    JSON.stringify([template, split, leaveOutProcessed]);
  return before !== undefined && decisive(before) === decisive(now);
}

function isSameOrder(before: PreparationOrder | undefined, now: PreparationOrder): boolean {
  const decisive = ({ draft, ruleSet, version }: PreparationOrder) => JSON.stringify([draft, ruleSet, version]);
  return before !== undefined && decisive(before) === decisive(now);
}
