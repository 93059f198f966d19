/** @file One row of the table: a column, its field, how it is read, what it becomes, and what is wrong with it. */

import { Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { FindingKind, Guess, PreparationTable, Preview, Template } from '../../src-shared/contract.ts';
import { directionsIn } from '../../src-shared/direction-words.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { fieldInFull, groupName } from '../../src-shared/field-words.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { columnsOfDirection } from '../../src-shared/template-direction.ts';
import { columnsInWords, constantInWords, fieldOfSide, howRead, tableTexts } from '../texts/mapping.ts';
import { columnTexts, confidenceWords } from '../texts/preparing.ts';
import { Choice } from './choice.tsx';
import { fieldGroups, roleOf } from './fields.ts';
import { FindingCell } from './finding-cell.tsx';
import { directionOf, placeInRow, withField } from './mapping.ts';
import {
  ADDITIONAL,
  choiceOfColumn,
  choiceOfField,
  choiceOfText,
  DIRECTION,
  fieldOfChoice,
  NOTHING,
  otherSources,
  withChosenSource,
  withColumnAs,
  withMovedField,
} from './mapping-choices.ts';
import { columnKey, fieldKey, isMadeId, type MappingRow } from './mapping-rows.ts';
import classes from './mapping-table.module.css';
import type { KnownOutcome } from './outcome.ts';
import { cellAt, cellsOf, valuesShown } from './sampled-cells.ts';
import { offeredInWords, usualValues } from './usual-values.ts';
import { valueAt } from './value-at.ts';

interface MappingRowProps {
  row: MappingRow;
  template: Template;
  table: PreparationTable;
  /** What becomes of the row that a person looks at. */
  preview: Preview | undefined;
  outcome: KnownOutcome;
  guess: Guess | undefined;
  /** The open settings of the row. */
  settings: ReactNode;
  onSettings: (isWanted: boolean) => void;
  /** @param key of the row that has the focus then */
  onTemplate: (template: Template, key?: string) => void;
  onLook: (kind: FindingKind) => void;
}

export function MappingRowView(props: MappingRowProps) {
  const { row, template, table, preview, outcome, settings, onSettings, onTemplate, onLook } = props;
  const hasError =
    row.findings.some(({ severity }) => severity === 'error') || (row.kind === 'field' && row.absent.length > 0);
  const path = row.kind === 'field' || row.kind === 'open' ? row.path : undefined;
  const cellOfRow = (column: string) => cellAt(table, column, preview?.number);
  const toggle = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && settings !== undefined && !isInOpenList(event)) onSettings(false);
    if (event.key !== 'F2' || path === undefined) return;
    event.preventDefault();
    onSettings(settings === undefined);
  };
  return (
    <>
      <tr
        data-row={row.key}
        data-is-made-id={isMadeId(row, template) || undefined}
        data-is={
          row.findings.length > 0 || hasError
            ? hasError
              ? 'error'
              : 'warning'
            : row.kind === 'open'
              ? 'open'
              : undefined
        }
        onKeyDown={toggle}
      >
        <th scope="row">
          <NameCell row={row} template={template} table={table} />
        </th>
        <td>
          <FieldCell row={row} template={template} table={table} onTemplate={onTemplate} onSettings={onSettings} />
        </td>
        <td>
          <ReadCell {...props} />
        </td>
        <td className={classes['result']}>
          {path !== undefined && (
            <InRow
              text={preview?.text}
              path={path}
              place={placeInRow(template, path, cellOfRow)}
              isGiven={row.kind === 'field'}
            />
          )}
        </td>
        <td>
          <FindingCell
            row={row}
            template={template}
            table={table}
            outcome={outcome}
            onLook={onLook}
            onRemedied={(next) => onTemplate(next, row.key)}
            onGive={() => onSettings(true)}
          />
        </td>
      </tr>
      {settings !== undefined && (
        <tr className={classes['open']} onKeyDown={toggle}>
          <td colSpan={5}>{settings}</td>
        </tr>
      )}
    </>
  );
}

function NameCell({ row, template, table }: Pick<MappingRowProps, 'row' | 'template' | 'table'>) {
  switch (row.kind) {
    case 'field': {
      const values = valuesShown(table, row.columns.slice(0, 3));
      return (
        <>
          <span className={classes['name']} title={isMadeId(row, template) ? row.columns.join(' + ') : undefined}>
            {row.columns.length === 0 ? constantInWords(template.fields[row.path]) : columnsInWords(row.columns)}
          </span>
          {row.columns.length > row.absent.length && !isMadeId(row, template) && <Values values={values} />}
        </>
      );
    }
    case 'open': {
      const label = fieldOfSide(row.path, template);
      return (
        <>
          <span className={classes['name']}>{row.isNeeded ? tableTexts.needed(label) : label}</span>
          <span className={classes['values']}>{tableTexts.noSource}</span>
        </>
      );
    }
    case 'column':
      return (
        <>
          <span className={classes['name']}>{row.column}</span>
          <Values values={valuesShown(table, [row.column])} />
        </>
      );
    case 'rows':
      return <span className={classes['name']}>{tableTexts.wholeRows}</span>;
    default:
      return assertNever(row);
  }
}

function Values({ values }: { values: readonly string[] }) {
  return <span className={classes['values']}>{values.length === 0 ? columnTexts.noSamples : values.join(' · ')}</span>;
}

/** The fields in their groups. */
function fieldChoices(template: Template) {
  return fieldGroups.map(({ name, fields }) => ({
    group: groupName(name),
    items: fields.map(({ path }) => ({ value: choiceOfField(path), label: fieldOfSide(path, template) })),
  }));
}

function FieldCell({
  row,
  template,
  table,
  onTemplate,
  onSettings,
}: Pick<MappingRowProps, 'row' | 'template' | 'table' | 'onTemplate' | 'onSettings'>) {
  switch (row.kind) {
    case 'field': {
      const [only = ''] = row.columns;
      const cells = row.columns.length === 1 ? cellsOf(table, only) : [];
      return (
        <Choice
          label={tableTexts.fieldOf(
            row.columns.length === 0 ? fieldOfSide(row.path, template) : columnsInWords(row.columns),
          )}
          shown={fieldOfSide(row.path, template)}
          isOpen={false}
          data={() => [
            { group: columnTexts.othersGroup, items: [{ value: NOTHING, label: tableTexts.noField }] },
            ...fieldChoices(template),
          ]}
          onChoose={(chosen) => {
            const to = fieldOfChoice(chosen);
            if (to !== undefined) onTemplate(withMovedField(template, row.path, to, cells), fieldKey(to));
            else onTemplate(withField(template, row.path, undefined), columnKey(only));
          }}
        />
      );
    }
    case 'open':
      return (
        <Choice
          label={tableTexts.sourceOf(fieldOfSide(row.path, template))}
          shown={tableTexts.chooseSource}
          isOpen
          data={() => sourceChoices(row.path, table.columns)}
          onChoose={(chosen) => {
            const given = { columns: table.columns, cellsOf: (column: string) => cellsOf(table, column) };
            const next = withChosenSource(template, row.path, chosen, given);
            // What it is made of is still to be said.
            const isOpen = otherSources.some((one) => one === chosen);
            onTemplate(next, isOpen ? undefined : row.key);
            if (isOpen) onSettings(true);
          }}
        />
      );
    case 'column':
      return (
        <Choice
          label={tableTexts.fieldOf(row.column)}
          shown={
            columnsOfDirection(template.direction).includes(row.column)
              ? tableTexts.direction
              : row.use === 'additional'
                ? tableTexts.additional
                : tableTexts.noField
          }
          isOpen
          data={() => [
            {
              group: columnTexts.othersGroup,
              items: [
                { value: NOTHING, label: tableTexts.noField },
                { value: ADDITIONAL, label: tableTexts.additional },
                ...(directionsIn(cellsOf(table, row.column)) === undefined
                  ? []
                  : [{ value: DIRECTION, label: tableTexts.direction }]),
              ],
            },
            ...fieldChoices(template),
          ]}
          onChoose={(chosen) => {
            const to = fieldOfChoice(chosen);
            const next = withColumnAs(template, row.column, chosen, cellsOf(table, row.column));
            onTemplate(next, to === undefined ? row.key : fieldKey(to));
          }}
        />
      );
    case 'rows':
      return null;
    default:
      return assertNever(row);
  }
}

const kindsOfSources = { constant: columnTexts.constant, columns: columnTexts.joined, uuid: columnTexts.uuid };

/** Where a field can come from. */
export function sourceChoices(path: string, columns: readonly string[]) {
  const usual = [...usualValues(path).keys()];
  return [
    ...(usual.length === 0
      ? []
      : [
          {
            group: columnTexts.constantGroup,
            items: usual.map((value) => ({ value: choiceOfText(value), label: offeredInWords(path, value) })),
          },
        ]),
    {
      group: columnTexts.columnsGroup,
      items: columns.map((column) => ({ value: choiceOfColumn(column), label: column })),
    },
    {
      group: columnTexts.othersGroup,
      items: otherSources.map((kind) => ({ value: kind, label: kindsOfSources[kind] })),
    },
  ];
}

function ReadCell({ row, template, table, preview, guess, settings, onSettings }: MappingRowProps) {
  const id = useId();
  switch (row.kind) {
    case 'field':
    case 'open': {
      const cell = row.kind === 'field' ? cellAt(table, row.columns[0], preview?.number) : '';
      const place = placeInRow(template, row.path, (column) => cellAt(table, column, preview?.number));
      const example = { cell, becomes: valueAt(preview?.text, place) };
      const words = howRead(row.path, template.fields[row.path], template, example);
      const evidence =
        guess === undefined ? undefined : labelled(confidenceWords[guess.confidence], inWords(guess.reason));
      if (row.kind === 'open' && roleOf(row.path) === undefined) return null;
      return (
        <Tooltip
          label={evidence}
          disabled={evidence === undefined}
          multiline
          maw={360}
          events={{ hover: true, focus: true, touch: true }}
        >
          <button
            type="button"
            className={classes['read']}
            data-confidence={guess?.confidence}
            aria-label={`${tableTexts.settings(fieldOfSide(row.path, template))}${words === '' ? '' : `: ${words}`}`}
            aria-describedby={evidence === undefined ? undefined : id}
            aria-expanded={settings !== undefined}
            onClick={() => onSettings(settings === undefined)}
          >
            <span>{words}</span>
            {guess?.confidence === 'look' && <span className={classes['look']}>{confidenceWords.look}</span>}
            <IconSettings size={15} aria-hidden />
            {evidence !== undefined && (
              <span id={id} className="unseen">
                {evidence}
              </span>
            )}
          </button>
        </Tooltip>
      );
    }
    case 'column': {
      const direction = directionOf(template, row.column);
      if (direction !== undefined)
        return <span className={classes['quiet']}>{tableTexts.changePlaces(direction.incoming)}</span>;
      return (
        <span className={classes['quiet']}>
          {row.use === 'decides'
            ? columnTexts.decides
            : row.use === 'additional'
              ? columnTexts.kept
              : columnTexts.notKept}
        </span>
      );
    }
    case 'rows':
      return null;
    default:
      return assertNever(row);
  }
}

/** Of a list or a menu within a row, which it closes alone. */
const isInOpenList = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role="menu"], [role="listbox"], [aria-haspopup][aria-expanded="true"]') !== null;

interface InRowProps {
  text: string | undefined;
  path: string;
  place: string;
  /** Whether the field has a source. */
  isGiven: boolean;
}

/** The value, and the field that it stands in where sender and receiver have changed places. */
function InRow({ text, path, place, isGiven }: InRowProps) {
  const value = valueAt(text, place) ?? '–';
  const role = roleOf(place);
  // Of a party that is known, nothing else is sent.
  if (value === '–' && isGiven && role !== undefined && valueAt(text, `${role}.by_external_id`) !== undefined)
    return <span className={classes['quiet']}>{tableTexts.isKnown}</span>;
  if (place === path || text === undefined) return value;
  return (
    <>
      {value}
      <br />
      <span className="small-print">{fieldInFull(place)}</span>
    </>
  );
}
