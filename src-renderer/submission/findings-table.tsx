/**
 * @file The findings table, for any number of findings: only the rows in view exist, and only their pages are loaded.
 * One row is selected; arrow keys move the selection.
 */

import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { FindingRow } from '../../src-shared/contract.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { useTallRows } from '../tall-rows/use-tall-rows.ts';
import { findingTexts, ruleName } from '../texts/submission.ts';
import { number } from '../wording.ts';
import type { FindingPages } from './finding-pages.ts';
import { messageParts } from './finding-selection.ts';
import classes from './findings-table.module.css';
import { SeveritySign } from './severity-sign.tsx';

/** Both values as in the style sheet. */
const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 34;

export interface FindingsTableProps {
  pages: FindingPages;
  count: number;
  /** The index of the selected finding. */
  chosen: number | undefined;
  onChoose: (index: number) => void;
}

export function FindingsTable({ pages, count, chosen, onChoose }: FindingsTableProps) {
  const gridId = useId();
  useSyncExternalStore(pages.subscribe, pages.version);
  const rows = useTallRows(count, ROW_HEIGHT, HEAD_HEIGHT);
  const { first, last } = rows;
  useEffect(() => {
    if (count > 0) pages.look(first, last);
  }, [pages, first, last, count]);

  // Chosen before the page was left, it is in sight again.
  const { bringIntoView } = rows;
  const chosenAtFirst = useRef(chosen);
  useEffect(() => {
    if (chosenAtFirst.current !== undefined) bringIntoView(chosenAtFirst.current);
    chosenAtFirst.current = undefined;
  }, [bringIntoView]);

  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, chosen, count, rows.perPage);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    rows.bringIntoView(next);
  };
  return (
    <div ref={rows.body} className={classes['body']}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows can be selected
        role="grid"
        aria-label={findingTexts.gridLabel}
        aria-description={findingTexts.keys}
        aria-rowcount={count + 1}
        aria-activedescendant={chosen === undefined ? undefined : `${gridId}-${chosen}`}
        tabIndex={0}
        onKeyDown={move}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{findingTexts.columns.line}</th>
            <th scope="col">
              <span>{findingTexts.columns.rule}</span>
            </th>
            <th scope="col">{findingTexts.columns.message}</th>
          </tr>
        </thead>
        <tbody style={{ height: rows.elementHeight }}>
          {rows.indices.map((index) => (
            <Row
              key={index}
              id={`${gridId}-${index}`}
              index={index}
              top={rows.topOf(index)}
              finding={pages.at(index)}
              isChosen={index === chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  id: string;
  index: number;
  top: number;
  finding: FindingRow | undefined;
  isChosen: boolean;
  onChoose: (index: number) => void;
}

function Row({ id, index, top, finding, isChosen, onChoose }: RowProps) {
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(index)}
    >
      {finding === undefined ? (
        <td className={classes['placeholder']} colSpan={3} />
      ) : (
        <>
          <td className={classes['figure']}>{finding.line === 0 ? findingTexts.wholeFile : number(finding.line)}</td>
          <td title={`${ruleName(finding.rule)} · ${finding.rule}`}>
            <SeveritySign severity={finding.severity} />
            <span className={classes['cutOff']}>{ruleName(finding.rule)}</span>
          </td>
          <td
            className={classes['message']}
            title={`${findingInWords(finding.message)}${finding.from === undefined ? '' : ` ${findingTexts.from(finding.from)}`}`}
          >
            <Message message={findingInWords(finding.message)} />
            {finding.from !== undefined && (
              <span className={classes['from']}> · {findingTexts.from(finding.from)}</span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

function Message({ message }: { message: string }) {
  const [beginning, end] = messageParts(message);
  return (
    <>
      <span className={classes['cutOff']}>{beginning}</span>
      <span className={classes['end']}>{end}</span>
    </>
  );
}

/** The index that a key moves to from the selected one; undefined for other keys. */
function placeAfter(key: string, chosen: number | undefined, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return chosen === undefined ? 0 : Math.max(0, Math.min(count - 1, chosen + step));
}
