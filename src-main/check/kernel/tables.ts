/**
 * @file The tables by which the walk decides: made from the one description of the fields and from the rule set. Where a
 * rule depends on which keys come together, the judge's own functions are asked about each combination.
 */

import { latestDateTime } from '../../../src-shared/date-times.ts';
import type { Complaint } from '../findings/finding.ts';
import { countryCodes, currencyCodes, placeOfCurrency } from '../rules/codes.ts';
import { judgeEntities } from '../rules/entities.ts';
import type { JsonObject } from '../rules/json-object.ts';
import { type RuleSet, severityOf } from '../rules/rule-set.ts';
import { type FieldKind, type FieldTree, transactionFields } from '../rules/transaction-fields.ts';
import { dayNumberOf } from '../totals/day-set.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { type Kind, kinds, WORD_OF_SEEN, WORDS_PER_ENTRY } from './layout.ts';
import type { EntryOutline, PlaceOutline } from './outline.ts';

/** What `setUp` of the walk takes, in its order. */
export type Tables = readonly [
  root: number,
  countries: number,
  currencies: number,
  allowedMarks: number,
  latestDay: number,
  latestSecond: number,
];

/** The currencies in the order of their numbers in the walk, which count from 1. */
export const currenciesOfWalk: readonly string[] = [...currencyCodes].sort();

/** Required keys inside an open object, and those inside their values. */
interface OpenTree {
  isRequired: boolean;
  keys: Map<string, OpenTree>;
}

/** A key of a place before it is laid out. */
interface Entry {
  key: string;
  kind: Kind;
  detail: number;
  isRequired: boolean;
  /** Of the place that is its value. */
  inner?: PlaceOutline;
}

/** The objects that may fill one of the two roles of which one must be known. */
const mainRoles: readonly (string | undefined)[] = ['sender', 'receiver'];
const KNOWN_BY = 'by_external_id';

/** The hash that the walk itself computes of the bytes at an address. */
type HashOf = (at: number, bytes: number) => number;

/**
 * Writes the tables into the memory; the outline says where. `now` is in milliseconds since the epoch, for dates in the
 * future.
 */
export function writeTables(
  memory: KernelMemory,
  hashOf: HashOf,
  ruleSet: RuleSet,
  now: number,
): { tables: Tables; outline: PlaceOutline | undefined } {
  const builder = new TableBuilder(memory, hashOf, ruleSet);
  const root = builder.place(transactionFields, []);
  const tables: Tables = [
    root.at,
    memory.write(countryTable(takesImplausible(ruleSet))),
    memory.write(currencyTable()),
    builder.allowedMarks(),
    ...latestIn(ruleSet, now),
  ];
  return { tables, outline: builder.isOutlined ? root : undefined };
}

/** The tables for another moment; all else is as it was. */
export function tablesAt(tables: Tables, ruleSet: RuleSet, now: number): Tables {
  const [root, countries, currencies, allowedMarks] = tables;
  return [root, countries, currencies, allowedMarks, ...latestIn(ruleSet, now)];
}

/** The last day, and the last second of it, that is not in the future. */
function latestIn(ruleSet: RuleSet, now: number): [day: number, second: number] {
  const latest = latestDateTime(now);
  const [hours = 0, minutes = 0, seconds = 0] = latest.slice(11).split(':').map(Number);
  return [takesImplausible(ruleSet) ? 0xffff_ffff : dayNumberOf(latest), (hours * 60 + minutes) * 60 + seconds];
}

const takesImplausible = (ruleSet: RuleSet): boolean => severityOf('field.implausible', ruleSet) === 'off';

class TableBuilder {
  readonly #memory: KernelMemory;
  readonly #hashOf: HashOf;
  readonly #ruleSet: RuleSet;
  readonly #required: readonly string[];
  readonly #takesUnknownFields: boolean;
  readonly #takesImplausible: boolean;
  /** False where the walk does not keep all that a complaint may depend on. */
  isOutlined = true;

  constructor(memory: KernelMemory, hashOf: HashOf, ruleSet: RuleSet) {
    this.#memory = memory;
    this.#hashOf = hashOf;
    this.#ruleSet = ruleSet;
    this.#required = severityOf('field.required', ruleSet) === 'off' ? [] : ruleSet.required;
    this.#takesUnknownFields = severityOf('field.unknown', ruleSet) === 'off';
    this.#takesImplausible = takesImplausible(ruleSet);
  }

  /** Lays out the object at `path`. */
  place(fields: FieldTree, path: readonly string[]): PlaceOutline {
    const entries = Object.entries(fields).map(([key, field]): Entry => {
      const own = [...path, key];
      const isRequired = this.#required.includes(own.join('.'));
      if (typeof field !== 'string') {
        const inner = this.place(field, own);
        return { key, kind: 'place', detail: inner.at, inner, isRequired };
      }
      if (field === 'open-object') return { key, ...this.#openObject(own), isRequired };
      return { key, ...this.#text(field, own), isRequired };
    });
    const [role, ...below] = path;
    const mark = below.length === 0 ? mainRoles.indexOf(role) + 1 : 0;
    return this.#lay(entries, {
      isOpen: this.#takesUnknownFields,
      combinations: this.#combinations(Object.keys(fields), path),
      markingKeys: mark === 0 ? 0 : 1 << Object.keys(fields).indexOf(KNOWN_BY),
      mark,
    });
  }

  /** A bit for each combination of marks with which the main entity is known. */
  allowedMarks(): number {
    let allowed = 0;
    for (let marks = 0; marks < 4; marks++) {
      const roles = mainRoles.map((role, at) => [role, (marks >> at) & 1 ? { [KNOWN_BY]: '-' } : { unknown: {} }]);
      const complaints = judgeEntities(Object.fromEntries(roles), this.#ruleSet.mainEntity);
      if (!this.#counts(complaints.filter(({ rule }) => rule === 'entity.main-not-known'))) allowed |= 1 << marks;
    }
    return allowed;
  }

  /** Which of the keys of an entity, or of its details, may come together; undefined where that is free. */
  #combinations(keys: readonly string[], path: readonly string[]): Uint8Array | undefined {
    const isEntity = path.length === 1 && keys.includes(KNOWN_BY);
    const isDetails = path.length === 2 && path[1] === 'unknown';
    if (!isEntity && !isDetails) return undefined;
    const [role = ''] = path;
    const bits = new Uint8Array(Math.max(1, 2 ** keys.length / 8));
    for (let seen = 0; seen < 2 ** keys.length; seen++) {
      const given = Object.fromEntries(keys.flatMap((key, at) => ((seen >> at) & 1 ? [[key, filled]] : [])));
      const entity = isEntity ? given : { external_entity_type: '-', unknown: given };
      const complaints = judgeEntities({ [role]: entity }, this.#ruleSet.mainEntity);
      const isFine = !this.#counts(complaints.filter(({ rule }) => rule !== 'entity.main-not-known'));
      if (isFine) bits[seen >> 3] = (bits[seen >> 3] ?? 0) | (1 << (seen & 7));
    }
    return bits;
  }

  #counts(complaints: readonly Complaint[]): boolean {
    return complaints.some(({ rule }) => severityOf(rule, this.#ruleSet) !== 'off');
  }

  #openObject(path: readonly string[]): Pick<Entry, 'kind' | 'detail' | 'inner'> {
    const prefix = `${path.join('.')}.`;
    const tree: OpenTree = { isRequired: false, keys: new Map() };
    for (const required of this.#required) {
      if (!required.startsWith(prefix)) continue;
      let at = tree;
      for (const key of required.slice(prefix.length).split('.')) {
        const next: OpenTree = at.keys.get(key) ?? { isRequired: false, keys: new Map() };
        at.keys.set(key, next);
        at = next;
      }
      at.isRequired = true;
    }
    // An object that must hold nothing is walked without looking for its keys.
    if (tree.keys.size === 0) return { kind: 'open-object', detail: 0 };
    const inner = this.#openPlace(tree);
    return { kind: 'place', detail: inner.at, inner };
  }

  #openPlace({ keys }: OpenTree): PlaceOutline {
    // Whether the value inside is an object is not kept, nor are the keys beyond those that have a bit.
    if (keys.size > BITS || [...keys.values()].some((inner) => inner.keys.size > 0)) this.isOutlined = false;
    const entries = [...keys].map(
      ([key, inner]): Entry => ({
        key,
        isRequired: inner.isRequired,
        ...(inner.keys.size === 0
          ? { kind: 'open' as const, detail: 0 }
          : { kind: 'open-place' as const, detail: this.#openPlace(inner).at }),
      }),
    );
    return this.#lay(entries, { isOpen: true, combinations: undefined, markingKeys: 0, mark: 0 });
  }

  #text(field: FieldKind, path: readonly string[]): Pick<Entry, 'kind' | 'detail'> {
    const isOfModification = path.length === 2 && path[0] === 'modification';
    const free = this.#takesImplausible ? 'any-text' : 'text';
    switch (field) {
      case 'open-object':
        return { kind: 'open-object', detail: 0 };
      case 'uuid':
        return { kind: isOfModification && path[1] === 'external_id' ? 'modification-id' : 'uuid', detail: 0 };
      case 'currency':
        return { kind: isOfModification && path[1] === 'currency' ? 'modification-currency' : 'currency', detail: 0 };
      case 'amount':
        return { kind: isOfModification && path[1] === 'amount' ? 'modification-amount' : 'amount', detail: 0 };
      case 'country':
      case 'date-time':
        return { kind: field, detail: 0 };
      case 'identifier':
        return { kind: 'filled-text', detail: 0 };
      case 'text':
        return { kind: free, detail: 0 };
      case 'entity-type':
        return this.#takesImplausible ? { kind: free, detail: 0 } : this.#listed(['unknown']);
      default: {
        const allowed = this.#ruleSet.allowed[field];
        return allowed === undefined ? { kind: free, detail: 0 } : this.#listed(allowed);
      }
    }
  }

  #listed(texts: readonly string[]): Pick<Entry, 'kind' | 'detail'> {
    const memory = this.#memory;
    const words = texts.flatMap((text) => {
      const { at, bytes } = memory.writeText(text);
      return [at, bytes];
    });
    return { kind: 'listed', detail: memory.writeWords([texts.length, ...words]) };
  }

  #lay(
    entries: readonly Entry[],
    place: { isOpen: boolean; combinations: Uint8Array | undefined; markingKeys: number; mark: number },
  ): PlaceOutline {
    const memory = this.#memory;
    // At least half of the slots stay free, which keeps searches short.
    const slots = new Uint16Array(2 ** Math.ceil(Math.log2(Math.max(8, entries.length * 4))));
    const mask = slots.length - 1;
    const words = entries.flatMap(({ key, kind, detail, isRequired }, index) => {
      const { at, bytes } = memory.writeText(key);
      let slot = this.#hashOf(at, bytes) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
      // An open object finds its duplicate keys in another way, so that it may describe more keys than there are bits.
      const bit = index < BITS ? 1 << index : 0;
      return [at, bytes, kinds.indexOf(kind), detail, bit, isRequired ? 1 : 0, 0];
    });
    const entriesAt = memory.writeWords(words);
    const at = memory.writeWords([
      place.isOpen ? 1 : 0,
      entries.filter(({ isRequired }) => isRequired).length,
      place.combinations === undefined ? 0 : memory.write(place.combinations),
      memory.write(new Uint8Array(slots.buffer)),
      mask,
      entriesAt,
      place.markingKeys,
      place.mark,
      0,
      0,
    ]);
    const outlined = entries.map(({ key, kind, inner }, index): EntryOutline => {
      const entryAt = entriesAt + index * WORDS_PER_ENTRY * Uint32Array.BYTES_PER_ELEMENT;
      return { key, kind, at: entryAt, inner };
    });
    const watchesAll = place.combinations !== undefined;
    const watched = entries.reduce((bits, { isRequired, inner }, index) => {
      const isWatched = index < BITS && (watchesAll || isRequired || inner !== undefined);
      return isWatched ? bits | (1 << index) : bits;
    }, 0);
    const seen = memory.words(at + WORD_OF_SEEN * Uint32Array.BYTES_PER_ELEMENT, 1);
    return { at, seen, watched: watched >>> 0, entries: outlined };
  }
}

/** Stands for the details of an entity, or for any text in them: all that the entity rules ask for is there. */
const filled: JsonObject = { external_id: '-', full_name: '-', risk_assessment: '-' };

/** Of the word that holds the keys seen. */
const BITS = 32;

const LETTER_A = 0x41;

function countryTable(takesAll: boolean): Uint8Array {
  const table = new Uint8Array(26 * 26).fill(takesAll ? 1 : 0);
  for (const code of countryCodes) table[(code.charCodeAt(0) - LETTER_A) * 26 + code.charCodeAt(1) - LETTER_A] = 1;
  return table;
}

function currencyTable(): Uint8Array {
  const table = new Uint8Array(26 ** 3);
  for (const [at, code] of currenciesOfWalk.entries()) table[placeOfCurrency(code)] = at + 1;
  return table;
}
