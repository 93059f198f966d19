/**
 * @file The preparations of the window, and what a person decides about each: its files, how they are read, its template and draft. All
 * of that is kept, so that it continues after the app was closed in the middle.
 */

import { withChangedColumns } from '../../src-shared/changed-columns.ts';
import type { FormerChange, PreparationDraft, Reading, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { PreparationSource } from './preparation.ts';
import { draftOf, isSamePlan, withReading } from './preparation-draft.ts';
import type { PreparationRecord } from './preparation-record.ts';
import { type PreparationPorts, PreparationRuns } from './preparation-runs.ts';
import { chosenSources, type LeftOutFile, nameOf, withWholeSources } from './preparation-sources.ts';
import { type OpenPreparation, PreparationWorks } from './preparation-works.ts';
import { propose } from './proposal.ts';
import { safeName } from './split.ts';
import { removeUnfinished } from './unfinished.ts';

type Id = PreparationRecord['id'];
type SubmissionId = SubmissionRow['id'];

export class Preparations {
  readonly #ports: PreparationPorts;
  readonly #open = new Map<Id, OpenPreparation>();
  /** What is under way. */
  readonly works: PreparationWorks;
  /** What is read and written. */
  readonly runs: PreparationRuns;

  constructor(ports: PreparationPorts) {
    this.#ports = ports;
    this.works = new PreparationWorks(ports.records);
    this.runs = new PreparationRuns(ports, this, this.works);
  }

  /** Those that have not become submissions, newest first. */
  unfinished(): OpenPreparation[] {
    return this.#ports.records
      .all()
      .filter(({ added, order }) => added.length === 0 || order !== undefined)
      .map((record) => this.#opened(record));
  }

  /** @param like with what was decided for that one, where it is still here @throws AppError disk.full, file.cannot-write */
  begin(sources: readonly PreparationSource[], like?: string): Id {
    const { records } = this.#ports;
    const before = like === undefined ? undefined : records.find(like);
    const { reading, draft, template } = before ?? {};
    // Figures are of all that was prepared then.
    return this.#begin(sources, { reading, template, ...(draft && { draft: { ...draft, figures: [] } }) });
  }

  #begin(sources: readonly PreparationSource[], decided: Partial<PreparationRecord>): Id {
    const { records, clock } = this.#ports;
    const record = { ...records.begin([...sources], clock.now()), ...decided };
    records.save(record);
    this.#opened(record);
    this.#examine(record.id);
    return record.id;
  }

  /**
   * Begins again with what was decided for another preparation, whose files it will replace; one that was begun before.
   * @throws AppError preparation.not-here, disk.full, file.cannot-write
   */
  reopen(of: string, replaces: NonNullable<PreparationRecord['replaces']>): Id {
    const begun = this.unfinished().find(({ record }) => record.replaces?.submission === replaces.submission);
    if (begun !== undefined) {
      this.save(begun, { ...begun.record, replaces });
      return begun.record.id;
    }
    const before = this.#ports.records.find(of);
    if (before === undefined) throw new AppError('preparation.not-here', { id: replaces.submission });
    const { sources, leftOut, reading, draft, template } = before;
    return this.#begin(sources, { replaces, leftOut, reading, draft, template });
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
    await this.works.end(id);
    const open = this.#find(id);
    noteFormer(open, 'reading');
    const { reading: _, draft, template: __, ...rest } = open.record;
    this.save(open, reading === undefined ? rest : { ...rest, reading });
    this.#examine(id, [draft, ...open.former.map(({ decided }) => decided.draft).toReversed()]);
  }

  /**
   * Takes these files no more, and all others again. What was decided stays where the columns are the same.
   * @throws AppError preparation.unknown
   */
  async choose(id: Id, leftOut: readonly LeftOutFile[]): Promise<void> {
    await this.works.end(id);
    const open = this.#find(id);
    noteFormer(open, 'files');
    const { draft, template: _, leftOut: __, ...rest } = open.record;
    const all = withWholeSources(leftOut, open.record, open.examined);
    this.save(open, all.length === 0 ? rest : { ...rest, leftOut: all });
    this.#examine(id, [draft]);
  }

  /**
   * Takes a kept template for it, with the new names of renamed columns and what takes the place of those that have gone, and
   * reads it as that says; without one, its fields are guessed.
   * @throws AppError preparation.unknown, template.unknown
   */
  async useTemplate(id: Id, templateId: string | undefined): Promise<void> {
    await this.works.end(id);
    const open = this.#find(id);
    if (templateId === undefined) {
      noteFormer(open, 'template');
      const { draft: _, template: __, reading: ___, ...rest } = open.record;
      this.save(open, rest);
      this.#examine(id, [], []);
      return;
    }
    const kept = this.#ports.templates.get(templateId).template;
    const { differences = [] } = open.fitting.find(({ id: fitting }) => fitting === templateId) ?? {};
    const template = withChangedColumns(kept, differences);
    noteFormer(open, 'template');
    const { draft } = open.record;
    const next = draft === undefined ? draftOf(template) : { ...draft, template };
    this.save(open, {
      ...open.record,
      draft: next,
      reading: template.reading,
      template: { id: templateId, name: template.name },
    });
    this.#examine(id);
  }

  /** As it was before other files, another reading or another template were taken last. @throws AppError preparation.unknown */
  async goBack(id: Id): Promise<void> {
    await this.works.end(id);
    const open = this.#find(id);
    const last = open.former.pop();
    if (last === undefined) return;
    const { reading: _, draft: __, template: ___, leftOut: ____, ...rest } = open.record;
    this.save(open, { ...rest, ...last.decided });
    this.#examine(id);
  }

  /** @throws AppError preparation.unknown, disk.full, file.cannot-write */
  keep(id: Id, draft: PreparationDraft): OpenPreparation {
    const open = this.#find(id);
    if (!isSamePlan(open.record.draft, draft)) {
      open.plan = undefined;
      // What it would find is of what was decided before.
      void this.works.endPlan(open);
    }
    this.save(open, { ...open.record, draft });
    return open;
  }

  /** The folder of files that were saved for a browser, and what to call it. @throws AppError preparation.unknown */
  savedFolder(id: Id): { folder: string; name: string } {
    const { record } = this.#find(id);
    if (record.saved === undefined || record.saved.out !== undefined) throw new AppError('preparation.unknown', {});
    return { folder: this.#ports.records.savedOf(id), name: safeName(nameOf(record.sources)) };
  }

  /** Gives it up, with all that it has written and nothing uses. @throws AppError preparation.unknown */
  async discard(id: Id): Promise<void> {
    const { saving } = this.#find(id).record;
    await this.works.end(id);
    if (saving?.out !== undefined) await removeUnfinished(saving.out);
    this.#open.delete(id);
    this.#ports.records.remove(id);
  }

  /** Where the exports are of all unfinished preparations, and of those that another one may still replace. */
  pathsInUse(mayBeReplaced: (id: SubmissionId) => boolean): string[] {
    const finished = this.#ports.records
      .all()
      .filter(({ added }) => added.some((id) => mayBeReplaced(id as SubmissionId)));
    const records = [...this.unfinished().map(({ record }) => record), ...finished];
    return records.flatMap(({ sources }) => sources.map(({ path }) => path));
  }

  /**
   * @param before what was decided for other ways of reading, the latest first: what stays has the same columns
   * @param kept the templates among which it is looked for one that fits
   */
  #examine(id: Id, before: readonly (PreparationDraft | undefined)[] = [], kept = this.#ports.templates.all()): void {
    const open = this.#find(id);
    open.examined = undefined;
    open.plan = undefined;
    this.works.start(open, 'examining', async (signal) => {
      const { records } = this.#ports;
      const { sources, reading } = open.record;
      const request = {
        sources: chosenSources(open.record),
        lists: true,
        reading,
        workFolder: records.workOf(id),
        kept,
        chosen: open.record.template?.id,
        name: nameOf(sources),
      };
      const { examined, template, guesses, fitting, recognised } = await propose(request, signal);
      open.guesses = guesses;
      open.fitting = fitting;
      open.examined = examined;
      if (open.record.draft === undefined) {
        this.save(open, {
          ...open.record,
          draft: before.map((one) => withReading(one, examined)).find((one) => one !== undefined) ?? draftOf(template),
          ...(recognised !== undefined && { template: recognised }),
        });
      }
    });
  }

  save(open: OpenPreparation, record: PreparationRecord): void {
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
    const open: OpenPreparation = {
      record,
      guesses: [],
      fitting: [],
      former: [],
      isInterrupted: record.order !== undefined,
    };
    this.#open.set(record.id, open);
    return open;
  }
}

function noteFormer({ former, record: { reading, draft, template, leftOut } }: OpenPreparation, change: FormerChange) {
  former.push({ change, decided: { reading, draft, template, leftOut } });
}
