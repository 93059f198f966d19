/**
 * @file A file name in limited space: shows its beginning and its end, because names often differ at the end. Its beginning gives way
 * first, and of the end what has only the day.
 */

import classes from './file-name.module.css';

/** What stands in any room: `_part2.jsonl`. */
const END = 12;
/** Before that: `_2026-11-03`. */
const BEFORE_END = 11;
/** A beginning of fewer letters is no part by itself: it would be given more room than it fills. */
const SHORTEST = 6;
/** Right-to-left letters: if cut in two, such a name would show its parts in the wrong order. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A longer one would take more lines than help. */
const LONGEST_WHOLE = 60;

/** Behind spaces, “_”, “.” and “-”, but not within a day such as 2026-11-03. */
const PARTS = /(?<=[\s_.]|-(?!\d))/;

/** Whether a name that wraps is seen as a whole. */
export const isWholeWhenWrapped = (name: string): boolean => name.length <= LONGEST_WHOLE;

/** @param wraps whether there is room below: then a name is whole, on as many lines as it needs, which break between its parts */
export function FileName({ name, wraps = false }: { name: string; wraps?: boolean }) {
  if (wraps && isWholeWhenWrapped(name))
    return (
      <bdi className={classes['whole']} translate="no">
        {name.split(PARTS).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other identity.
          <span key={at}>{part}</span>
        ))}
      </bdi>
    );
  if (name.length <= END + BEFORE_END || rightToLeft.test(name)) {
    return (
      <bdi className={classes['name']} translate="no">
        <span className={classes['start']}>{name}</span>
      </bdi>
    );
  }
  const start = name.slice(0, -END - BEFORE_END);
  // In the part that loses its own beginning, a space at the end would be shown at its beginning.
  const end = name.slice(name.slice(0, -END).trimEnd().length);
  const isShort = start.length < SHORTEST;
  return (
    <bdi className={classes['name']} translate="no">
      {!isShort && <span className={classes['start']}>{start}</span>}
      <span className={classes['beforeEnd']}>
        <bdi dir="ltr">{name.slice(isShort ? 0 : start.length, -end.length)}</bdi>
      </span>
      <span className={classes['end']}>{end}</span>
    </bdi>
  );
}
