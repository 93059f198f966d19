/**
 * @file The table: columns with their headings and cells, over all rows of a page, or over those in view of any number. Rows among
 * which a person walks with the keys are a grid. Screen readers are told how many rows there are beyond those in view.
 */

import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  useId,
} from 'react';
import { useOneStop } from '../use-one-stop.ts';
import { placeAfter } from './place-after.ts';
import type { RowsInView } from './rows-in-view.ts';
import { type Sort, SortButton } from './sort-button.tsx';
import classes from './table.module.css';

export interface Heading {
  heading: ReactNode;
  /** Figures stand below each other. */
  align?: 'end' | undefined;
  className?: string | undefined;
  /** Of rows in view: a track of their grid. */
  width?: string;
  /** What is said to a mouse that rests on it. */
  meaning?: string | undefined;
  sort?: Sort | undefined;
}

export interface Column<Row> extends Heading {
  cell: (row: Row, index: number) => ReactNode;
  /** Its cells name their rows to screen readers. */
  isName?: boolean;
  title?: (row: Row) => string | undefined;
  /** In a last row, such as a sum. */
  foot?: ReactNode;
  /** What stands here and in the columns that follow, of a row that has nothing for them. */
  instead?: (row: Row) => ReactNode;
}

/** Some columns are only sometimes there. */
export type Columns<Row> = readonly (Column<Row> | false)[];

type Look<Element extends 'table' | 'tr'> = ComponentProps<Element> & Record<`data-${string}`, unknown>;

/** How each row is made: of cells, or as a whole where that needs more. */
type Making<Row> =
  | { columns: Columns<Row>; renderRow?: undefined }
  | { columns: readonly Heading[]; renderRow: (row: Row, index: number) => ReactNode };

type DataTableProps<Row> = TableProps<Row> & Making<Row>;

interface TableProps<Row> {
  label: string;
  className?: string | undefined;
  /** What else its element has. */
  table?: Look<'table'>;
  /** An array, or what loads its rows as they come into view. */
  rows: { readonly length: number; at: (index: number) => Row | undefined };
  /** The index, where it is missing. */
  keyOf?: (row: Row) => Key | undefined;
  /** The rows scroll in a frame that the keyboard reaches. */
  frame?: 'bordered' | 'plain';
  frameClass?: string | undefined;
  /** The label is seen above the rows. */
  hasCaption?: boolean;
  head?: 'seen' | 'unseen' | 'none';
  /** In a narrow page or dialog each row is a block: its name, and below it the other cells, each behind the words of its heading. */
  isInBlocks?: boolean;
  /** What is said while there are no rows. */
  empty?: string;
  rowLook?: (row: Row) => Look<'tr'>;
  /** What is unfolded below a row. */
  below?: (row: Row) => ReactNode;
  inView?: RowsInView;
  /** How many rows are still to come after these, and how much room is kept for them. */
  later?: { count: number; height: number };
  /** Below the rows in their frame. */
  after?: ReactNode;
  /** The row that a person chose, with a click or the keys. */
  choice?: {
    chosen: number | undefined;
    onChoose: (index: number) => void;
    /** Goes to what belongs to the chosen row. */
    onEnter?: () => void;
  };
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, frame, frameClass = '', empty, inView, choice, after, table } = props;
  if (rows.length === 0 && empty !== undefined) return <p className={classes['empty']}>{empty}</p>;
  if (frame === undefined) return <Grid {...props} />;
  const isGrid = choice !== undefined || table?.role === 'grid';
  return (
    <div
      ref={inView?.scroller}
      className={`${classes['frame']} ${classes[frame]} ${frameClass}`}
      // What scrolls must be reached by keyboard; in a grid, its rows are.
      {...(isGrid ? { role: 'presentation' } : { role: 'region', tabIndex: 0, 'aria-label': label })}
    >
      <Grid {...props} />
      {after}
    </div>
  );
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { label, className = '', table, rows, keyOf, hasCaption, head, rowLook, below, inView, later, choice } = props;
  const { isInBlocks } = props;
  const id = useId();
  const columns = props.renderRow === undefined ? props.columns.filter((column) => column !== false) : [];
  const headings = props.renderRow === undefined ? columns : props.columns;
  const idOf = (index: number) => (choice === undefined ? undefined : `${id}-${index}`);
  const one = (index: number): ReactNode => {
    const row = rows.at(index);
    if (row !== undefined && props.renderRow !== undefined) return props.renderRow(row, index);
    const place = {
      id: idOf(index),
      ...(inView !== undefined && { 'aria-rowindex': index + 2 }),
      ...(choice !== undefined && { 'aria-selected': index === choice.chosen, onClick: () => choice.onChoose(index) }),
    };
    if (row === undefined) {
      return (
        <tr {...place}>
          <td className={classes['placeholder']} colSpan={headings.length} />
        </tr>
      );
    }
    const unfolded = below?.(row);
    return (
      <>
        <tr {...place} {...rowLook?.(row)}>
          <Cells columns={columns} row={row} index={index} />
        </tr>
        {unfolded !== undefined && (
          <tr>
            <td colSpan={headings.length}>{unfolded}</td>
          </tr>
        )}
      </>
    );
  };
  const keyAt = (index: number): Key => {
    const row = rows.at(index);
    return row === undefined ? index : (keyOf?.(row) ?? index);
  };
  /** Rows out of sight are not in the document. */
  const isThere = (index: number | undefined): index is number =>
    index !== undefined && (inView?.shown.some((row) => row.index === index) ?? index < rows.length);
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && choice?.chosen !== undefined && choice.onEnter !== undefined) {
      // What gets the focus is not pressed by the same key.
      event.preventDefault();
      choice.onEnter();
      return;
    }
    const next = placeAfter(event.key, choice?.chosen, rows.length, inView?.perPage ?? 10);
    if (next === undefined) return;
    event.preventDefault();
    choice?.onChoose(next);
    inView?.bringIntoView(next);
  };
  return (
    <table
      {...(choice !== undefined && {
        role: 'grid',
        tabIndex: 0,
        'aria-activedescendant': isThere(choice.chosen) ? idOf(choice.chosen) : undefined,
        onKeyDown: walk,
      })}
      {...table}
      {...(inView !== undefined && {
        'aria-rowcount': rows.length + (later?.count ?? 0) + 1,
        style: styleOf(headings, inView.height + (later?.height ?? 0)),
      })}
      aria-label={hasCaption === true ? undefined : label}
      data-is-in-blocks={isInBlocks}
      className={`${inView === undefined ? classes['table'] : classes['inView']} ${className}`}
    >
      {hasCaption === true && <caption>{label}</caption>}
      {head !== 'none' && <Head headings={headings} isUnseen={head === 'unseen'} isNumbered={inView !== undefined} />}
      {inView === undefined ? (
        <tbody>
          {Array.from({ length: rows.length }, (_, index) => (
            <Fragment key={keyAt(index)}>{one(index)}</Fragment>
          ))}
        </tbody>
      ) : (
        inView.shown.map(({ index, top }) => (
          <tbody
            key={keyAt(index)}
            ref={inView.measure}
            data-index={index}
            style={{ transform: `translateY(${top}px)` }}
          >
            {one(index)}
          </tbody>
        ))
      )}
      {columns.some(({ foot }) => foot !== undefined) && <Foot columns={columns} />}
    </table>
  );
}

/** The tracks stand in the style sheet of a table whose columns have no widths. */
function styleOf(headings: readonly Heading[], height: number): CSSProperties {
  const widths = headings.map(({ width }) => width);
  const style: CSSProperties & Record<`--${string}`, string> = { height };
  if (!widths.includes(undefined)) style['--columns'] = widths.join(' ');
  return style;
}

interface HeadProps {
  headings: readonly Heading[];
  isUnseen: boolean;
  isNumbered: boolean;
}

function Head({ headings, isUnseen, isNumbered }: HeadProps) {
  const oneStop = useOneStop<'tr'>('across', `.${classes['sort']}`);
  return (
    <thead className={isUnseen ? 'unseen' : undefined}>
      <tr {...oneStop} aria-rowindex={isNumbered ? 1 : undefined}>
        {headings.map(({ heading, align, className, meaning, sort }, at) => {
          const Cell = heading === '' ? 'td' : 'th';
          return (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              key={at}
              scope={heading === '' ? undefined : 'col'}
              data-align={align}
              className={className}
              title={meaning}
              aria-sort={sort && (sort.direction ?? 'none')}
            >
              {sort === undefined ? heading : <SortButton sort={sort}>{heading}</SortButton>}
            </Cell>
          );
        })}
      </tr>
    </thead>
  );
}

export function Cells<Row>({ columns, row, index }: { columns: readonly Column<Row>[]; row: Row; index: number }) {
  const last = columns.findIndex(({ instead }) => instead?.(row) !== undefined);
  return (last === -1 ? columns : columns.slice(0, last + 1)).map((column, at) => {
    const { heading, cell, align, isName, className, title, instead } = column;
    const Cell = isName === true ? 'th' : 'td';
    return (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        key={at}
        scope={isName === true ? 'row' : undefined}
        colSpan={at === last ? columns.length - last : undefined}
        data-align={align}
        data-heading={typeof heading === 'string' ? heading : undefined}
        className={className}
        title={title?.(row)}
      >
        {at === last ? instead?.(row) : cell(row, index)}
      </Cell>
    );
  });
}

function Foot<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ heading, foot, align, isName, className }, at) => {
          const Cell = isName === true ? 'th' : 'td';
          return (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={at}
              scope={isName === true ? 'row' : undefined}
              data-align={align}
              data-heading={typeof heading === 'string' ? heading : undefined}
              className={className}
            >
              {foot}
            </Cell>
          );
        })}
      </tr>
    </tfoot>
  );
}
