/**
 * @file The run of a preparation: reads the exports in order, has their rows turned into lines, writes the files, checks
 * them, and ends with the manifest, by which the preparation is whole. Identical bytes for identical input, whatever the
 * threads do.
 */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact, keyOfSaid } from '../../src-shared/languages/fact.ts';
import { tellsFlow } from '../../src-shared/template-direction.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';
import type { PossibleRepeats } from '../check/possible-repeats.ts';
import { firstRowsOf } from '../exports/examine.ts';
import type { ExportFacts } from '../exports/export-facts.ts';
import { type OpenedExport, openSource } from '../exports/open-export.ts';
import { MANIFEST, placeIn } from '../exports/output-folder.ts';
import { statedFigures } from '../exports/payments/message-facts.ts';
import type { Piece, PieceFormat } from '../exports/rows.ts';
import { WorkArea } from '../exports/work-area.ts';
import { NewFile } from '../ground/files/new-file.ts';
import {
  type ControlComparison,
  type ControlFigure,
  compareWithControl,
  withBalances,
} from '../records/control/control-figures.ts';
import { checkPrepared } from './check-prepared.ts';
import { FileSet } from './file-set.ts';
import { FindingsFile } from './findings-file.ts';
import { manifestOf, type SourceFacts, type TableFacts } from './manifest.ts';
import { linesInOrder } from './measured-lines.ts';
import { assertColumns } from './needed-columns.ts';
import type { PreparedFile } from './output-file.ts';
import { type Assignment, PaymentSizes } from './payment-buckets.ts';
import {
  type Pieces,
  PieceThreads,
  type PieceThreadsOptions,
  type TablePiece,
  type TablePrepared,
} from './piece-threads.ts';
import type {
  PreparationProgress,
  PreparationRequest,
  PreparationSource,
  PreparationSummary,
  ProcessedRows,
} from './preparation.ts';
import type { LineGrouping } from './prepared-piece.ts';
import { ProcessedBefore, type ProcessedFound, RowSet } from './processed-before.ts';
import { ownCountryKinds, questionKinds } from './question-kinds.ts';
import { RefusedRows } from './refused-rows.ts';
import { refusedText } from './refused-rows-text.ts';
import type { SharingRow } from './repeated-ids.ts';
import { KindsOfPreparation, type RowFinding, type TableNames } from './row-findings.ts';
import { SharedIds, type SharedIdsFound } from './shared-ids.ts';
import { oldestOf, requestDigest, type SourceState, stateOfSource, unchangedSources } from './source-state.ts';
import { fileName } from './split.ts';
import { Sums } from './sums.ts';
import { assertFolderIsOurs, Unfinished } from './unfinished.ts';

/** As many as a person reads in the plan; all are in the file of the findings. */
const MOST_FIRST_FAULTS = 200;

/** Between two tellings of what is known so far. */
const OUTCOME_EVERY_MS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

interface RunPorts {
  /** The end of this day, in milliseconds since the epoch: rows are judged alike, however often a run is broken off. */
  now: number;
  onProgress(progress: PreparationProgress): void;
  /** Starts what turns pieces into lines. */
  startPieces(options: PieceThreadsOptions): Pieces;
}

const startThreads = (options: PieceThreadsOptions): Pieces => new PieceThreads(options);

/**
 * Rejects with AppError `file.*`, `preparation.*`, `template.other-columns`, `disk.full`, `check.failed`.
 * @param time milliseconds since the epoch
 */
export async function runPreparation(
  request: PreparationRequest,
  onProgress: RunPorts['onProgress'],
  startPieces = startThreads,
  time = Date.now(),
): Promise<PreparationSummary> {
  const now = Math.ceil(time / DAY_MS) * DAY_MS;
  const ports: RunPorts = { now, onProgress, startPieces };
  const before = request.sources.map(({ path }) => stateOfSource(path));
  // The thread as a whole is stopped where a preparation is cancelled.
  const notes = await assertColumns(request, new AbortController().signal);
  const processed = await processedRows(request, before, ports);
  const unfinished =
    request.out === undefined
      ? undefined
      : await Unfinished.begin(request.out, await requestDigest(request, now, processed?.rows));
  return await new Run(request, unfinished, ports, notes, processed).all(before);
}

interface Processed {
  rows: RowSet;
  summary: ProcessedRows | undefined;
}

/** What is to be left out, as it went to the service before: by reading everything beforehand. */
async function processedRows(
  request: PreparationRequest,
  before: readonly SourceState[],
  { now, onProgress, startPieces }: RunPorts,
): Promise<Processed | undefined> {
  const { earlier, out, control: _, ...plan } = request;
  if (earlier?.isLeftOut !== true) return undefined;
  if (out !== undefined) assertFolderIsOurs(out);
  const whole: PreparationRequest = { ...plan, earlier, keepPayments: false, grouping: 'none' };
  const ports: RunPorts = {
    onProgress: (progress) => onProgress({ ...progress, step: 'comparing' }),
    startPieces,
    now,
  };
  const run = new Run(whole, undefined, ports, [], undefined);
  const { processedBefore: summary, transactions } = await run.all(before);
  if (out !== undefined && transactions > 0 && summary?.transactions === transactions)
    throw new AppError('preparation.all-processed', { transactions });
  return { rows: run.processedRows(), summary };
}

class Run {
  readonly #request: PreparationRequest;
  readonly #unfinished: Unfinished | undefined;
  readonly #ports: RunPorts;
  readonly #tables: TableFacts[] = [];
  readonly #readings: Reading[] = [];
  readonly #notes = new Map<string, Fact>();
  readonly #sums = new Sums();
  readonly #incoming = new Sums();
  readonly #sharedIds: SharedIds;
  readonly #processed: Processed | undefined;
  readonly #compared: ProcessedBefore | undefined;
  readonly #files: PreparedFile[] = [];
  readonly #findings: FindingsFile | undefined;
  readonly #refusedRows: RefusedRows | undefined;
  readonly #firstFaults: (TableNames & RowFinding)[] = [];
  readonly #kinds = new KindsOfPreparation();
  /** The tables whose first rows were looked at; one that is measured is read twice. */
  readonly #asked = new Set<number>();
  /** In which the exports do not agree with themselves. */
  #problems = 0;
  readonly #counts = {
    rows: 0,
    transactions: 0,
    leftOut: 0,
    leftOutAsProcessed: 0,
    refused: 0,
    findings: 0,
    keptFiles: 0,
  };

  constructor(
    request: PreparationRequest,
    unfinished: Unfinished | undefined,
    ports: RunPorts,
    notes: readonly Fact[],
    processed: Processed | undefined,
  ) {
    this.#request = request;
    this.#processed = processed;
    for (const note of notes) this.#note(note);
    this.#unfinished = unfinished;
    this.#ports = ports;
    const { out, earlier, workFolder } = request;
    this.#sharedIds = new SharedIds(workFolder, earlier?.key);
    if (processed === undefined && earlier !== undefined) this.#compared = new ProcessedBefore(earlier);
    if (out === undefined) return;
    this.#findings = new FindingsFile(out);
    this.#refusedRows = new RefusedRows(out, (table) => {
      const asked = request.reading ?? request.template.reading;
      return refusedText(asked, this.#readings[table] ?? asked, this.#tables[table]?.columns ?? []);
    });
  }

  /** The rows of what went to the service before, once all is read. */
  processedRows(): RowSet {
    return this.#compared?.rows() ?? new RowSet();
  }

  async all(before: readonly SourceState[]): Promise<PreparationSummary> {
    const { grouping, keepPayments, sources } = this.#request;
    try {
      const assignment = keepPayments ? await this.#measure() : undefined;
      await this.#prepare(
        {
          grouping,
          payments: assignment === undefined ? { step: 'none' } : { step: 'assigned', fileOf: assignment.fileOf },
        },
        assignment,
      );
      const facts = await unchangedSources(sources, before);
      const [first] = sources;
      const { transactions, rows, leftOut, leftOutAsProcessed } = this.#counts;
      // In which exports do not agree with themselves is said with the rest.
      const isNothing = transactions === 0 && leftOutAsProcessed === 0 && rows === leftOut && this.#problems === 0;
      if (isNothing)
        throw new AppError('preparation.nothing', { path: first?.path ?? '', leftOut, ...this.#emptyStatement() });
      return await this.#finish(facts);
    } finally {
      this.#sharedIds.discard();
      this.#findings?.discard();
      this.#refusedRows?.discard();
    }
  }

  /** How large the payments are, which decides about their files. */
  async #measure(): Promise<Assignment> {
    const { grouping, limits } = this.#request;
    const sizes = new PaymentSizes();
    await this.#eachPiece({ grouping, payments: { step: 'measured' } }, 'measuring', ({ table, prepared }) => {
      for (const line of linesInOrder(prepared.blocks)) sizes.add(line.bucket, line.key, line.bytes, table, line.row);
    });
    const assignment = sizes.assign(limits);
    if ('files' in assignment) {
      this.#tables.length = 0;
      return assignment;
    }
    const { table, row, bytes, lines } = assignment;
    throw new AppError('preparation.payment-too-large', { table: this.#tableName(table), row, bytes, lines });
  }

  async #prepare(lineGrouping: LineGrouping, assignment: Assignment | undefined): Promise<void> {
    const { limits, out, name, grouping } = this.#request;
    const files = new FileSet({
      limits,
      assigned: assignment?.files,
      isInTurn: assignment !== undefined || grouping !== 'none',
      place: (key, number) => placeIn(out ?? '', fileName(name, key, number)),
      writing: (place) => {
        if (out === undefined) return 'only-counted';
        const isKept = this.#unfinished?.hasKept([place.name, place.rows]) === true;
        if (isKept) this.#counts.keptFiles += 1;
        return isKept ? 'only-counted' : 'written';
      },
      onFinished: (file) => {
        this.#files.push(file);
        const { name: fileOf, sha256, rows, rowsSha256 } = file;
        this.#unfinished?.note([
          { name: fileOf, sha256 },
          { name: rows, sha256: rowsSha256 },
        ]);
      },
      tableName: (table) => this.#tableName(table),
    });
    try {
      await this.#eachPiece(lineGrouping, 'preparing', ({ table, prepared }) => {
        const facts = this.#tables[table];
        if (facts === undefined) return;
        for (const block of prepared.blocks) {
          files.add(table, block);
          this.#sums.addAll(block.sums);
          this.#counts.transactions += block.ends.length;
        }
        this.#incoming.addAll(prepared.incoming);
        for (const counts of [facts, this.#counts]) {
          counts.rows += prepared.rows;
          counts.leftOut += prepared.leftOut;
          counts.refused += prepared.refused;
        }
        this.#counts.leftOutAsProcessed += prepared.processed;
        this.#problems += prepared.problems;
        this.#sharedIds.add(table, prepared.ids, prepared.idRows);
        this.#counts.findings += prepared.findings.length;
        this.#noteFirst(this.#namesOf(table), prepared.findings);
        const reading = this.#readings[table];
        const asked = reading && ownCountryKinds(this.#request.template, reading, prepared.rows - prepared.leftOut);
        this.#kinds.add(this.#namesOf(table), [...prepared.kinds, ...(asked ?? [])]);
        this.#findings?.addOfRows(this.#namesOf(table), prepared.findings);
        this.#refusedRows?.add(table, prepared.refusedRows);
      });
      files.finish();
    } finally {
      files.discard();
    }
    this.#files.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #noteFirst(names: TableNames, findings: readonly RowFinding[]): void {
    const room = MOST_FIRST_FAULTS - this.#firstFaults.length;
    for (const finding of findings.slice(0, room)) this.#firstFaults.push({ ...names, ...finding });
  }

  async #eachPiece(
    grouping: LineGrouping,
    step: 'measuring' | 'preparing',
    receive: (prepared: TablePrepared) => void,
  ): Promise<void> {
    const { template, threads, sources, ruleSet } = this.#request;
    const processed = this.#processed?.rows.shared();
    const pieces = this.#ports.startPieces({
      template,
      grouping,
      processed,
      threads,
      ruleSet,
      path: sources[0]?.path ?? '',
      now: this.#ports.now,
    });
    const progress: PreparationProgress = { step, rows: 0, lines: 0, bytes: 0, totalBytes: 0 };
    let toldAt = 0;
    try {
      for await (const prepared of pieces.inOrder(this.#pieces(progress))) {
        receive(prepared);
        // Frees the memory at once instead of waiting for the garbage collector.
        for (const { bytes, ends, rows } of prepared.prepared.blocks) {
          progress.lines += ends.length;
          for (const { buffer } of [bytes, ends, rows]) buffer.transfer(0);
        }
        progress.rows += prepared.prepared.rows;
        const tells = this.#request.out === undefined && performance.now() - toldAt > OUTCOME_EVERY_MS;
        if (tells) toldAt = performance.now();
        this.#ports.onProgress(tells ? { ...progress, outcome: this.#outcome() } : { ...progress });
      }
    } finally {
      await pieces.stop();
    }
  }

  #outcome(): PreparationProgress['outcome'] {
    const { transactions, leftOut, refused } = this.#counts;
    return { transactions, leftOut, refused, kinds: this.#kinds.all() };
  }

  /** The pieces of all tables of all exports, in order. */
  async *#pieces(progress: PreparationProgress): AsyncGenerator<TablePiece> {
    const { sources, template, reading, workFolder } = this.#request;
    // The thread as a whole is stopped where a preparation is cancelled.
    const { signal } = new AbortController();
    progress.totalBytes = sources.reduce((sum, { path }) => sum + stateOfSource(path).bytes, 0);
    let bytesBefore = 0;
    for (const [number, source] of sources.entries()) {
      const workArea = new WorkArea({ parent: workFolder });
      let opened: OpenedExport | undefined;
      try {
        opened = await openSource(source, { hints: reading ?? template.reading, workArea, signal });
        this.#noteFacts(source, opened.facts);
        for (const table of opened.tables) {
          const { name, columns } = table;
          const at = this.#tables.push({ source: number, name, columns, rows: 0, leftOut: 0, refused: 0 }) - 1;
          this.#readings[at] = table.reading;
          const format = { reading: table.reading, columns };
          for await (const piece of table.pieces(signal)) {
            this.#ask(at, format, piece);
            yield { table: at, format, piece };
            const { bytes, totalBytes } = table.progress();
            progress.bytes = bytesBefore + Math.min(bytes, totalBytes);
          }
          const facts = this.#tables[at];
          if (facts !== undefined && table.message !== undefined) facts.message = table.message();
        }
      } finally {
        opened?.close();
        workArea.remove();
      }
      bytesBefore += stateOfSource(source.path).bytes;
    }
  }

  /** What a person had better decide, as the first rows of a table show it. */
  #ask(table: number, format: PieceFormat, piece: Piece): void {
    if (this.#asked.has(table)) return;
    this.#asked.add(table);
    const kinds = questionKinds(this.#request.template, format, () => firstRowsOf(piece, format));
    this.#kinds.add(this.#namesOf(table), kinds);
  }

  #noteFacts({ name }: PreparationSource, { files, leftOut, notChosen }: ExportFacts): void {
    if (notChosen > 0)
      this.#note(
        fact('{name}: {count, plural, one {# file in it was not chosen.} other {# files in it were not chosen.}}', {
          name,
          count: notChosen,
        }),
      );
    for (const file of files) {
      const place = file.name === '' ? name : `${name}, ${file.name}`;
      for (const note of file.notes) this.#note(fact('{place}: {note}', { place, note }));
    }
    for (const { name: within, reason } of leftOut)
      this.#note(fact('{name}: {within} is left out. {reason}', { name, within, reason }));
  }

  /** Once, however often it is said. */
  #note(note: Fact): void {
    this.#notes.set(keyOfSaid(note), note);
  }

  async #finish(sources: readonly SourceFacts[]): Promise<PreparationSummary> {
    const { control: stated = this.#statedFigures(), isControlPartial, out, template } = this.#request;
    const parts = this.#sums.parts();
    const flows = tellsFlow(template);
    const control = flows && stated ? withBalances(stated, parts, this.#incoming.parts()) : stated;
    const comparison = this.#withDisagreements(control && compareWithControl(control, parts, isControlPartial));
    const { repeats, ...compared } = this.#comparedIds();
    const found = out === undefined ? { errors: 0, warnings: 0 } : await this.#check(out, repeats);
    const refused = this.#refusedRows?.finish() ?? [];
    for (const { table, name } of refused) {
      const facts = this.#tables[table];
      if (facts !== undefined) facts.refusedRows = name;
    }
    const summary: PreparationSummary = {
      ...this.#counts,
      ...found,
      errors: found.errors + this.#problems,
      kinds: this.#kinds.all(),
      bytes: this.#files.reduce((sum, { bytes }) => sum + bytes, 0),
      files: this.#files,
      byCurrency: this.#sums.byCurrency(),
      byDay: this.#sums.byDay(),
      ...(flows && { incoming: this.#incoming.byCurrency() }),
      ...compared,
      ...(comparison !== undefined && { control: comparison }),
      messages: this.#tables.flatMap(({ message }) => message ?? []),
      refusedRows: refused.map(({ name }) => name),
      firstFaults: this.#firstFaults,
      notes: [...this.#notes.values()],
    };
    if (out !== undefined) this.#publish(out, summary, sources, refused);
    return summary;
  }

  #emptyStatement(): { statement?: 'nil' | 'not-booked' } {
    const messages = this.#tables.flatMap(({ message }) => message ?? []);
    if (messages.length < this.#tables.length) return {};
    const notBooked = messages.reduce((sum, one) => sum + (one.notBooked ?? 0), 0);
    if (this.#counts.leftOut !== notBooked) return {};
    return { statement: notBooked > 0 ? 'not-booked' : 'nil' };
  }

  /** An export that contradicts itself differs from what it says, too. */
  #withDisagreements(comparison: ControlComparison | undefined): ControlComparison | undefined {
    const kinds = this.#kinds.all().filter(({ rule }) => rule === 'file.disagrees');
    if (kinds.length === 0) return comparison;
    const { figures = [], differences = [], ...facts } = comparison ?? {};
    return { ...facts, figures, differences: [...kinds.map(({ message }) => ({ sentence: message })), ...differences] };
  }

  /** Those that payment messages state themselves. */
  #statedFigures(): ControlFigure[] | undefined {
    const figures = statedFigures(
      this.#tables.map(({ message }) => message),
      this.#counts.leftOut,
    );
    return figures.length === 0 ? undefined : figures;
  }

  /** All ids are known: which of them repeat, and which went to the service before. */
  #comparedIds(): Pick<PreparationSummary, 'duplicates' | 'processedBefore'> & Pick<SharedIdsFound, 'repeats'> {
    const compared = this.#compared;
    const { ids, transactions, first, repeats } = this.#sharedIds.finish(
      compared && ((laid) => compared.compare(laid)),
    );
    const named = first.map((rows) => ({
      ...this.#namesOf(rows[0]?.table ?? 0),
      rows: rows.map(({ row }) => row),
    }));
    const processedBefore = this.#processed?.summary ?? (compared && this.#namedRows(compared.found()));
    return {
      repeats,
      duplicates: { ids, transactions, first: named },
      ...(processedBefore !== undefined && { processedBefore }),
    };
  }

  #namedRows({ transactions, others }: ProcessedFound): ProcessedRows {
    const named = ({ table, row }: SharingRow) => ({ ...this.#namesOf(table), row });
    return { transactions, others: others.map((other) => ({ ...other, first: other.first.map(named) })) };
  }

  #check(out: string, repeats: PossibleRepeats): Promise<{ errors: number; warnings: number }> {
    const { ruleSet, template, threads } = this.#request;
    return checkPrepared({
      out,
      ruleSet,
      template,
      threads,
      repeats,
      files: this.#files,
      namesOf: (table) => this.#namesOf(table),
      onFinding: (file, finding, origin) => this.#findings?.addOfCheck(file, finding, origin),
      onProgress: this.#ports.onProgress,
    });
  }

  /** The manifest comes last: with it, the preparation is whole. */
  #publish(
    out: string,
    summary: PreparationSummary,
    sources: readonly SourceFacts[],
    refused: readonly { name: string; sha256: string }[],
  ): void {
    const findings = this.#findings?.finish();
    const manifest = manifestOf(this.#request, summary, sources, this.#tables, findings?.name);
    const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#unfinished?.note([
      ...refused.map(({ name, sha256: ofRows }) => ({ name, sha256: ofRows })),
      ...(findings === undefined ? [] : [findings]),
      { name: MANIFEST, sha256 },
    ]);
    this.#refusedRows?.publish();
    this.#findings?.publish();
    const file = new NewFile(join(out, MANIFEST));
    try {
      file.write(bytes);
      // What it says is the same for the same exports; so its own time says how old these are.
      file.finish(oldestOf(this.#request.sources));
      file.publish();
    } finally {
      file.discard();
    }
    this.#unfinished?.end();
  }

  #namesOf(table: number): { source: string; table: string } {
    const facts = this.#tables[table];
    return { source: this.#request.sources[facts?.source ?? 0]?.name ?? '', table: facts?.name ?? '' };
  }

  #tableName(table: number): string {
    const { source, table: name } = this.#namesOf(table);
    return name === '' ? source : `${source}, ${name}`;
  }
}
