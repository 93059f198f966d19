/**
 * @file What a person had better decide about a template before anything is prepared, seen in a sample of the rows: a column
 * or amounts that seem to say who is the sender, and ids of customers among names. Pure.
 */

import { wordsOf } from '../../src-shared/column-words.ts';
import { oppositeRole, roles } from '../../src-shared/entity-roles.ts';
import { formOf } from '../../src-shared/form-of-id.ts';
import { fact, type Said, together } from '../../src-shared/languages/fact.ts';
import { either, listed } from '../../src-shared/languages/lists.ts';
import { AMOUNT } from '../../src-shared/template-direction.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { shorten, shown } from '../check/findings/finding.ts';
import { type Row, SAMPLE_ROWS } from '../exports/rows.ts';
import { type DirectionColumn, directionColumns, partiesOf } from './guessing/direction-column.ts';
import { tellingAmounts } from './guessing/telling-amounts.ts';
import { RowCells } from './row-cells.ts';
import { decidingColumns, plainValuesOf } from './used-columns.ts';

/** About one row, so that they are counted. */
export interface Question {
  row: number;
  column: string;
  cell: string;
  field?: string;
  rule: 'ask.direction' | 'ask.known';
  severity: 'warning';
  message: Said;
}

const SHOWN_CELL = 200;

/** @param rows some of the table, as a sample */
export function questionsAbout(template: Template, columns: readonly string[], rows: readonly Row[]): Question[] {
  const cells = new RowCells(columns);
  const questions = [...aboutDirection(template, columns, rows, cells), ...aboutKnown(template, rows, cells)];
  if (rows.length < SAMPLE_ROWS) return questions;
  const counted = fact('Only the first {rows, number} rows were counted.', { rows: rows.length });
  return questions.map((question) => ({ ...question, message: together([question.message, counted]) }));
}

function aboutDirection(template: Template, columns: readonly string[], rows: readonly Row[], cells: RowCells) {
  if (template.direction !== undefined || partiesOf(template) === 'as-named') return [];
  return aboutDirectionColumn(template, columns, rows, cells) ?? aboutAmounts(template, rows, cells);
}

/** Undefined where no column seems to say it. */
function aboutDirectionColumn(
  template: Template,
  columns: readonly string[],
  rows: readonly Row[],
  cells: RowCells,
): Question[] | undefined {
  const deciding = decidingColumns(template);
  const looked = columns
    .filter((name) => !deciding.has(name))
    .map((name) => {
      const cellOf = cells.cell(name);
      const distinct = [...new Set(rows.map((row) => cellOf(row).trim()))].filter((cell) => cell !== '');
      return { name, words: wordsOf(name), distinct };
    });
  const [found] = directionColumns(looked);
  if (found === undefined) return undefined;
  const cellOf = cells.cell(found.name);
  const filled = rows.filter((row) => cellOf(row).trim() !== '');
  const incoming = filled.filter((row) => found.directions?.incoming.includes(cellOf(row).trim()));
  const asked = { column: found.name, rule: 'ask.direction' as const, message: directionQuestion(found) };
  return askedOf(incoming.length > 0 ? incoming : filled, cells, asked);
}

/** Where the amount is negative in some rows and positive in others, or money comes in in a column of its own. */
function aboutAmounts(template: Template, rows: readonly Row[], cells: RowCells): Question[] {
  const found = tellingAmounts(template, cells, rows);
  if (found === undefined) return [];
  const { direction, isBySign, incoming } = found;
  const { column } = direction.incoming;
  const message = isBySign
    ? fact(
        '{column} has negative and positive amounts, which seem to say whether money went out or came in. Where it came in, the customer is the receiver; as it is, the customer is always the sender.',
        { column: shown(column) },
      )
    : fact(
        '{outgoing} and {incoming} seem to say whether money went out or came in. Where {incoming} is filled, the customer is the receiver; as it is, the customer is always the sender.',
        { outgoing: shown(direction.outgoing.column), incoming: shown(column) },
      );
  return askedOf(incoming, cells, { column, field: AMOUNT, rule: 'ask.direction', message });
}

function askedOf(
  rows: readonly Row[],
  cells: RowCells,
  asked: Pick<Question, 'column' | 'field' | 'rule' | 'message'>,
): Question[] {
  const cellOf = cells.cell(asked.column);
  return rows.map((row) => ({
    ...asked,
    row: row.number,
    cell: shorten(cellOf(row), SHOWN_CELL),
    severity: 'warning',
  }));
}

function directionQuestion({ name, directions, values }: DirectionColumn): Said {
  const column = shown(name);
  if (directions === undefined)
    return fact(
      '{column} seems to say whether money came in or went out. Say which of {values} means that it came in: there, the customer is the receiver. As it is, the customer is always the sender.',
      { column, values: listed(values.map((value) => shown(value))) },
    );
  return fact(
    '{column} seems to say whether money came in or went out. For {values}, the customer is the receiver; as it is, the customer is always the sender.',
    { column, values: either(directions.incoming.map((value) => shown(value))) },
  );
}

/** Where a column with names of unknown entities also has ids like those of the known ones. */
function aboutKnown({ fields, entities }: Template, rows: readonly Row[], cells: RowCells): Question[] {
  return roles.flatMap((role) => {
    const field = `${role}.unknown.full_name`;
    const column = onlyColumn(fields[field]);
    const idColumn = onlyColumn(fields[`${oppositeRole[role]}.by_external_id`]);
    const isDecided = fields[`${role}.by_external_id`] !== undefined || entities[role] !== undefined;
    if (column === undefined || idColumn === undefined || column === idColumn || isDecided) return [];
    const [idOf, nameOf] = [cells.cell(idColumn), cells.cell(column)];
    const forms = new Set(rows.map((row) => formOf(idOf(row).trim())).filter((form) => form.includes('#')));
    const like = rows.filter((row) => forms.has(formOf(nameOf(row).trim())));
    return like.map(
      (row): Question => ({
        row: row.number,
        column,
        cell: shorten(nameOf(row), SHOWN_CELL),
        field,
        rule: 'ask.known',
        severity: 'warning',
        message: fact(
          '{value} in {column} has the form of the ids in {idColumn}, so it seems to be a known customer; as it is, it becomes the name of an unknown one.',
          { value: shown(nameOf(row)), column: shown(column), idColumn: shown(idColumn) },
        ),
      }),
    );
  });
}

function onlyColumn(value: Template['fields'][string] | undefined): string | undefined {
  const [plain, ...more] = value === undefined ? [] : plainValuesOf(value);
  const source = more.length === 0 ? plain?.source : undefined;
  return source?.from === 'column' && source.part === undefined ? source.column : undefined;
}
