/** @file Statements: read as data, or saved as a page to print or a table. */

import type { CommandInput, CommandOutput, Savable } from '../../src-shared/contract.ts';
import type { RecognisedFigures } from '../../src-shared/control-shapes.ts';
import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { jsonInEnglish, message } from '../../src-shared/languages/message.ts';
import { statementSchema } from '../../src-shared/statement-shapes.ts';
import { type ControlFigure, subjectOf } from '../records/control/control-figures.ts';
import { readControl } from '../records/control/control-file.ts';
import { statementOf } from '../records/statement.ts';
import type { RepeatPorts } from '../records/went-before.ts';
import type { IdsThere } from '../records/went-once.ts';
import { type Issued, statementCsv, statementPage } from '../send/receipts/statement-page.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { DayOfControl } from '../send/storage/stored-control.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { inLanguage } from './receipts.ts';

interface EnteringPorts {
  app: {
    store: Pick<QueueStore, 'control' | 'saveControl'>;
    connections: Pick<CommandPorts['app']['connections'], 'get'>;
  };
  clock: Pick<CommandPorts['clock'], 'now'>;
}

/** What a person sees before it is kept. */
function recognisedIn(figures: readonly ControlFigure[], columns: RecognisedFigures['columns']): RecognisedFigures {
  const each = (name: 'day' | 'currency' | 'file') =>
    [...new Set(figures.flatMap((figure) => figure[name] ?? []))].toSorted();
  const lacking = (name: 'count' | 'sum') => figures.filter((figure) => figure[name] === undefined).length;
  return {
    figures: figures.length,
    days: each('day'),
    currencies: each('currency'),
    files: each('file'),
    columns,
    withoutCount: lacking('count'),
    withoutSum: lacking('sum'),
  };
}

/** Keeps what the core system says of some days, or nothing any more of one; of a trial, only what would be. @throws AppError control.unreadable, connection.unknown */
function enterControl(
  { app, clock }: EnteringPorts,
  { connection, figures: given, replaces, beside, about, isTrial }: CommandInput<'statement.enter'>,
): CommandOutput<'statement.enter'> {
  // What was kept of one that was removed meanwhile can go.
  if (given !== undefined && connection !== ENVIRONMENT) app.connections.get(connection);
  const read = given === undefined ? undefined : readControl(given.text, given.name);
  const figures = (read?.figures ?? []).map((figure) => ({ ...(about !== undefined && { file: about }), ...figure }));
  const all = app.store.control.all();
  const dayOf = (day: string) => all.find((one) => one.connection === connection && one.day === day);
  const keptOf = (day: string) => dayOf(day)?.figures ?? [];
  // One by one, until a list comes, which says all of its day.
  const isPartial = (day: string) =>
    (beside === true && keptOf(day).length === 0) ||
    ((beside === true || replaces === day) && dayOf(day)?.isPartial === true);
  const byDay = Map.groupBy(figures, ({ day }) => day);
  const at = clock.now();
  const days = [...byDay].map(([day, own]): DayOfControl => {
    if (day === undefined)
      throw new AppError('control.unreadable', {
        path: given?.name ?? '',
        problem: fact('figures without a day cannot be kept.'),
      });
    // Where a day is changed into another one, that keeps what it had, too.
    const isBeside = beside || (replaces !== undefined && day !== replaces);
    const others = keptOf(day).filter((kept) =>
      isBeside
        ? own.every((figure) => subjectOf({ ...kept, day }) !== subjectOf(figure))
        : about !== undefined && kept.file !== about,
    );
    return {
      ...{ connection, day, at, figures: [...others, ...own.map(({ day: _, ...figure }) => figure)] },
      ...(isPartial(day) && { isPartial: true }),
    };
  });
  const isKept = replaces !== undefined && keptOf(replaces).length > 0;
  const isGone = replaces !== undefined && isKept && !byDay.has(replaces);
  const changed = isGone ? [...days, { connection, day: replaces, at, figures: [] }] : days;
  const kind = given === undefined ? 'control-removed' : 'control-entered';
  const named = (some: readonly DayOfControl[]) => some.map(({ day }) => day).toSorted();
  if (changed.length > 0 && !isTrial)
    app.store.saveControl(changed, { at, kind, detail: { connection, days: named(changed) } });
  return {
    days: named(days),
    ...(isGone && { removed: replaces }),
    ...(read !== undefined && { recognised: recognisedIn(figures, read.columns) }),
  };
}

export function statementCommands(ports: EnteringPorts): Pick<CommandHandlers, 'statement.enter'> {
  return { 'statement.enter': (entered) => enterControl(ports, entered) };
}

interface StatementPorts {
  app: { store: QueueStore; sentBefore?: RepeatPorts['sentBefore'] } & Partial<IdsThere>;
  signal: AbortSignal;
}

export async function readStatement(
  { app, signal }: StatementPorts,
  asked: CommandInput<'statement.read'>,
): Promise<CommandOutput<'statement.read'>> {
  const { store, keepsIds, idIndexes } = app;
  const ids = keepsIds !== undefined && idIndexes !== undefined ? { keepsIds, idIndexes } : undefined;
  return statementSchema.parse(await statementOf(store, asked, { signal, sentBefore: app.sentBefore?.bind(app), ids }));
}

/** As it prints. @throws AppError control.unreadable */
export async function paperOfStatement(
  ports: StatementPorts,
  { language, ...asked }: CommandInput<'statement.page'>,
  issued?: Issued,
): Promise<string> {
  const statement = await readStatement(ports, asked);
  return await inLanguage(language, () => statementPage(statement, issued));
}

/** @returns the whole content of the file. @throws AppError audit.no-pdf, audit.not-printed, control.unreadable */
export async function statementFile(
  ports: StatementPorts,
  { print }: Pick<CommandPorts['shell'], 'print'>,
  { format, language, ...asked }: Omit<Extract<Savable, { kind: 'statement' }>, 'kind'>,
  issued?: Issued,
): Promise<string | Uint8Array> {
  if (format === 'pdf' && print === undefined) throw new AppError('audit.no-pdf', {});
  if (format === 'json') return `${jsonInEnglish(await readStatement(ports, asked), 2)}\n`;
  if (format === 'csv') {
    const statement = await readStatement(ports, asked);
    return await inLanguage(language, () => statementCsv(statement));
  }
  const paper = await paperOfStatement(ports, { ...asked, language }, issued);
  return format === 'pdf' && print !== undefined ? await print(paper) : paper;
}

/** One day is named once. */
export function statementFileName({ from, to }: Pick<Extract<Savable, { kind: 'statement' }>, 'from' | 'to'>): string {
  const first = from ?? message('first', {}, { context: 'name of a file' });
  return [message('statement', {}, { context: 'name of a file' }), ...new Set([first, to])].join('-');
}
