/** @file Work that is begun ahead of its turn, so that no core waits, and whose results are told in order. */

export interface AheadOfTurn<Item, Begun> {
  /** So many are begun and have not had their turn, at most. */
  most: number;
  /** Whether an item is worked on beside others; any other one is begun once it is its turn, and nothing beside it. */
  isLight(item: Item): Promise<boolean>;
  begin(item: Item, isLight: boolean): Begun;
}

/** Yields what was begun of each item once it is its turn. The one before is over when the next is asked for. */
export async function* inTurn<Item, Begun>(
  items: readonly Item[],
  { most, isLight, begin }: AheadOfTurn<Item, Begun>,
): AsyncGenerator<Begun> {
  // Asked of several at once: to wait for each answer takes longer than the answer.
  const unasked = [...items].reverse();
  const asked: { item: Item; light: Promise<boolean> }[] = [];
  const ahead: Begun[] = [];
  let isAlone = false;
  for (;;) {
    if (asked.length === 0)
      for (const item of unasked.splice(-most).reverse()) {
        const light = isLight(item);
        // It may fail ahead of its turn.
        light.catch(() => {});
        asked.push({ item, light });
      }
    while (asked.length > 0 && ahead.length < most && !isAlone) {
      const [next] = asked;
      if (next === undefined) break;
      const light = await next.light;
      if (!light && ahead.length > 0) break;
      isAlone = !light;
      asked.shift();
      ahead.push(begin(next.item, light));
    }
    const [first] = ahead;
    if (first === undefined) return;
    yield first;
    ahead.shift();
    isAlone = false;
  }
}
