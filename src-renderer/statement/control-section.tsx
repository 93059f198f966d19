/** @file What the core system says, beside what is in the files, and the way to enter it. */

import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ControlRow, ControlTable, Statement } from '../../src-shared/contract.ts';
import { figureInWords, noCurrency } from '../../src-shared/control-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import {
  agrees,
  comparedInWords,
  controlNotes,
  gapInWords,
  whoseInWords,
} from '../../src-shared/statement-control-words.ts';
import { Loading } from '../frame/page.tsx';
import { useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { ControlForm, changeOf, type Entry } from './control-form.tsx';
import { ControlVerdict } from './control-verdict.tsx';
import { Section } from './statement-content.tsx';
import classes from './statement-page.module.css';
import { typed } from './typed-figure.ts';

interface ControlSectionProps {
  control: ControlTable | undefined;
  /** What is most likely entered. */
  usual: Entry;
  /** Of which figures may be. */
  files: Statement['files'];
  /** A person came to enter it. */
  isAsked: boolean;
  /** What was entered last is not in the table yet. */
  isComparing: boolean;
  onEntered: () => void;
}

export function ControlSection({ control, usual, files, isAsked, isComparing, onEntered }: ControlSectionProps) {
  const { controlTable } = useStores();
  const [begun, setBegun] = useState<Entry | undefined>(isAsked ? usual : undefined);
  // A list that was dropped is entered first.
  const given = useStore(controlTable, (state) => state.given);
  const entry = given === undefined ? begun : { connection: usual.connection, begun: given.text, name: given.name };
  const [outcome, setOutcome] = useState('');
  const section = useRef<HTMLDivElement>(null);
  const show = (next: Entry | undefined, said = '') => {
    controlTable.setState({ given: undefined });
    setBegun(next);
    // What was kept before is no outcome of what is entered now.
    setOutcome(said);
  };
  const close = (done?: string) => {
    show(undefined, done);
    if (done === undefined) return;
    onEntered();
    section.current?.scrollIntoView({ block: 'start' });
    // The button that had the keyboard is gone.
    section.current?.focus({ preventScroll: true });
  };
  // Who enters the first figures sees that there are none.
  const isShown = entry === undefined || control !== undefined || isComparing;
  return (
    <div ref={section} className={classes['control']} tabIndex={-1}>
      <div aria-live="polite">{outcome !== '' && <Text size="sm">{outcome}</Text>}</div>
      {entry !== undefined && (
        <ControlForm
          // A list that is dropped again, and says something else, is another one.
          key={JSON.stringify([entry.connection, entry.replaces, given])}
          entry={entry}
          files={files}
          onDone={close}
        />
      )}
      {isShown && (
        <Section title={statementTexts.control}>
          {isComparing ? (
            <Loading>{message('Comparing…')}</Loading>
          ) : control === undefined ? (
            <Text size="sm">{message('No figures of the core system have been entered for these transactions.')}</Text>
          ) : (
            <Figures control={control} onChange={show} />
          )}
        </Section>
      )}
      {entry === undefined && (
        <Button variant="default" className={classes['enter']} onClick={() => show(usual)}>
          {statementTexts.enter}
        </Button>
      )}
    </div>
  );
}

/** What differs comes first; of what agrees, how many there are is enough for most. */
function Figures({ control, onChange }: { control: ControlTable; onChange: (entry: Entry) => void }) {
  const [agreeing, others] = [true, false].map((wanted) => control.rows.filter((row) => agrees(row) === wanted));
  const rows = { agreeing: agreeing ?? [], others: others ?? [] };
  const entries = keptEntries(control, [...rows.others, ...rows.agreeing]);
  const table = (some: readonly ControlRow[], label: string) => (
    <FigureTable rows={some} label={label} entries={entries} onChange={onChange} />
  );
  return (
    <>
      {/* Who has entered figures is here, and not at the verdict above. */}
      <ControlVerdict control={control} most={Infinity} />
      {rows.others.length > 0 && table(rows.others, statementTexts.control)}
      {controlNotes(control).map((note) => (
        <p key={note} className={classes['note']}>
          {note}
        </p>
      ))}
      {rows.agreeing.length > 0 && (
        <details className={classes['agreeing']}>
          <summary>
            {message('{count, plural, one {# figure agrees} other {# figures agree}}, all accepted: show all', {
              count: rows.agreeing.length,
            })}
          </summary>
          {table(rows.agreeing, message('Figures that agree'))}
        </details>
      )}
      <p className="small-print">{comparedInWords()}</p>
    </>
  );
}

interface FigureTableProps {
  rows: readonly ControlRow[];
  label: string;
  entries: ReadonlyMap<ControlRow, Entry>;
  onChange: (entry: Entry) => void;
}

function FigureTable({ rows, label, entries, onChange }: FigureTableProps) {
  const { day, currency, core, inFiles, accepted, missing } = statementTexts;
  const named = firstOfEach(rows);
  return (
    <DataTable
      label={label}
      isInBlocks
      className={classes['table']}
      rows={rows}
      keyOf={(row) => `${whoseInWords(row)} ${row.day} ${row.currency}`}
      rowLook={({ isEqual }) => ({ 'data-is-equal': isEqual })}
      columns={[
        {
          heading: day,
          isName: true,
          cell: (row) => (
            <>
              <span className={classes['day']}>{row.day === undefined ? message('all days') : dateOfDay(row.day)}</span>
              {named.has(row) && <span className={classes['facts']}>{whoseInWords(row)}</span>}
              <ChangeButton entry={entries.get(row)} onChange={onChange} />
            </>
          ),
        },
        { heading: currency, cell: (row) => (row.currency === '' ? noCurrency() : row.currency) },
        { heading: core, cell: (row) => figureInWords(row.core, row.currency) },
        { heading: inFiles, cell: (row) => figureInWords(row.files, row.currency) },
        { heading: accepted, cell: (row) => figureInWords(row.accepted, row.currency) },
        { heading: missing, cell: gapInWords },
      ]}
    />
  );
}

/** Whose figures they are is said once for all rows of a day that are of the same. */
function firstOfEach(rows: readonly ControlRow[]): ReadonlySet<ControlRow> {
  const isNews = (row: ControlRow, at: number) => {
    const before = rows[at - 1];
    return before === undefined || before.day !== row.day || whoseInWords(before) !== whoseInWords(row);
  };
  return new Set(rows.filter((row, at) => whoseInWords(row) !== '' && isNews(row, at)));
}

/** The figures that were kept, at that row of each connection and day which is shown first. */
function keptEntries({ rows }: ControlTable, shown: readonly ControlRow[]): Map<ControlRow, Entry> {
  const kept = rows.filter(({ connection, exports }) => connection !== undefined && exports === undefined);
  const byDay = Map.groupBy(kept, ({ connection, day }) => JSON.stringify([connection, day]));
  return new Map(
    [...byDay.values()].flatMap((own): [ControlRow, Entry][] => {
      const first = shown.find((row) => own.includes(row));
      if (first?.day === undefined) return [];
      // What the core system does not list stands in the table as nothing.
      const figures = own.filter(({ core: { count, sum } }) => count !== 0 || sum !== '0');
      return [[first, { connection: first.connection, begun: figures.map(typed).join('\n'), replaces: first.day }]];
    }),
  );
}

function ChangeButton({ entry, onChange }: { entry: Entry | undefined; onChange: (entry: Entry) => void }) {
  if (entry?.replaces === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes['change']}
      aria-label={changeOf(entry.replaces)}
      onClick={() => onChange(entry)}
    >
      {message('Change this day')}
    </Button>
  );
}
