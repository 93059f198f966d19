/** @file The columns of which nothing is sent, said beside what would come of it: data that stays behind must not go unnoticed. */

import type { Template } from '../../src-shared/contract.ts';
import { outcomeTexts } from '../texts/mapping.ts';
import { unsentColumns, withAllAdditional } from './mapping.ts';
import classes from './outcome-panel.module.css';

/** More are only counted: the table has them all. */
const MOST_NAMED = 6;

interface NotSentProps {
  template: Template;
  /** Of the export. */
  columns: readonly string[];
  onTemplate: (template: Template) => void;
  /** Leads to the column, in the table. */
  onColumn: (column: string) => void;
}

export function NotSent({ template, columns, onTemplate, onColumn }: NotSentProps) {
  const unsent = unsentColumns(template, columns);
  if (unsent.length === 0) return null;
  const more = unsent.length - MOST_NAMED;
  return (
    <p className={classes['besides']}>
      <span className={classes['label']}>{outcomeTexts.notSent}</span>
      {unsent.slice(0, MOST_NAMED).map((column) => (
        <button key={column} type="button" onClick={() => onColumn(column)}>
          {column}
        </button>
      ))}
      {more > 0 && <span>{outcomeTexts.moreColumns(more)}</span>}
      <button type="button" className={classes['send']} onClick={() => onTemplate(withAllAdditional(template, unsent))}>
        {outcomeTexts.sendColumns(unsent.length)}
      </button>
    </p>
  );
}
