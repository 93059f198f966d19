/** @file Turns complaints into findings, counts them, and passes them on in batches. */

import type { Complaint, Finding, RuleId, Severity } from './finding.ts';
import { type RuleSet, severityOf } from './rule-set.ts';

const BATCH_SIZE = 500;

export class FindingCollector {
  errors = 0;
  warnings = 0;
  readonly byRule: Partial<Record<RuleId, number>> = {};
  readonly #ruleSet: RuleSet;
  readonly #passOn: (findings: readonly Finding[]) => void;
  #batch: Finding[] = [];

  constructor(ruleSet: RuleSet, passOn: (findings: readonly Finding[]) => void) {
    this.#ruleSet = ruleSet;
    this.#passOn = passOn;
  }

  /** Adds what is said of a line; returns its severity. A rule that is off leaves no trace. */
  add(line: number, { rule, path, message }: Complaint): Severity | 'off' {
    const severity = severityOf(rule, this.#ruleSet);
    if (severity === 'off') return severity;
    if (severity === 'error') this.errors++;
    else this.warnings++;
    this.byRule[rule] = (this.byRule[rule] ?? 0) + 1;
    this.#batch.push({ line, rule, severity, path, message });
    if (this.#batch.length >= BATCH_SIZE) this.flush();
    return severity;
  }

  /** Passes on what is left of a batch. */
  flush(): void {
    if (this.#batch.length === 0) return;
    this.#passOn(this.#batch);
    this.#batch = [];
  }
}
