/** @file How many findings each rule has, as bars; choosing some shows only theirs. */

import type { RuleCount } from '../../src-shared/contract.ts';
import { ruleName } from '../texts/submission.ts';
import { counted, number } from '../wording.ts';
import classes from './rule-chart.module.css';
import { SeveritySign } from './severity-sign.tsx';

/** Errors and warnings differ in their sign and in the filling of their bars, not only in colour. */
export function RuleChart({
  byRule,
  chosen,
  onToggle,
}: {
  byRule: readonly RuleCount[];
  chosen: ReadonlySet<string>;
  onToggle: (rule: string) => void;
}) {
  const most = Math.max(1, ...byRule.map(({ count }) => count));
  const ordered = byRule.toSorted((one, other) => other.count - one.count);
  return (
    <ul className={classes['chart']}>
      {ordered.map(({ rule, severity, count }) => (
        <li key={`${rule} ${severity}`}>
          <button
            type="button"
            aria-pressed={chosen.has(rule)}
            onClick={() => onToggle(rule)}
            title={rule}
            data-severity={severity}
          >
            <SeveritySign severity={severity} />
            <span className={classes['name']}>{ruleName(rule)}</span>
            <span className={classes['count']}>
              {number(count)}
              <span className="unseen">{counted(count, severity).replace(/^\S+/, '')}</span>
            </span>
            <span className={classes['bar']} aria-hidden>
              {/* A rule with few findings among a million must still be seen. */}
              <span style={{ width: `max(3px, ${(100 * count) / most}%)` }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
