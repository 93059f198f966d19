/** @file How many findings each rule has, as bars; choosing some shows only theirs. */

import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { RuleCount } from '../../src-preload/contract.ts';
import { findingTexts, numbered, ruleName } from '../texts/submission.ts';
import { number } from '../wording.ts';

type Severity = RuleCount['severity'];

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
    <ul className="rule-chart">
      {ordered.map(({ rule, severity, count }) => (
        <li key={`${rule} ${severity}`}>
          <button
            type="button"
            aria-pressed={chosen.has(rule)}
            onClick={() => onToggle(rule)}
            title={rule}
            className={severity}
          >
            <SeveritySign severity={severity} />
            <span className="rule-name">{ruleName(rule)}</span>
            <span className="rule-count">
              {number(count)}
              <span className="unseen">{` ${numbered(count, findingTexts.severityOne[severity]).replace(/^\S+ /, '')}`}</span>
            </span>
            <span className="bar" aria-hidden>
              {/* A rule with few findings among a million must still be seen. */}
              <span style={{ width: `max(3px, ${(100 * count) / most}%)` }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function SeveritySign({ severity }: { severity: Severity }) {
  const Icon = severity === 'error' ? IconCircleX : IconAlertTriangle;
  return (
    <Icon
      size={16}
      className={`severity-sign ${severity}`}
      role="img"
      aria-label={findingTexts.severityOne[severity]}
    />
  );
}
