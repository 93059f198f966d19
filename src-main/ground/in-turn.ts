/** @file Work that is begun ahead of its turn, so that no core waits, and whose results are told in order. */

export interface AheadOfTurn<Item, Begun> {
  /** So many are begun and have not had their turn, at most. */
  most: number;
  /** Whether an item is worked on beside others; any other one is begun once it is its turn, and nothing beside it. */
  isLight(item: Item): boolean;
  begin(item: Item): Begun;
}

/** Yields what was begun of each item once it is its turn. The one before is over when the next is asked for. */
export async function* inTurn<Item, Begun>(
  items: AsyncIterable<Item>,
  { most, isLight, begin }: AheadOfTurn<Item, Begun>,
): AsyncGenerator<Begun> {
  const coming = items[Symbol.asyncIterator]();
  const ahead: Begun[] = [];
  let next = await coming.next();
  let isAlone = false;
  for (;;) {
    while (next.done !== true && ahead.length < most && !isAlone) {
      isAlone = !isLight(next.value);
      if (isAlone && ahead.length > 0) break;
      ahead.push(begin(next.value));
      next = await coming.next();
    }
    const [first] = ahead;
    if (first === undefined) return;
    yield first;
    ahead.shift();
    isAlone = false;
  }
}
