/**
 * @file The position in a transaction, as far as it decides what may follow. Two lines in the same state can continue
 * alike, which lets the learned shapes join the beginning of one line and the end of another. The state consists of the
 * open objects and lists, the last key of each object, and whether the sender or the receiver is known (one of the two
 * must be).
 *
 * Keys before the last one need not be remembered as long as the keys of an object have a consistent order, that is, as
 * long as the learned successions of keys contain no cycle. Then no key can come twice. Nor can a key be missing that
 * every learned line has: joined lines without it would have to pass from a key before it to a key after it, and some
 * key would be both. This covers required fields, the form of the one main entity that a rule set may name, and the two
 * forms of any entity, whose keys never follow each other. Where an object's keys contradict their order, all keys seen
 * become part of the state from then on.
 */

import { type FieldKind, type FieldTree, transactionFields } from '../rules/transaction-fields.ts';

/** Lines with more levels, or with an object of more keys, are not learned. */
const MOST_LEVELS = 32;
const MOST_KEYS = 256;
const MOST_UNORDERED_KEYS = 32;
const MOST_PLACES = 1024;

const NONE = -1;

/** The value under a key or in a list; a value inside `additional_fields` is `open`. */
export type Described = FieldKind | FieldTree | 'open';

/** An object or list at one place of a transaction, such as sender.unknown, with everything known about its keys. */
interface Place {
  id: number;
  isList: boolean;
  fields: FieldTree | 'open';
  keyIds: Map<string, number>;
  /** By key id: the ids of the keys that have come directly after it. */
  followers: Set<number>[];
  isOrdered: boolean;
  inner: Map<string, Place>;
}

interface Level {
  place: Place;
  key: string;
  /** The id of the last key; NONE before the first. */
  lastKey: number;
  /** Ids of all keys so far; only where the keys have no consistent order. */
  seen: Set<number>;
}

/** Follows each line from start to end, and remembers the order of keys. */
export class LineState {
  /** How often the keys of an object contradicted their order: each time, all states change. */
  contradictions = 0;
  #places = 0;
  readonly #root = this.#newPlace(false, transactionFields);
  #levels: Level[] = [];
  #isPartyKnown = false;

  /** Begins a new line. */
  restart(): void {
    this.#levels = [];
    this.#isPartyKnown = false;
  }

  get isInList(): boolean {
    return this.#levels.at(-1)?.place.isList === true;
  }

  /** The description of the next value; undefined when the interface describes no such field. */
  get expected(): Described | undefined {
    const level = this.#levels.at(-1);
    if (level === undefined) return transactionFields;
    const { fields } = level.place;
    if (fields === 'open') return 'open';
    return Object.hasOwn(fields, level.key) ? fields[level.key] : undefined;
  }

  /** The key of the next value, if it is a field of `modification`. */
  get modificationKey(): string | undefined {
    const [root, level] = this.#levels;
    return this.#levels.length === 2 && root?.key === 'modification' ? level?.key : undefined;
  }

  /** Opens the next object or list. Returns false when the line must not be learned. */
  open(isList: boolean): boolean {
    const place = this.#levels.length < MOST_LEVELS ? this.#nextPlace(isList) : undefined;
    if (place === undefined) return false;
    this.#levels.push({ place, key: '', lastKey: NONE, seen: new Set() });
    return true;
  }

  /** Closes the innermost object or list. */
  close(): void {
    this.#levels.pop();
  }

  /** Moves to a key of the innermost object. Returns false when the line must not be learned. */
  enter(key: string): boolean {
    const level = this.#levels.at(-1);
    const id = level === undefined ? NONE : keyId(level.place, key);
    if (level === undefined || id === NONE) return false;
    const { place } = level;
    if (place.isOrdered && level.lastKey !== NONE && !noteFollower(place, level.lastKey, id)) {
      place.isOrdered = false;
      this.contradictions++;
      return false;
    }
    level.key = key;
    level.lastKey = id;
    if (!place.isOrdered) level.seen.add(id);
    const party = this.#levels[0]?.key;
    if (key === 'by_external_id' && (party === 'sender' || party === 'receiver')) this.#isPartyKnown = true;
    return level.seen.size <= MOST_UNORDERED_KEYS;
  }

  /** The state as a text: equal for two lines exactly when they can continue alike. */
  toString(): string {
    const levels = this.#levels.map(({ place, lastKey, seen }) => {
      const keys = place.isOrdered ? lastKey : [...seen].sort((a, b) => a - b).join(',');
      return `${place.id}:${keys}`;
    });
    return `${this.#isPartyKnown}/${levels.join('/')}`;
  }

  #nextPlace(isList: boolean): Place | undefined {
    const level = this.#levels.at(-1);
    if (level === undefined) return this.#root;
    const fields = contentOf(this.expected, isList);
    if (fields === undefined) return undefined;
    const { isList: isElement, inner } = level.place;
    const name = `${isList ? '[' : '{'}${isElement ? '' : level.key}`;
    let place = inner.get(name);
    if (place === undefined && this.#places < MOST_PLACES) {
      place = this.#newPlace(isList, fields);
      inner.set(name, place);
    }
    return place;
  }

  #newPlace(isList: boolean, fields: Place['fields']): Place {
    return { id: this.#places++, isList, fields, keyIds: new Map(), followers: [], isOrdered: true, inner: new Map() };
  }
}

function contentOf(expected: Described | undefined, isList: boolean): Place['fields'] | undefined {
  if (expected === 'open') return 'open';
  if (isList) return undefined;
  if (expected === 'open-object') return 'open';
  return typeof expected === 'object' ? expected : undefined;
}

/** NONE when there are too many keys. */
function keyId(place: Place, key: string): number {
  let id = place.keyIds.get(key);
  if (id === undefined) {
    id = place.keyIds.size;
    if (id >= MOST_KEYS) return NONE;
    place.keyIds.set(key, id);
    place.followers.push(new Set());
  }
  return id;
}

/** Records that one key came directly after another; returns false when the two can also come in the reverse order. */
function noteFollower(place: Place, earlier: number, later: number): boolean {
  const followers = place.followers[earlier];
  if (followers === undefined || followers.has(later)) return true;
  const reached = new Set([later]);
  for (const key of reached) {
    if (key === earlier) return false;
    for (const follower of place.followers[key] ?? []) reached.add(follower);
  }
  followers.add(later);
  return true;
}
