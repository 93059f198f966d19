/** @file The described fields as the tables have them: with the addresses that the walk names in its notes. */

import type { Kind } from './layout.ts';

/** An object of a transaction. */
export interface PlaceOutline {
  /** Its address. */
  at: number;
  /** One word: a bit for each entry whose key the last object of this place had. */
  seen: Uint32Array;
  /** The bits of the keys on which findings may depend beyond their own values. */
  watched: number;
  entries: readonly EntryOutline[];
}

/** A key of such an object. */
export interface EntryOutline {
  at: number;
  key: string;
  kind: Kind;
  /** Where its value is an object that is described, too. */
  inner: PlaceOutline | undefined;
}
