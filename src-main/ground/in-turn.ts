/** @file Work that is begun ahead of its turn, so that no core waits, and whose results are told in order. */

export interface AheadOfTurn<Item, Begun> {
  /** So many are begun and have not had their turn, at most. */
  most: number;
  /** Whether an item is worked on beside others; any other one is begun once it is its turn, and nothing beside it. */
  isLight(item: Item): Promise<boolean>;
  begin(item: Item): Begun;
}

/** Yields what was begun of each item once it is its turn. The one before is over when the next is asked for. */
export async function* inTurn<Item, Begun>(
  items: readonly Item[],
  { most, isLight, begin }: AheadOfTurn<Item, Begun>,
): AsyncGenerator<Begun> {
  const waiting = [...items];
  const ahead: Begun[] = [];
  let isAlone = false;
  for (;;) {
    while (waiting.length > 0 && ahead.length < most && !isAlone) {
      const [item] = waiting;
      if (item === undefined) break;
      const light = await isLight(item);
      if (!light && ahead.length > 0) break;
      isAlone = !light;
      waiting.shift();
      ahead.push(begin(item));
    }
    const [first] = ahead;
    if (first === undefined) return;
    yield first;
    ahead.shift();
    isAlone = false;
  }
}
