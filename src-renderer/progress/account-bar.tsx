/** @file The account of a submission in one bar, and in few words: how many of its lines have each outcome. */

import { Fragment } from 'react';
import { type Account, type LineOutcome, linesOf, outcomeWords } from '../../src-shared/account.ts';
import { accountParts } from '../../src-shared/account-words.ts';
import classes from './account-bar.module.css';

/** Counts lines, never batches. Colours and patterns tell the outcomes apart, and no part is too narrow to be seen. */
export function AccountBar({ account, height = 'row' }: { account: Account; height?: 'row' | 'panel' }) {
  const parts = accountParts(account);
  const spoken = parts.map(({ words }) => words).join(', ');
  return (
    <span role="img" aria-label={spoken} title={spoken} className={classes['bar']} data-height={height}>
      {parts.map(({ outcome, lines }) => (
        <span
          key={outcome}
          className={classes['part']}
          data-outcome={outcome}
          style={{ flexGrow: lines / linesOf(account) }}
        />
      ))}
    </span>
  );
}

export function AccountWords({ account }: { account: Account }) {
  const parts = accountParts(account);
  return (
    <span className={classes['words']}>
      {parts.map(({ outcome, words }, index) => (
        <Fragment key={outcome}>
          <span>
            <span data-outcome={outcome}>{words}</span>
            {index < parts.length - 1 && '\u00a0·'}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  );
}

/** An outcome in words, behind its sign. */
export function OutcomeName({ outcome }: { outcome: LineOutcome }) {
  return (
    <>
      <span className={classes['sign']} data-outcome={outcome} aria-hidden />
      {outcomeWords[outcome]}
    </>
  );
}
