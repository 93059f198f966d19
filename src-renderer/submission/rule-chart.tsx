/** @file A bar chart of the findings by rule; selecting rules filters the table. */

import type { RuleCount } from '../../src-shared/contract.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { counted, number } from '../wording.ts';
import classes from './rule-chart.module.css';
import { SeveritySign } from './severity-sign.tsx';

/** Errors and warnings differ by sign and by the pattern of their bars, not only by colour. */
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
              <span aria-hidden>{number(count)}</span>
              <span className="unseen">{counted(count, severity)}</span>
            </span>
            <span className={classes['bar']} aria-hidden>
              {/* A rule with few findings among a million must stay visible. */}
              <span style={{ width: `max(3px, ${(100 * count) / most}%)` }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
