/** @file All that comes out of something asynchronous, as a list. */

export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
