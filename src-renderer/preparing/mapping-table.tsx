/** @file The table of preparing: each column with the field that it makes, how it is read, what it becomes, and what is wrong with it. */

import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { FindingKind, PreparationTable, Template } from '../../src-shared/contract.ts';
import { Dialog } from '../dialog.tsx';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { preparingKeys } from '../shortcuts/shortcut-groups.ts';
import { usePreparation } from '../stores.ts';
import { fieldOfSide, tableTexts } from '../texts/mapping.ts';
import { columnTexts } from '../texts/preparing.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
import { Choice } from './choice.tsx';
import { FieldSettings } from './field-settings.tsx';
import { allFields } from './fields.ts';
import { choiceOfField, fieldOfChoice } from './mapping-choices.ts';
import { MappingRowView } from './mapping-row.tsx';
import { fieldKey, inPlace, type MappingRow, mappingTable } from './mapping-rows.ts';
import classes from './mapping-table.module.css';
import type { OpenPreparation } from './open-preparation.ts';
import type { KnownOutcome } from './outcome.ts';
import { RowPreview } from './row-preview.tsx';
import { usePreviews } from './use-previews.ts';

interface MappingTableProps {
  open: OpenPreparation;
  table: PreparationTable;
  outcome: KnownOutcome;
  /** Shows the first rows of a kind. */
  onLook: (kind: FindingKind) => void;
}

/** More columns without a field than this are folded. */
const MOST_UNFOLDED = 12;

export function MappingTable({ open: { preparation, source, draft }, table, outcome, onLook }: MappingTableProps) {
  const change = usePreparation((state) => state.change);
  const guessed = usePreparation((state) => state.guessed);
  const { template } = draft;
  const previews = usePreviews(preparation.id, template, table);
  const [wished, setWished] = useState<readonly string[]>([]);
  const [chosenRow, chooseRow] = useState<number>();
  const [opened, setOpened] = useState<string>();
  const [isWhole, showWhole] = useState(false);
  const body = useRef<HTMLTableElement>(null);
  const { columns } = table;
  const arranged = useMemo(
    () => mappingTable({ template, columns, kinds: outcome.kinds, wished }),
    [template, columns, outcome.kinds, wished],
  );
  // Once a person works in it, what was mended stays in sight, and what they are about to press does not move.
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(arranged);
  const { rows, unused } = isHeld ? inPlace(arranged, shown.current) : arranged;
  useEffect(() => {
    shown.current = { rows, unused };
  }, [rows, unused]);
  const work = {
    onKeyDown: moveFocus,
    onFocus: () => setHeld(true),
  };
  const firstFine = previews.findIndex(({ text }) => text !== undefined);
  const at = Math.min(chosenRow ?? Math.max(0, firstFine), Math.max(0, previews.length - 1));
  const preview = previews[at];
  const onTemplate = (next: Template, key?: string) => {
    change({ template: next });
    if (key !== undefined) focusLater(body, key);
  };
  const view = (row: MappingRow) => (
    <MappingRowView
      key={row.key}
      row={row}
      template={template}
      table={table}
      preview={preview}
      outcome={outcome}
      onTemplate={onTemplate}
      onLook={onLook}
      guess={
        row.kind === 'field' && guessed?.fields[row.path] === template.fields[row.path]
          ? source.guesses.find(({ field }) => field === row.path)
          : undefined
      }
      settings={
        (row.kind === 'field' || row.kind === 'open') && opened === row.key ? (
          <FieldSettings
            key={row.path}
            id={preparation.id}
            path={row.path}
            findings={row.findings}
            template={template}
            table={table}
            onTemplate={onTemplate}
            onClose={() => {
              setOpened(undefined);
              focusLater(body, row.key);
            }}
          />
        ) : undefined
      }
      onSettings={(isWanted) => setOpened(isWanted ? row.key : undefined)}
    />
  );
  const isFolded = unused.length > MOST_UNFOLDED;
  return (
    <section className={classes['frame']} aria-labelledby="columns-and-fields">
      <h2 className="unseen" id="columns-and-fields">
        {tableTexts.title}
      </h2>
      <table ref={body} className={classes['table']} {...work}>
        <thead>
          <tr>
            <th scope="col">{tableTexts.heads.column}</th>
            <th scope="col">{tableTexts.heads.field}</th>
            <th scope="col">{tableTexts.heads.read}</th>
            <th scope="col">
              <span className={classes['becomes']}>
                {preview === undefined ? tableTexts.noRow : tableTexts.heads.becomes(preview.number)}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={tableTexts.whole}
                  title={tableTexts.whole}
                  disabled={preview === undefined}
                  onClick={() => showWhole(true)}
                >
                  <IconEye size={16} aria-hidden />
                </ActionIcon>
              </span>
            </th>
            <th scope="col">{tableTexts.heads.finding}</th>
          </tr>
        </thead>
        <tbody>{rows.map(view)}</tbody>
        {!isFolded && <tbody>{unused.map(view)}</tbody>}
      </table>
      <div className={classes['foot']}>
        <div className={classes['newField']}>
          <Choice
            label={tableTexts.newField}
            shown={tableTexts.newField}
            isOpen
            data={() =>
              allFields
                .filter(({ path }) => template.fields[path] === undefined && !wished.includes(path))
                .map(({ path }) => ({ value: choiceOfField(path), label: fieldOfSide(path, template) }))
            }
            onChoose={(chosen) => {
              const path = fieldOfChoice(chosen);
              if (path === undefined) return;
              setHeld(true);
              setWished([...wished, path]);
              focusLater(body, fieldKey(path));
            }}
          />
        </div>
        {unused.length > 0 && <Unused template={template} onTemplate={onTemplate} />}
      </div>
      {isFolded && (
        <details className={classes['folded']}>
          <summary>{tableTexts.unused(unused.length)}</summary>
          <table className={classes['table']} aria-label={tableTexts.unused(unused.length)} {...work}>
            <tbody>{unused.map(view)}</tbody>
          </table>
        </details>
      )}
      <ul className={classes['keys']} aria-label={shortcutTexts.groups.preparing}>
        {preparingKeys().map(({ meaning, keys }) => (
          <li key={meaning}>
            {keys.map((one) => (
              <KeysShown key={one} keys={one} />
            ))}{' '}
            {meaning}
          </li>
        ))}
      </ul>
      <Dialog
        subject={isWhole ? preview : undefined}
        size="lg"
        onClose={() => showWhole(false)}
        title={() => columnTexts.preview}
      >
        {() => <RowPreview previews={previews} at={at} onAt={chooseRow} />}
      </Dialog>
    </section>
  );
}

const choices = ['leave-out', 'additional-fields'] as const;

function Unused({ template, onTemplate }: { template: Template; onTemplate: (template: Template) => void }) {
  return (
    <div className={classes['unused']}>
      <span id="unused-columns">{columnTexts.others}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby="unused-columns"
        data={choices.map((value) => ({ value, label: columnTexts.otherChoices[value] }))}
        value={template.otherColumns}
        onChange={(chosen) => {
          const known = choices.find((choice) => choice === chosen);
          if (known !== undefined) onTemplate({ ...template, otherColumns: known });
        }}
      />
    </div>
  );
}

/** The button of each row by which it is found with the keyboard. */
const stops = (within: ParentNode): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('[data-row-stop]')];

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (step === 0 || !(target instanceof HTMLElement) || !target.matches('[data-row-stop]')) return;
  const all = stops(currentTarget);
  const next = all[all.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The row may stand elsewhere once it is drawn again. */
function focusLater(table: { current: HTMLTableElement | null }, key: string): void {
  requestAnimationFrame(() => focusRow(table.current ?? document, key));
}

/** Shows the row, and leads the keyboard there. @param rule to where its question is answered, if that has a place of its own */
export function focusRow(within: ParentNode, key: string, rule = ''): void {
  const row = within.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
  // Where there are many columns without a field, these are folded.
  row?.closest('details')?.setAttribute('open', '');
  row?.scrollIntoView({ block: 'center' });
  const answer = row?.querySelector<HTMLElement>(`[data-answers="${CSS.escape(rule)}"]`);
  (answer ?? (row === null ? undefined : stops(row)[0]))?.focus({ preventScroll: true });
}
