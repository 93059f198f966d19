/**
 * @file The findings table, for any number of findings: only the rows in view exist, and only their pages are loaded.
 * One row is selected; arrow keys move the selection.
 */

import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { FindingRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import type { LineOrigin } from '../../src-shared/line-origin.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { useIsNarrow } from '../frame/use-is-narrow.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { useEqualRows } from '../table/rows-in-view.ts';
import { findingTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import type { FindingPages } from './finding-pages.ts';
import { messageParts } from './finding-selection.ts';
import classes from './findings-table.module.css';
import { SeveritySign } from './severity-sign.tsx';

/** As in the style sheet. In a narrow window, a row has room for four lines. */
const ROW_HEIGHT = 28;
const TALL_ROW_HEIGHT = 80;
const HEAD_HEIGHT = 28;

export interface FindingsTableProps {
  pages: FindingPages;
  count: number;
  /** The index of the selected finding. */
  chosen: number | undefined;
  onChoose: (index: number) => void;
}

export function FindingsTable({ pages, count, chosen, onChoose }: FindingsTableProps) {
  useSyncExternalStore(pages.subscribe, pages.version);
  const inView = useEqualRows(count, useIsNarrow() ? TALL_ROW_HEIGHT : ROW_HEIGHT, HEAD_HEIGHT);
  const { shown, bringIntoView } = inView;
  const [first, last] = [shown[0]?.index, shown.at(-1)?.index];
  // Rows that are still being loaded must not take the column away.
  const knownOrigin = useRef<LineOrigin>(undefined);
  knownOrigin.current ??= shown.map(({ index }) => pages.at(index)?.origin).find((origin) => origin !== undefined);
  useEffect(() => {
    if (first !== undefined && last !== undefined) pages.look(first, last);
  }, [pages, first, last]);

  // Chosen before the page was left, it is in sight again.
  const chosenAtFirst = useRef(chosen);
  useEffect(() => {
    if (chosenAtFirst.current !== undefined) bringIntoView(chosenAtFirst.current);
    chosenAtFirst.current = undefined;
  }, [bringIntoView]);
  return (
    <DataTable
      label={findingTexts.gridLabel}
      table={{ 'aria-description': findingTexts.keys, 'data-has-origin': knownOrigin.current !== undefined }}
      frame="bordered"
      frameClass={classes['frame']}
      className={classes['findings']}
      columns={columns(knownOrigin.current)}
      rows={{ length: count, at: (index) => pages.at(index) }}
      inView={inView}
      choice={{ chosen, onChoose }}
    />
  );
}

const columns = (first: LineOrigin | undefined): Column<FindingRow>[] => [
  {
    heading: findingTexts.columns.line,
    align: 'end',
    cell: ({ line }) => (line === 0 ? findingTexts.wholeFile : number(line)),
  },
  ...(first === undefined
    ? []
    : [
        {
          heading: <span title={first.fileName}>{findingTexts.lineIn(first.submission)}</span>,
          align: 'end' as const,
          className: classes['origin'],
          cell: ({ origin }: FindingRow) => origin && number(origin.line),
        },
      ]),
  {
    heading: findingTexts.columns.message,
    className: classes['message'],
    title: ({ rule, path, message, from }) =>
      [findingSentence(message), ...(from ? [findingTexts.from(from)] : []), ruleName(rule), path]
        .filter(Boolean)
        .join('\n'),
    cell: ({ severity, rule, message, from }) => {
      const [beginning, end] = messageParts(findingSentence(message));
      return (
        <>
          <SeveritySign severity={severity} />
          <span className="unseen">{ruleName(rule)}</span>
          <span className={classes['cutOff']}>{beginning}</span>
          <span className={classes['end']}>{end}</span>
          {from !== undefined && <span className={classes['from']}> · {findingTexts.from(from)}</span>}
        </>
      );
    },
  },
];
