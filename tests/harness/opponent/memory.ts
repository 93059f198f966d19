/** @file What an opponent knows at a moment, so that a test can go back there. */

/** Notes what is in a map now. What it returns brings that back, as often as it is called. */
export function noted<Key, Value>(map: Map<Key, Value>, copy = (value: Value): Value => value): () => void {
  const entries = [...map].map(([key, value]) => [key, copy(value)] as const);
  return () => {
    map.clear();
    for (const [key, value] of entries) map.set(key, copy(value));
  };
}
