/** @file Sums in several currencies: each in a line of its own. */

import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import type { LineSums } from '../../src-shared/account.ts';
import { sumsInWords } from '../../src-shared/amounts.ts';
import classes from './sums.module.css';

/** Nothing where there are none. */
export function Sums({ sums }: { sums: LineSums['sums'] }) {
  if (sums.length === 0) return null;
  return (
    <span className={classes['sums']}>
      {sums.map((sum, at) => (
        <Fragment key={sum.currency}>
          {at > 0 && ' '}
          <span>
            {sumsInWords([sum])}
            {at < sums.length - 1 && <VisuallyHidden component="span">;</VisuallyHidden>}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
