/**
 * @file Where in a transaction a line has come to, as far as that decides what may follow. Two lines in the same
 * state can be continued alike: that is what lets the learned shapes join the beginning of one line and the end of
 * another. The state is the objects and lists that are open, the last key of each object, and whether the sender or the
 * receiver is known: one of them must be, whichever it is.
 *
 * The keys before the last one need no memory as long as the keys of an object come in some order throughout, that is
 * while no key leads back to itself by what followed what in the lines learned. Then no key can come twice. Nor can a
 * key be left out that every learned line has: joined lines that leave it out would have to pass from a key that comes
 * before it to a key that comes after it, and some key would be both. That goes for required fields, for the form of
 * the one main entity that a rule set may name, and for the two forms of any entity, whose keys never follow each
 * other. Where an object's keys contradict their order, all keys seen are part of the state from then on.
 */

import { type FieldKind, type FieldTree, transactionFields } from '../rules/transaction-fields.ts';

/** A line with more levels than this, or an object with more keys, is not learned. */
const MOST_LEVELS = 32;
const MOST_KEYS = 256;
const MOST_UNORDERED_KEYS = 32;
const MOST_PLACES = 1024;

const NONE = -1;

/** What stands under a key, or in a list; a value inside `additional_fields` is `open`. */
export type Described = FieldKind | FieldTree | 'open';

/** An object or a list at one place of a transaction, such as sender.unknown, with all that is known of its keys. */
interface Place {
  id: number;
  isList: boolean;
  fields: FieldTree | 'open';
  keyIds: Map<string, number>;
  /** By id of a key: the ids of the keys that have come right after it. */
  followers: Set<number>[];
  isOrdered: boolean;
  inner: Map<string, Place>;
}

interface Level {
  place: Place;
  key: string;
  /** The id of the last key; NONE before the first. */
  lastKey: number;
  /** Ids of all keys so far, where they come in no order. */
  seen: Set<number>;
}

/** Follows one line after the other from its start to its end, and remembers what order keys have. */
export class LineState {
  /** How often the keys of an object contradicted the order they had had: then all states become others. */
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

  /** What the value that comes next must be; undefined when the interface describes no such field. */
  get expected(): Described | undefined {
    const level = this.#levels.at(-1);
    if (level === undefined) return transactionFields;
    const { fields } = level.place;
    if (fields === 'open') return 'open';
    return Object.hasOwn(fields, level.key) ? fields[level.key] : undefined;
  }

  /** The key of the value that comes next, where that is a field of `modification`. */
  get modificationKey(): string | undefined {
    const [root, level] = this.#levels;
    return this.#levels.length === 2 && root?.key === 'modification' ? level?.key : undefined;
  }

  /** Opens the object or list that comes next. Returns false when the line is not to be learned. */
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

  /** Goes on to a key of the innermost object. Returns false when the line is not to be learned. */
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

  /** The state as a text: equal for two lines exactly when they may go on alike. */
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

/** Notes that one key came right after another; false when the other can come after the one as well. */
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
