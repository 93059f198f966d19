/** @file A preparation and its parts as a window shows them. Pure. */

import type {
  ColumnValues,
  FittingTemplate,
  ListedFile,
  Plan,
  Preparation,
  PreparationTable,
  Prepared,
  Preview,
} from '../../src-shared/contract.ts';
import { SHOWN_CELL, SHOWN_FILES, SHOWN_ROWS } from '../../src-shared/preparation-shapes.ts';
import type { ExaminedTable } from '../exports/examine.ts';
import type { Row } from '../exports/rows.ts';
import type { Examined } from '../prepare/examination.ts';
import type { PreparationRecord } from '../prepare/preparation-record.ts';
import { nameOf } from '../prepare/preparation-sources.ts';
import type { OpenPreparation } from '../prepare/preparation-works.ts';
import { submissionIdSchema } from '../send/submission.ts';
import type { PreviewedRow } from '../templates/preview.ts';

/** Tables and rows that are shown; a workbook may have hundreds of sheets. */
const MOST_TABLES = 40;
const MOST_FAULTS = 20;
/** Enough to recognise a row. */
const MOST_HEAD_CELLS = 50;
/** More sums than a person compares by eye. */
const MOST_DAYS = 2000;
const MOST_NOT_TAKEN = 50;
const MOST_VALUES = 200;
/** More than a person chooses from. */
const MOST_TEMPLATES = 5;

/** @param bytesOf how large a file of the export is; 0 where it is gone */
export function preparationShown(open: OpenPreparation, bytesOf: (path: string) => number): Preparation {
  const { record, examined, guesses, fitting, plan, work, error, isInterrupted, former } = open;
  const last = former.at(-1);
  const { id, sources, startedAt, draft, template, added } = record;
  return {
    id,
    startedAt,
    isInterrupted,
    name: shownName(sources),
    files: sources.map(({ path, name }) => ({ fileName: name, bytes: bytesOf(path) })),
    ...(record.replaces !== undefined && { replaces: replacesShown(record.replaces) }),
    added: added.map((one) => one as Preparation['added'][number]),
    ...(work !== undefined && { work }),
    ...(error !== undefined && { error }),
    ...(last !== undefined && { former: last.change }),
    ...(plan !== undefined && { plan: planShown(plan) }),
    ...(draft !== undefined && { draft }),
    ...(record.saving !== undefined && work?.kind !== 'saving' && { saving: placeShown(record.saving) }),
    ...(record.saved !== undefined && { saved: savedShown(record.saved) }),
    ...(examined !== undefined && {
      source: {
        packing: [...(examined.facts.files[0]?.packing ?? [])],
        ...filesShown(examined, sources),
        tables: examined.tables.slice(0, MOST_TABLES).map(tableShown),
        sheets: sheetsShown(examined),
        lines: [...examined.lines],
        guesses,
        ...fittingShown(fitting, template),
      },
    }),
  };
}

/** @param used the kept template that was recognised, or chosen */
export function fittingShown(fitting: readonly FittingTemplate[], used: { id: string; name: string } | undefined) {
  return {
    ...(used !== undefined && { recognised: used }),
    differences: fitting.find(({ id }) => id === used?.id)?.differences ?? [],
    otherTemplates: fitting.filter(({ id }) => id !== used?.id).slice(0, MOST_TEMPLATES),
  };
}

function replacesShown({ submission, ...cell }: NonNullable<PreparationRecord['replaces']>): Preparation['replaces'] {
  return { submission: submissionIdSchema.parse(submission), ...cell };
}

function planShown(plan: Prepared): Plan {
  return { ...plan, batches: plan.files.length, byDay: plan.byDay.slice(0, MOST_DAYS) };
}

type Sources = OpenPreparation['record']['sources'];

function filesShown({ facts: { listed, leftOut } }: Examined, sources: Sources) {
  const files = listed.length < 2 ? [] : listed;
  return {
    files: files.slice(0, SHOWN_FILES).map(({ path, name, bytes, format, problem, isChosen }): ListedFile => {
      const source = sources.findIndex((one) => one.path === path);
      const { name: brought = '' } = sources[source] ?? {};
      return {
        source,
        name,
        bytes,
        isChosen,
        fileName: name === '' ? brought : sources.length === 1 ? name : `${brought}/${name}`,
        ...(format !== undefined && { format }),
        ...(problem !== undefined && { problem }),
      };
    }),
    allFiles: files.length,
    notTaken: leftOut.slice(0, MOST_NOT_TAKEN).map(({ name, reason }) => ({ name, reason })),
  };
}

/** Of several workbooks, sheets are not chosen one by one. */
function sheetsShown({ facts, tables }: Examined): NonNullable<Preparation['source']>['sheets'] {
  const [file, ...others] = facts.files;
  if (others.length > 0) return [];
  return (file?.sheets ?? []).map((name) => ({ name, isTaken: tables.some((table) => table.name === name) }));
}

/** The folder is shown where a person has chosen it. */
const placeShown = ({ out }: { out?: string | undefined }) => (out === undefined ? {} : { folder: out });

export function savedShown(saved: NonNullable<PreparationRecord['saved']>): NonNullable<Preparation['saved']> {
  const { files, bytes, at } = saved;
  return { ...placeShown(saved), files, bytes, at };
}

/** The name of the file, or how many there are. */
export function shownName(sources: OpenPreparation['record']['sources']): string {
  const [first] = sources;
  const others = sources.length - 1;
  const name = first?.name ?? nameOf(sources);
  return others === 0 ? name : `${name} and ${others} more`;
}

function tableShown({ name, columns, reading, head, rows, faults, estimatedRows }: ExaminedTable): PreparationTable {
  const last = lastOf(rows);
  return {
    name,
    columns: [...columns],
    reading,
    head: head.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, MOST_HEAD_CELLS).map((cell) => cell?.slice(0, SHOWN_CELL) ?? null),
    })),
    rows: rows.slice(0, SHOWN_ROWS).map(({ number, cells }) => ({
      number,
      cells: columns.map((_, at) => cells[at]?.slice(0, SHOWN_CELL) ?? null),
    })),
    sampled: estimatedRows === undefined ? rows.length : Math.max(rows.length, estimatedRows - (last - rows.length)),
    isAll: isAll({ rows, estimatedRows }),
    faults: faults.slice(0, MOST_FAULTS).map(({ number, message }) => ({ number, message })),
  };
}

type Sampled = Pick<ExaminedTable, 'columns' | 'rows' | 'estimatedRows'>;

const lastOf = (rows: readonly Row[]): number => rows.at(-1)?.number ?? 0;

const isAll = ({ rows, estimatedRows }: Pick<Sampled, 'rows' | 'estimatedRows'>): boolean =>
  estimatedRows !== undefined && estimatedRows <= lastOf(rows);

/** The rows of a table with these numbers, in their order. */
export function sampledRows(
  examined: Examined,
  table: string,
  numbers: readonly number[],
): { columns: readonly string[]; rows: Row[] } {
  const found = examined.tables.find(({ name }) => name === table) ?? examined.tables[0];
  const wanted = new Set(numbers);
  return { columns: found?.columns ?? [], rows: found?.rows.filter(({ number }) => wanted.has(number)) ?? [] };
}

export function previewShown({ row, kind, json, findings }: PreviewedRow): Preview {
  return {
    number: row,
    ...(kind === 'line' && { text: json }),
    isLeftOut: kind === 'left-out',
    findings: findings.map(({ rule, severity, path, message, columns: [column] }) => ({
      line: row,
      rule,
      severity,
      path,
      message,
      ...(column !== undefined && { column }),
    })),
  };
}

/** The values of columns in the sample, the most frequent first. Cells are compared without spaces around. */
export function valuesOf({ tables }: { tables: readonly Sampled[] }, columns: readonly string[]): ColumnValues[] {
  return columns.map((column) => {
    const counts = new Map<string, number>();
    let empty = 0;
    const own = tables.filter(({ columns: all }) => all.includes(column));
    for (const table of own) {
      const at = table.columns.indexOf(column);
      for (const { cells } of table.rows) {
        const value = cells[at]?.trim() ?? '';
        if (value === '') empty += 1;
        else counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count);
    return {
      ...{ column, values: values.slice(0, MOST_VALUES), empty, isCut: values.length > MOST_VALUES },
      ...(!own.every(isAll) && { looked: own.reduce((sum, { rows }) => sum + rows.length, 0) }),
    };
  });
}
