/** @file Turns complaints into findings and counts them. */

import { type RuleSet, severityOf } from '../rules/rule-set.ts';
import type { Complaint, Finding, RuleId, Severity } from './finding.ts';

/** How many findings are handed over at once: more would block the thread that stores them. */
export const FINDINGS_AT_ONCE = 500;

export interface FindingCounts {
  errors: number;
  warnings: number;
  byRule: Partial<Record<RuleId, number>>;
}

export class FindingCollector {
  readonly #ruleSet: RuleSet;
  #counts = noFindings();
  #findings: Finding[] = [];

  constructor(ruleSet: RuleSet) {
    this.#ruleSet = ruleSet;
  }

  get isFull(): boolean {
    return this.#findings.length >= FINDINGS_AT_ONCE;
  }

  /** Adds a complaint about a line; returns its severity. A rule that is off adds nothing. */
  add(line: number, { rule, path, message }: Complaint): Severity | 'off' {
    const severity = severityOf(rule, this.#ruleSet);
    if (severity === 'off') return severity;
    this.#counts[severity === 'error' ? 'errors' : 'warnings']++;
    this.#counts.byRule[rule] = (this.#counts.byRule[rule] ?? 0) + 1;
    this.#findings.push({ line, rule, severity, path, message });
    return severity;
  }

  /** Returns what was added and clears the collector. */
  take(): { findings: Finding[]; counts: FindingCounts } {
    const taken = { findings: this.#findings, counts: this.#counts };
    this.#findings = [];
    this.#counts = noFindings();
    return taken;
  }
}

export function noFindings(): FindingCounts {
  return { errors: 0, warnings: 0, byRule: {} };
}

/** Adds the counts of further findings to a total. */
export function addCounts(total: FindingCounts, more: FindingCounts): void {
  total.errors += more.errors;
  total.warnings += more.warnings;
  for (const [rule, count] of Object.entries(more.byRule)) {
    // The keys come from a collector, so they are rule ids.
    total.byRule[rule as RuleId] = (total.byRule[rule as RuleId] ?? 0) + count;
  }
}
