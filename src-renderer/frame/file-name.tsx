/** @file The name of a file on one line: where there is no room for all of it, its end is seen, which tells names apart. */

import classes from './file-name.module.css';
import { useIsBelowUsual } from './use-is-narrow.ts';

/** Room for a day, a part, and an ending: “11-03_part2.jsonl”. */
const END = 17;
/** Up to this length a name has room in a window of usual width. */
const USUAL = 48;

export function FileName({ children: name }: { children: string }) {
  const isBelowUsual = useIsBelowUsual();
  const characters = [...name];
  if (!isBelowUsual && characters.length <= USUAL) return <bdi>{name}</bdi>;
  return (
    <bdi className={classes['name']}>
      <span className={classes['beginning']}>{characters.slice(0, -END).join('')}</span>
      <span className={classes['end']}>{characters.slice(-END).join('')}</span>
    </bdi>
  );
}
