/**
 * @file The rules that would have let our check find what only the service found, as far as its messages name a field and
 * say what is wrong in a way that a rule set can express. Pure.
 */

import { assertNever } from '../../../src-shared/errors.ts';
import type { RuleId } from '../../check/findings/finding.ts';
import { type RuleSet, severityOf } from '../../check/rules/rule-set.ts';
import { isTransactionField, type RestrictableField } from '../../check/rules/transaction-fields.ts';
import type { ReportRow } from './entry-table.ts';
import type { ServiceMessage } from './reading/entry.ts';

export type StricterRule =
  /** The field must be there. */
  | { kind: 'required'; field: string }
  /** Only these values, which the service lists itself. */
  | { kind: 'allowed'; field: RestrictableField; values: string[] }
  /** What only warned is an error. */
  | { kind: 'error'; rule: RuleId };

export interface ProposedRule {
  rule: StricterRule;
  /** On how many lines the service says so, and what it says on the first. */
  lines: number;
  example: string;
}

const REQUIRED =
  /\b(required|missing|mandatory|must (be present|be given|be provided|not be (empty|null|blank|missing)))\b/i;
const REQUIRED_CODE = /required|missing|mandatory|not[_-]?null/i;
const LISTED =
  /\b(?:one of|allowed(?: values)?(?: are| is)?|permitted(?: values)?(?: are)?|expected(?: one of)?|must be in)\b\s*:?\s*(.+)$/is;
const MOST_VALUES = 200;

const restrictable: readonly RestrictableField[] = [
  'payment_method',
  'payment_type',
  'modification.type',
  'risk_assessment',
];

/** Collects the rules from the lines that the service named, one after another. */
export class StricterRules {
  readonly #ruleSet: RuleSet;
  readonly #proposed = new Map<string, ProposedRule>();

  /** @param ruleSet that the file was checked with */
  constructor(ruleSet: RuleSet) {
    this.#ruleSet = ruleSet;
  }

  add({ foundBy, service, check }: ReportRow): void {
    if (foundBy !== 'service' && foundBy !== 'both') return;
    if (check.some(({ severity }) => severity === 'error')) return;
    const messages = service.flatMap((entry) => entry.messages);
    const rules = new Map<string, { rule: StricterRule; example: string }>();
    for (const message of messages) {
      const warned = check.find(({ path }) => path !== '' && path === message.field);
      const rule = warned === undefined ? this.#ruleIn(message) : this.#asError(warned.rule);
      if (rule !== undefined) rules.set(JSON.stringify(rule), { rule, example: message.text });
    }
    for (const [key, { rule, example }] of rules) {
      const known = this.#proposed.get(key);
      if (known === undefined) this.#proposed.set(key, { rule, lines: 1, example });
      else known.lines += 1;
    }
  }

  /** The most frequent first. */
  get proposed(): ProposedRule[] {
    return [...this.#proposed.values()].sort((one, other) => other.lines - one.lines);
  }

  /** The rule set with all of them. Values that the service lists take the place of those that were listed. */
  get ruleSet(): RuleSet {
    const rules = this.proposed.map(({ rule }) => rule);
    const listed = new Set<string>(rules.flatMap((rule) => (rule.kind === 'allowed' ? [rule.field] : [])));
    const allowed = Object.fromEntries(Object.entries(this.#ruleSet.allowed).filter(([field]) => !listed.has(field)));
    return rules.reduce(withRule, { ...this.#ruleSet, allowed });
  }

  #asError(rule: RuleId): StricterRule | undefined {
    return severityOf(rule, this.#ruleSet) === 'error' ? undefined : { kind: 'error', rule };
  }

  #ruleIn({ text, field, code = '' }: ServiceMessage): StricterRule | undefined {
    if (field === undefined || !isTransactionField(field)) return undefined;
    const values = listedValues(text);
    const name = restrictable.find((one) => one === field || (one === 'risk_assessment' && field.endsWith(`.${one}`)));
    if (name !== undefined && values.length > 0) return { kind: 'allowed', field: name, values };
    const isRequired = REQUIRED.test(text) || REQUIRED_CODE.test(code);
    if (!isRequired || this.#ruleSet.required.includes(field)) return undefined;
    return { kind: 'required', field };
  }
}

/** Where two messages list different values of a field, all of them are allowed: too much is rejected by the service. */
function withRule(ruleSet: RuleSet, rule: StricterRule): RuleSet {
  switch (rule.kind) {
    case 'required':
      return { ...ruleSet, required: [...ruleSet.required, rule.field] };
    case 'allowed': {
      const values = [...new Set([...(ruleSet.allowed[rule.field] ?? []), ...rule.values])];
      return { ...ruleSet, allowed: { ...ruleSet.allowed, [rule.field]: values } };
    }
    case 'error':
      return { ...ruleSet, severities: { ...ruleSet.severities, [rule.rule]: 'error' } };
    default:
      return assertNever(rule);
  }
}

/** `… one of: "CARD", "SEPA"`, `… allowed values are [CARD, SEPA]`. */
function listedValues(text: string): string[] {
  const list = LISTED.exec(text)?.[1] ?? '';
  const quoted = [...list.matchAll(/["'“‘`]([^"'”’`]{1,100})["'”’`]/g)].map(([, value = '']) => value);
  const bare = () =>
    list
      .replace(/^[\s[({]+/, '')
      .split(/[\])}.;]/, 1)[0]
      ?.split(/\s*(?:,|\||\/|\bor\b|\band\b)\s*/)
      .filter((value) => /^[\w-]{1,60}$/.test(value)) ?? [];
  const values = quoted.length > 0 ? quoted : bare();
  // A single word after “expected” is a sentence, not a list.
  return values.length > 1 ? [...new Set(values)].slice(0, MOST_VALUES) : [];
}
