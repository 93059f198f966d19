import { describe, expect, it } from 'vitest';
import { LINE_START, NEXT_WAY, NO_WAY, ShapeTable, TAKEN, TARGET } from '../../src-main/checking/shapes/shape-table.ts';

/** How many of an endless series of ways the table takes. */
function taken(follow: (table: ShapeTable, n: number) => number | undefined): number {
  const table = new ShapeTable();
  let n = 0;
  while (n < 100_000 && follow(table, n) !== undefined) n++;
  return n;
}

describe('The bounds of the table', () => {
  it('The shape table takes 64 ways from one state', () => {
    expect(taken((table, n) => table.follow(LINE_START, `literal ${n}`, 1, 'same'))).toBe(64);
  });

  it('The shape table takes 4096 states', () => {
    expect(taken((table, n) => table.follow(n, 'literal', 1, `state ${n}`))).toBe(4095);
  });

  it('The shape table takes 16384 ways', () => {
    expect(taken((table, n) => table.follow(n % 4000, `literal ${n}`, 1, 'same'))).toBe(16384);
  });

  it('The shape table takes 512 KiB of literals', () => {
    expect(taken((table, n) => table.follow(n % 4000, String(n).padEnd(1024), 1, 'same'))).toBe(512);
  });

  it('The shape table takes a literal of 1024 bytes', () => {
    const table = new ShapeTable();
    expect(table.follow(LINE_START, 'x'.repeat(1025), 1, 'same')).toBeUndefined();
    expect(table.follow(LINE_START, 'x'.repeat(1024), 1, 'same')).toBeDefined();
  });
});

describe('The ways of a state', () => {
  function ways(table: ShapeTable): number[] {
    const found = [];
    for (let way = table.firstWay[LINE_START] ?? NO_WAY; way !== NO_WAY; way = table.ways[way + NEXT_WAY] ?? NO_WAY) {
      found.push(way);
    }
    return found;
  }

  it('The ways of a state are tried in the order of how often they were taken', () => {
    const table = new ShapeTable();
    for (const literal of ['a', 'b', 'c']) table.follow(LINE_START, literal, 1, literal);
    const [a = NO_WAY, b = NO_WAY, c = NO_WAY] = ways(table);
    const take = (way: number) => {
      table.ways[way + TAKEN] = (table.ways[way + TAKEN] ?? 0) + 1;
      if (way !== ways(table)[0]) table.promote(LINE_START, way);
    };
    take(c);
    expect(ways(table)).toEqual([a, c, b]);
    take(c);
    expect(ways(table)).toEqual([c, a, b]);
    take(b);
    expect(ways(table)).toEqual([c, b, a]);
    take(b);
    expect(ways(table)).toEqual([c, b, a]);
    take(b);
    expect(ways(table)).toEqual([b, c, a]);
  });

  it('Equal ways lead to the same state and are stored once', () => {
    const table = new ShapeTable();
    const first = table.follow(LINE_START, 'a', 1, 'same');
    expect(table.follow(LINE_START, 'b', 1, 'same')).toBe(first);
    expect(table.follow(LINE_START, 'a', 1, 'same')).toBe(first);
    expect(ways(table).map((way) => table.ways[way + TARGET])).toEqual([first, first]);
  });

  it('Clearing the table removes the ways of a state', () => {
    const table = new ShapeTable();
    for (let n = 0; n < 64; n++) table.follow(LINE_START, `literal ${n}`, 1, 'same');
    table.clear();
    expect(ways(table)).toEqual([]);
    table.follow(LINE_START, 'literal 0', 1, 'same');
    expect(ways(table)).toHaveLength(1);
  });
});
