/**
 * @file The control figures of a statement: those that are given, or those that are kept of its days and connections.
 *
 * [Note: Which transactions are compared] A figure is of the day on which transactions were made, whenever their file came. So the files
 * of the statement are not all: other files that have transactions of the same days are counted, too, and named. Figures that are kept
 * are of one connection, and compared with its files alone; those of one file with the files of that name, or made of the export of that name. Those that were given to a preparation are compared with the files of that.
 * What went again with a later file is one payment of the core system, and counts in that; a file by itself has all that is in it.
 */

import { amountText } from '../../../src-shared/exact-amount.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import type { ControlRow, ControlTable, StatementAsked } from '../../../src-shared/statement-shapes.ts';
import type { LineSet } from '../../ground/line-set.ts';
import type { SubmissionId } from '../../send/batch.ts';
import { type AccountStore, isGivenUp } from '../../send/lines-in-the-end.ts';
import { fileNameOf, namedFile } from '../../send/receipts/source-facts.ts';
import type { QueueStore } from '../../send/storage/store.ts';
import type { DayOfControl } from '../../send/storage/stored-control.ts';
import { correctionsOf, type Submission } from '../../send/submission.ts';
import type { AskSentBefore } from '../went-before.ts';
import { type ControlFigure, coveredBy, type PartSum } from './control-figures.ts';
import { parseControl } from './control-file.ts';
import { controlRows, type FileParts, noParts, type OwnParts, together, withExcess } from './control-table.ts';
import { goneAgain } from './gone-again.ts';
import { type FileSums, ownPartsOf, type SumDays } from './own-parts.ts';

export interface ControlPorts {
  store: AccountStore & Pick<QueueStore, 'control'>;
  /** The files of the statement. */
  files: readonly Submission[];
  /** Those of its days that count apart: what is kept of their connections is not compared with nothing. */
  practised: readonly Submission[];
  /** All others whose lines have an account of their own; asked only where there are figures. */
  others: () => Promise<readonly Submission[]>;
  sumDays?: SumDays | undefined;
  sentBefore?: AskSentBefore | undefined;
  signal: AbortSignal;
}

type Asked = StatementAsked & { from: string };

/** What is compared together: with the files of one connection, or with all. */
interface Compared {
  connection?: string | undefined;
  /** The name of the file that the figures are of alone. */
  file?: string | undefined;
  /** The exports, where the figures are those that were given to a preparation. */
  exports?: string | undefined;
  figures: ControlFigure[];
  /** Of what has no figure, nothing is said. */
  isPartial?: true | undefined;
  /** In which the exports contradict themselves; full sentences. */
  disagreements?: readonly Said[];
  /** The days that count; all of them where this is absent. */
  days?: ReadonlySet<string>;
  isMeant: (submission: Submission) => boolean;
}

/** @throws AppError control.unreadable */
export async function controlOf(ports: ControlPorts, asked: Asked): Promise<ControlTable | undefined> {
  const stored = asked.control === undefined ? storedOf(ports, asked) : [];
  const stated = asked.control === undefined ? ofPreparations(ports) : given(asked.control);
  if (stored.length === 0 && stated.length === 0) return undefined;
  const others = await ports.others();
  const statedDays = [...stored.map(({ day }) => day), ...stated.flatMap(({ days = [] }) => [...days])];
  const onThese = others.filter((one) => mayHave(ports.store, one, new Set(statedDays)));
  const reading = new Reading(ports, await goneAgain(ports, [...ports.files, ...onThese]));
  const all = [...(await kept(stored, ports, reading, asked)), ...stated];
  if (all.length === 0) return undefined;
  const counted = new Set<Submission>();
  const compared = new Set<Submission>();
  const nowhere = new Set<string>();
  let again = 0;
  let laterToo = 0;
  const rows: ControlRow[] = [];
  for (const { connection, exports, file, figures, days, isPartial, isMeant } of all) {
    const each: FileParts[] = [];
    const isAlone = isByItself({ file, exports });
    const of = async (some: readonly Submission[], wants: (day: string) => boolean) => {
      let parts = noParts;
      for (const one of some.filter(isMeant)) {
        const { here, later } = await reading.of(one);
        const own = inDays(isAlone ? together(here, later) : here, wants);
        const isOfStatement = ports.files.includes(one);
        if (own.files.length > 0 && !isOfStatement) counted.add(one);
        if (own.files.length > 0 || isOfStatement) compared.add(one);
        each.push({ fileName: fileNameOf(one.name), files: own.files });
        parts = together(parts, own);
        const count = inDays(later, wants).files.reduce((sum, part) => sum + part.count, 0);
        if (isAlone) laterToo += count;
        else again += count;
      }
      return parts;
    };
    const isCompared = (day: string) => days?.has(day) ?? true;
    // What is given is all that the core system says of these files; of what is kept, other days are not entered yet.
    const own = await of(ports.files, asked.control === undefined ? isCompared : () => true);
    const more = await of(
      others.filter((one) => days === undefined || mayHave(ports.store, one, days)),
      isCompared,
    );
    if (file !== undefined && ![...ports.files, ...others].some(isMeant)) nowhere.add(file);
    const whose = { connection, exports, file, isPartial };
    rows.push(...controlRows(figures, together(own, more), whose).map((row) => withExcess(row, each)));
  }
  const disagreements = all.flatMap(({ exports = '', disagreements: sentences = [] }) =>
    sentences.map((sentence) => ({ exports, sentence })),
  );
  const isCompared = (file: Submission) => all.some(({ figures, isMeant }) => figures.length > 0 && isMeant(file));
  const uncovered = asked.control === undefined ? await uncoveredBy(all, ports, reading) : [];
  const unread = [...reading.unread].toSorted((one, other) => one.id - other.id);
  const lines = await Promise.all([...compared].map(async (one) => (await reading.of(one)).lines));
  return {
    rows,
    disagreements,
    uncompared: ports.files.flatMap((file) => (isCompared(file) ? [] : namedFile(file))),
    ...(uncovered.length > 0 && { uncovered }),
    others: [...counted].map(namedFile),
    ...(nowhere.size > 0 && { nowhere: [...nowhere] }),
    ...(again > 0 && { again }),
    ...(laterToo > 0 && { laterToo }),
    unread: unread.map(namedFile),
    sent: {
      files: compared.size,
      open: lines.reduce((sum, { open }) => sum + open, 0),
      leftOut: lines.reduce((sum, { leftOut }) => sum + leftOut, 0),
    },
    isEqual: unread.length === 0 && disagreements.length === 0 && rows.every((row) => row.isEqual),
  };
}

/** Of a file or a preparation by itself, all that is in it is compared, also what went again with a later one. */
const isByItself = ({ file, exports }: Pick<Compared, 'file' | 'exports'>): boolean =>
  file !== undefined || exports !== undefined;

/** The transactions, by day, of which files that are compared have no figure: nothing is said of these. */
async function uncoveredBy(
  all: readonly Compared[],
  { files }: ControlPorts,
  reading: Reading,
): Promise<NonNullable<ControlTable['uncovered']>> {
  const found: PartSum[] = [];
  for (const one of files) {
    const own = all.filter(({ figures, isMeant }) => figures.length > 0 && isMeant(one));
    const isCovered = (part: PartSum) =>
      own.some(({ days, isPartial, figures }) =>
        isPartial ? figures.some((figure) => coveredBy(figure, [part]).count > 0) : (days?.has(part.day) ?? true),
      );
    if (own.length === 0) continue;
    const { here, later } = await reading.of(one);
    for (const part of (own.every(isByItself) ? together(here, later) : here).files)
      if (!isCovered(part)) found.push(part);
  }
  return [...Map.groupBy(found, ({ day }) => day)]
    .map(([day, parts]) => ({ day, count: coveredBy({ day }, parts).count, currencies: byCurrency(parts) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function byCurrency(parts: readonly PartSum[]) {
  const currencies = [...new Set(parts.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const { count, amount, unsummed } = coveredBy({ currency }, parts);
    return { currency, count, sum: amountText(amount), ...(unsummed > 0 && { unsummed }) };
  });
}

const given = ({ text, name }: NonNullable<StatementAsked['control']>): Compared[] => byFile(parseControl(text, name));

/** What is said of one file says nothing of the others. @param connection of which they are; undefined: of all */
function byFile(figures: readonly ControlFigure[], connection?: string): Compared[] {
  const groups = [...Map.groupBy(figures, ({ file }) => file)];
  return groups
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    .map(([file, own]) => ({
      connection,
      file,
      figures: own.map(({ file: _, ...figure }) => figure),
      days: new Set(own.flatMap(({ day }) => day ?? [])),
      isMeant: (one) =>
        one.connection === (connection ?? one.connection) && (file === undefined || isCalled(one, file)),
    }));
}

/** Also by the name of the export that all of it came from: the core system knows no other. */
function isCalled({ name, prepared }: Submission, file: string): boolean {
  const { sources = [] } = prepared ?? {};
  return fileNameOf(name) === file || (sources.length > 0 && sources.every((source) => source.name === file));
}

/** Of each preparation of the files of the statement; with rows that it had refused, and that were prepared later. */
function ofPreparations({ store, files }: ControlPorts): Compared[] {
  const isReplaced = ({ corrected }: Submission) =>
    corrected !== undefined && store.submission(corrected.by)?.prepared !== undefined;
  const standing = files.filter((one) => !isReplaced(one) && !isGivenUp(one, store.batches(one.id)));
  const byManifest = Map.groupBy(standing, ({ prepared, connection }) =>
    JSON.stringify([prepared?.manifestSha256, connection]),
  );
  return [...byManifest.values()].flatMap(([first]) => {
    const { connection, prepared } = first ?? {};
    const { control, manifestSha256, sources } = prepared ?? {};
    if (connection === undefined || control === undefined) return [];
    const isOfIt = ({ prepared: own }: Submission) =>
      own?.manifestSha256 === manifestSha256 || own?.sources.some(({ refusedBy }) => refusedBy === manifestSha256);
    return {
      connection,
      exports: sources?.map(({ name }) => name).join(', ') ?? '',
      figures: control.figures,
      isPartial: control.isPartial,
      disagreements: (control.differing ?? []).flatMap((one) => ('sentence' in one ? one.sentence : [])),
      isMeant: (one: Submission) => one.connection === connection && isOfIt(one) === true,
    };
  });
}

/** All that is kept of the connections of the statement, which may be of other days. */
function storedOf({ store, practised }: ControlPorts, asked: Asked): DayOfControl[] {
  const apart = new Set(practised.map(({ connection }) => connection));
  const isAsked = (connection: string) => (asked.connection ?? connection) === connection && !apart.has(connection);
  return store.control.all().filter(({ connection, figures }) => figures.length > 0 && isAsked(connection));
}

/** Of each connection the days of the statement, and those on which its files have transactions. */
async function kept(
  stored: readonly DayOfControl[],
  { files }: ControlPorts,
  reading: Reading,
  asked: Asked,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const [connection, days] of Map.groupBy(stored, (one) => one.connection)) {
    const own = new Set<string>();
    for (const file of files.filter((one) => one.connection === connection))
      for (const { day } of (await reading.of(file)).here.files) own.add(day);
    const wanted = days.filter(({ day }) => own.has(day) || (day >= asked.from && day <= asked.to));
    for (const [isPartial, some] of Map.groupBy(wanted, (one) => one.isPartial)) {
      const figures = some.flatMap(({ day, figures }) => figures.map((figure): ControlFigure => ({ ...figure, day })));
      compared.push(...byFile(figures, connection).map((one) => ({ ...one, isPartial })));
    }
  }
  return compared;
}

/** Each file is read once. */
class Reading {
  readonly unread = new Set<Submission>();
  readonly #ports: ControlPorts;
  readonly #gone: ReadonlyMap<SubmissionId, LineSet>;
  readonly #known = new Map<SubmissionId, FileSums>();

  constructor(ports: ControlPorts, gone: ReadonlyMap<SubmissionId, LineSet>) {
    this.#ports = ports;
    this.#gone = gone;
  }

  async of(submission: Submission): Promise<FileSums> {
    const { store, sumDays, signal } = this.#ports;
    signal.throwIfAborted();
    const known = this.#known.get(submission.id);
    if (known !== undefined) return known;
    const read = await ownPartsOf(store, submission, this.#gone, sumDays);
    if (read === undefined) this.unread.add(submission);
    const own = read ?? { here: noParts, later: noParts, lines: { open: 0, leftOut: 0 } };
    this.#known.set(submission.id, own);
    return own;
  }
}

/** Whether a file, or what corrects it, has transactions between the first and the last of its days on one of these. */
function mayHave(store: AccountStore, submission: Submission, days: ReadonlySet<string>): boolean {
  const { firstDay, lastDay } = submission.check?.totals ?? {};
  const hasOwn =
    firstDay !== undefined && lastDay !== undefined && [...days].some((day) => day >= firstDay && day <= lastDay);
  // A correction was added later than what it corrects.
  const later = correctionsOf(submission).flatMap((by) => (by > submission.id ? (store.submission(by) ?? []) : []));
  return hasOwn || later.some((one) => mayHave(store, one, days));
}

function inDays(own: OwnParts, wants: (day: string) => boolean): OwnParts {
  const wanted = ({ day }: OwnParts['files'][number]) => wants(day);
  return {
    files: own.files.filter(wanted),
    accepted: own.accepted.filter(wanted),
    leftOut: own.leftOut.filter(wanted),
  };
}
