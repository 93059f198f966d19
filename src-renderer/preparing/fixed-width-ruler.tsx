/** @file A ruler over the first lines of a text with fixed widths: a click sets where a column ends. */

import { NumberInput, Text, TextInput } from '@mantine/core';
import { type MouseEvent, useRef } from 'react';
import { sourceTexts } from '../texts/preparing.ts';
import classes from './ruler.module.css';
import { clickedAt, endsOf, type RulerColumn } from './ruler.ts';

interface FixedWidthRulerProps {
  lines: readonly string[];
  columns: readonly RulerColumn[];
  onColumns: (columns: RulerColumn[]) => void;
}

const MOST_LINES = 12;

export function FixedWidthRuler({ lines, columns, onColumns }: FixedWidthRulerProps) {
  const measure = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLPreElement>(null);
  const click = (event: MouseEvent) => {
    const width = (measure.current?.getBoundingClientRect().width ?? 0) / 10;
    const left = text.current?.getBoundingClientRect().left;
    if (width === 0 || left === undefined) return;
    onColumns(clickedAt(columns, Math.round((event.clientX - left) / width)));
  };
  const change = (at: number, part: Partial<RulerColumn>) =>
    onColumns(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  return (
    <div>
      <Text size="sm" fw={600}>
        {sourceTexts.ruler}
      </Text>
      <p className="small-print">{sourceTexts.rulerHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['frame']} tabIndex={0} aria-label={sourceTexts.ruler}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the fields below do the same by keyboard */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields below do the same by keyboard */}
        <div className={classes['lines']} onClick={click}>
          <span ref={measure} className={classes['measure']} aria-hidden>
            0123456789
          </span>
          <pre ref={text}>{lines.slice(0, MOST_LINES).join('\n')}</pre>
          {endsOf(columns).map((end) => (
            <span key={end} className={classes['end']} style={{ insetInlineStart: `${end}ch` }} aria-hidden />
          ))}
        </div>
      </section>
      <ul className={classes['columns']}>
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands; its name is typed here
          <li key={at}>
            <TextInput
              size="xs"
              aria-label={sourceTexts.columnName(at + 1)}
              value={column.name}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
            <NumberInput
              size="xs"
              aria-label={sourceTexts.columnWidth(at + 1)}
              min={1}
              max={10_000}
              allowDecimal={false}
              value={column.width}
              onChange={(width) => {
                const next = Number(width);
                if (Number.isInteger(next) && next >= 1) change(at, { width: next });
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
