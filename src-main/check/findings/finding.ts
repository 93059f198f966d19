/** @file The finding, the closed list of rules, and how values are shown in messages. */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { quoted } from '../../../src-shared/languages/quoted.ts';

export type Severity = 'error' | 'warning';

/** Every rule of the check with its default severity, which a rule set can change. */
export const defaultSeverities = {
  'file.empty': 'error',
  'file.encoding': 'error',
  'file.not-jsonl': 'error',
  'file.bom': 'error',
  'file.over-limit': 'warning',
  'line.blank': 'error',
  'line.too-long': 'error',
  'line.unjudged': 'error',
  'json.syntax': 'error',
  'json.not-object': 'error',
  'json.duplicate-key': 'warning',
  'field.required': 'error',
  'field.type': 'error',
  'field.format': 'error',
  'field.unknown': 'warning',
  'field.implausible': 'warning',
  'entity.both-forms': 'error',
  'entity.no-form': 'error',
  'entity.unknown-details': 'error',
  'entity.main-not-known': 'error',
  'modification.duplicate': 'error',
} as const satisfies Record<string, Severity>;

export type RuleId = keyof typeof defaultSeverities;

// Object.keys loses the literal types; the table above is closed.
export const ruleIds = Object.keys(defaultSeverities) as [RuleId, ...RuleId[]];

export interface Finding {
  /** Counted from 1; 0 is the file itself. */
  line: number;
  rule: RuleId;
  severity: Severity;
  /** Dotted path of the field, such as `sender.unknown.external_id`; empty for the line or the file as a whole. */
  path: string;
  /** One full sentence for a bank clerk. Values in it are shortened. */
  message: Said;
}

/** What the findings have in common that differ only in their line. */
export interface FindingKind extends Omit<Finding, 'line'> {
  /** The value that the finding is about, longer than in the message; undefined where it is about none. */
  value?: string | undefined;
  /** Of an id that several lines share, the first of them: by it, the findings of one id are told from those of another. */
  firstSharing?: number | undefined;
}

/** A finding before its line and severity are known: one rule's complaint about one transaction. */
export type Complaint = Omit<FindingKind, 'severity'>;

const SHOWN_CHARACTERS = 40;
/** Characters of a value that are kept: enough for any code or name. */
const KEPT_CHARACTERS = 200;

/** Cuts a text to the length that fits into a message. */
export function shorten(text: string, most = SHOWN_CHARACTERS): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** A value as it is kept beside the message: without quotes. */
export function kept(value: unknown): string {
  if (typeof value === 'string') return shorten(value, KEPT_CHARACTERS);
  const said = shown(value);
  return typeof said === 'string' ? said : said.fact;
}

/** A value as shown in a message: “de”, 12, or just “a list”. */
export function shown(value: string): Fact;
export function shown(value: unknown): Said;
export function shown(value: unknown): Said {
  if (typeof value === 'string') return quoted(shorten(value));
  if (value === null) return 'null';
  if (Array.isArray(value)) return fact('a list');
  return typeof value === 'object' ? fact('an object') : shorten(String(value));
}

/** The same of a text, for sentences that are English. */
export const shownInEnglish = (text: string): string => `“${shorten(text)}”`;
