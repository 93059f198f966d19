/** @file One choice of a filter with the number of submissions that it would show. */

import { number } from '../wording.ts';
import classes from './filters.module.css';

export function ChoiceLabel({ name, count }: { name: string; count: number }) {
  return (
    <span className={classes['choice']} data-is-none={count === 0}>
      <bdi>{name}</bdi> <span className={classes['count']}>{number(count)}</span>
    </span>
  );
}
