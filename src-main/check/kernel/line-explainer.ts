/**
 * @file Complains about a line that the walk has noted, without parsing more of it than its faulty values. A complaint
 * depends on a faulty value, or on which keys the line has: so the judge's own rules are asked about an object that has
 * only the faulty values, and about one that has the line's keys. The second answer is kept for lines with the same keys.
 */

import type { Complaint } from '../findings/finding.ts';
import { isCurrencyForm } from '../rules/codes.ts';
import { judgeEntities } from '../rules/entities.ts';
import type { Figures } from '../rules/figures.ts';
import { isJsonObject, valueAt } from '../rules/json-object.ts';
import { jsonValueOf } from '../rules/json-value.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { fieldExplainer, missingFields } from '../rules/transaction.ts';
import type { FaultyLine } from './faulty-lines.ts';
import type { Kind } from './layout.ts';
import type { EntryOutline, PlaceOutline } from './outline.ts';

/** What the judge would say of the line. */
export interface ExplainedLine {
  complaints: readonly Complaint[];
  /** What the totals need of figures that are faulty, which the walk does not add. */
  figures: Figures | undefined;
  /** A modification id that is no UUID, which the walk does not read. */
  modificationId: string | undefined;
  /** Whether this is all there is to say of each line with the same faults, once the days of one are counted. */
  isRepeatable: boolean;
}

/** The text of the bytes from one address up to another. */
type TextOf = (start: number, end: number) => string;

/** An object by its keys, while it is put together. */
type Members = Record<string, unknown>;

/** The complaints that depend on the keys alone: those about missing fields come first of all, those about entities last. */
interface KeyComplaints {
  missing: readonly Complaint[];
  entities: readonly Complaint[];
}

/** Where an entry is in a transaction. */
interface Position {
  keys: readonly string[];
  kind: Kind;
  /** Whether other complaints depend on whether the value is there: inside an entity, and where an object belongs. */
  isStructure: boolean;
}

/** Stands for a value that is right. */
const RIGHT = '-';
/** Lines of one file hardly have more combinations of keys. */
const MOST_KEPT = 1000;
/** A longer value is for the judge: it may parse to more than this heap has room for. */
const MOST_PARSED_BYTES = 64 * 1024;
/** No spelling of a number that counts is longer. */
const MOST_NUMBER_BYTES = 256;
const NUMBER = /^[-+.\deE]+/;

export class LineExplainer {
  readonly #outline: PlaceOutline;
  readonly #entries = new Map<number, Position>();
  readonly #places = new Map<number, readonly string[]>();
  readonly #seen: Uint32Array[] = [];
  readonly #explainFields: ReturnType<typeof fieldExplainer>;
  readonly #findMissing: ReturnType<typeof missingFields>;
  readonly #mainEntity: RuleSet['mainEntity'];
  readonly #kept = new Map<string, KeyComplaints>();

  /** @param now milliseconds since the epoch, for dates in the future */
  constructor(outline: PlaceOutline, { allowed, required, mainEntity }: RuleSet, now: number) {
    this.#outline = outline;
    this.#explainFields = fieldExplainer({ allowed, now });
    this.#findMissing = missingFields(required);
    this.#mainEntity = mainEntity;
    this.#index(outline, []);
  }

  #index(place: PlaceOutline, path: readonly string[]): void {
    this.#places.set(place.at, path);
    this.#seen.push(place.seen);
    for (const { at, key, kind, inner } of place.entries) {
      const keys = [...path, key];
      const isStructure = inner !== undefined || kind === 'open-object' || keys.length !== 1;
      this.#entries.set(at, { keys, kind, isStructure: isStructure && path[0] !== 'modification' });
      if (inner !== undefined) this.#index(inner, keys);
    }
  }

  /** Undefined where the judge must decide. */
  explain({ notes, amountAt, currency }: FaultyLine, textOf: TextOf): ExplainedLine | undefined {
    const faulty: Members = {};
    const values = new Map<number, unknown>();
    let figures: Partial<Figures> | undefined;
    let modificationId: string | undefined;
    let isStructure = false;
    for (const { about, start, end } of notes) {
      if (end - start > MOST_PARSED_BYTES) return undefined;
      const entry = this.#entries.get(about);
      const text = textOf(start, end);
      const value = jsonValueOf(text);
      if (entry === undefined) {
        if (!addKey(membersAt(faulty, this.#places.get(about) ?? []), value)) return undefined;
        continue;
      }
      values.set(about, value);
      isStructure ||= entry.isStructure;
      const { keys, kind } = entry;
      membersAt(faulty, keys.slice(0, -1))[keys.at(-1) ?? ''] = value;
      if (kind === 'modification-amount') {
        figures = { ...figures, amount: typeof value === 'number' ? text : undefined };
      } else if (kind === 'modification-id') modificationId = textIn(value);
      else if (kind === 'modification-currency') figures = { ...figures, currency: textIn(value) };
      else if (kind === 'date-time') figures = { ...figures, createdAt: textIn(value) };
    }
    const { missing, entities } = isStructure ? this.#aboutKeys(values) : this.#aboutSameKeys();
    const fields = notes.length === 0 ? [] : this.#explainFields(faulty);
    const complaints = [...missing, ...fields, ...entities];
    const isRepeatable = modificationId === undefined && !(figures && mayHaveAmount(figures));
    return { complaints, figures: figures && completed(figures), modificationId, isRepeatable };

    /** An amount and a currency count together, one of which may be right. */
    function completed(known: Partial<Figures>): Figures {
      const isOfSum = 'amount' in known || 'currency' in known;
      const spelled = () => NUMBER.exec(textOf(amountAt, amountAt + MOST_NUMBER_BYTES))?.[0];
      const amount = 'amount' in known || !isOfSum || amountAt === 0 ? known.amount : spelled();
      return { createdAt: undefined, currency: isOfSum ? currency : undefined, ...known, amount };
    }
  }

  /** Where no faulty value matters to the rules about keys. */
  #aboutSameKeys(): KeyComplaints {
    const combination = this.#seen.map(([bits]) => bits).join();
    const kept = this.#kept.get(combination);
    if (kept !== undefined) return kept;
    const found = this.#aboutKeys(new Map());
    if (this.#kept.size < MOST_KEPT) this.#kept.set(combination, found);
    return found;
  }

  /** @param values the faulty ones, by their entries */
  #aboutKeys(values: ReadonlyMap<number, unknown>): KeyComplaints {
    const transaction = withKeys(this.#outline, values);
    return { missing: this.#findMissing(transaction), entities: judgeEntities(transaction, this.#mainEntity) };
  }
}

/** Whether a line with these figures, those that are faulty, may add to a sum. */
function mayHaveAmount(known: Partial<Figures>): boolean {
  if (!('amount' in known) && !('currency' in known)) return false;
  if ('amount' in known && known.amount === undefined) return false;
  return !('currency' in known) || (known.currency !== undefined && isCurrencyForm(known.currency));
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The object at a path, with all objects around it. */
function membersAt(whole: Members, path: readonly string[]): Members {
  let members = whole;
  for (const key of path) {
    const inner = valueAt(members, key);
    const next: Members = isJsonObject(inner) ? inner : {};
    members[key] = next;
    members = next;
  }
  return members;
}

/** Adds an unknown key; false for one that comes twice, and for one that assigning would not add. */
function addKey(members: Members, key: unknown): boolean {
  if (typeof key !== 'string' || key === '__proto__' || Object.hasOwn(members, key)) return false;
  members[key] = RIGHT;
  return true;
}

/** The last line's object at a place. */
function withKeys({ seen, entries }: PlaceOutline, values: ReadonlyMap<number, unknown>): Members {
  const bits = seen[0] ?? 0;
  const given = entries.filter((_, index) => (bits >>> index) & 1);
  return Object.fromEntries(given.map((entry) => [entry.key, memberOf(entry, values)]));
}

function memberOf({ at, inner }: EntryOutline, values: ReadonlyMap<number, unknown>): unknown {
  if (values.has(at)) return values.get(at);
  return inner === undefined ? RIGHT : withKeys(inner, values);
}
