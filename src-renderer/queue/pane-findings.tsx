/** @file What the check found, by rule, the most frequent first. */

import type { SubmissionDetails } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { findingTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import classes from './details-pane.module.css';

/** The page has all of them. */
const MOST_SHOWN = 6;

export function PaneFindings({ details: { row, byRule } }: { details: SubmissionDetails }) {
  const { submissionViews } = useStores();
  if (byRule.length === 0) {
    return (
      <p className={classes['quiet']}>
        {row.state === 'checking' ? findingTexts.checking : message('No errors, no warnings')}
      </p>
    );
  }
  const ordered = byRule.toSorted(
    (one, other) =>
      Number(one.severity === 'warning') - Number(other.severity === 'warning') || other.count - one.count,
  );
  const more = ordered.length - MOST_SHOWN;
  return (
    <>
      <ul className={classes['rules']}>
        {ordered.slice(0, MOST_SHOWN).map(({ rule, severity, count }) => (
          <li key={`${rule} ${severity}`}>
            <SeveritySign severity={severity} />
            <span>{ruleName(rule)}</span>
            <span>{number(count)}</span>
          </li>
        ))}
      </ul>
      <p className={classes['links']}>
        <a
          href={addressOf({ page: 'submission', id: row.id })}
          onClick={() => submissionViews.getState().change(row.id, { tab: 'findings' })}
        >
          {message('See the findings')}
        </a>
        {more > 0 && ` ${message('({count, plural, one {# more kind} other {# more kinds}})', { count: more })}`}
      </p>
    </>
  );
}
