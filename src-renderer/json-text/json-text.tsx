/** @file A JSON text laid out for reading, with one place marked; other text is shown unchanged. */

import { useEffect, useMemo, useRef } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { type LaidOutRow, layOut } from './json-layout.ts';
import classes from './json-text.module.css';

interface JsonTextProps {
  /** Describes the text for screen readers. */
  label: string;
  text: string;
  /** The place to mark, such as `sender.unknown.external_id`; none when empty. */
  path?: string;
  /** The text is only the beginning of a longer one. */
  isShortened?: boolean;
}

export function JsonText({ label, text, path = '', isShortened = false }: JsonTextProps) {
  const layout = useMemo(() => layOut(text, path, isShortened), [text, path, isShortened]);
  const marked = useRef<HTMLElement>(null);
  // Scrolls the frame, not the page.
  useEffect(() => {
    const frame = marked.current?.closest('section');
    if (layout !== undefined && frame && marked.current) {
      frame.scrollTop = marked.current.offsetTop - frame.clientHeight / 3;
    }
  }, [layout]);
  return (
    <>
      {layout.kind === 'raw' && text.trim() !== '' && (
        <p className="small-print">
          {message('The line is not valid JSON from character {at, number}, which is marked.', {
            at: layout.brokenAt + 1,
          })}
        </p>
      )}
      {layout.kind === 'laid-out' && layout.missing !== undefined && (
        <p className="small-print">{message('{path} is not in this line.', { path: layout.missing })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['text']} tabIndex={0} aria-label={label}>
        <pre data-raw={layout.kind === 'raw'}>
          {layout.kind === 'raw' ? (
            <>
              {text.slice(0, layout.brokenAt)}
              <mark ref={marked}>{text.slice(layout.brokenAt, layout.brokenAt + 1) || '⏎'}</mark>
              {text.slice(layout.brokenAt + 1)}
            </>
          ) : (
            runsOf(layout.rows).map(({ rows, isMarked, key }) => {
              const shown = rows.map(({ depth, text: row }) => `${'  '.repeat(depth)}${row}\n`).join('');
              return isMarked ? (
                <mark key={key} ref={marked} title={message('Marked part')}>
                  {shown}
                </mark>
              ) : (
                shown
              );
            })
          )}
        </pre>
      </section>
    </>
  );
}

/** Joins neighbouring rows that are all marked, or all not marked. */
function runsOf(rows: readonly LaidOutRow[]): { rows: LaidOutRow[]; isMarked: boolean; key: number }[] {
  const runs: { rows: LaidOutRow[]; isMarked: boolean; key: number }[] = [];
  for (const [key, row] of rows.entries()) {
    const run = runs.at(-1);
    if (run?.isMarked === row.marked) run.rows.push(row);
    else runs.push({ rows: [row], isMarked: row.marked, key });
  }
  return runs;
}
