/**
 * @file Each lie alone, by day some of them: nothing lost, nothing doubled without being said, nothing claimed that did not happen. And the page that says
 * what is believed names exactly these lies.
 */

import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { LiedTo } from './lied-to.ts';
import { lies } from './lies.ts';

describe('docs/beliefs.md', () => {
  const rows = readFileSync('docs/beliefs.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (fact|---)/.test(line))
    .map((line) => line.split(' | '));
  const named = rows.flatMap((cells) => (isNotPlayed(cells) ? [] : namesIn(cells.at(-1) ?? '')));

  it('names each lie of the table once, and no other', () => {
    expect(named.toSorted()).toEqual(lies.map(({ name }) => name).toSorted());
  });

  it('has in each row the fact, who says it, the cost, the proof, and the lies or why there is none', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const cells of rows) {
      expect(cells, cells[0]).toHaveLength(5);
      if (!isNotPlayed(cells)) expect(namesIn(cells.at(-1) ?? ''), cells[0]).not.toEqual([]);
    }
  });

  it('says “believed” where a lie misleads', () => {
    const misleading = lies.filter(({ misleads = [] }) => misleads.length > 0);
    const sceptical = rows.filter((cells) => !cells[3]?.includes('**Believed**'));
    const unsaid = sceptical.flatMap((cells) => namesIn(cells.at(-1) ?? ''));
    expect(misleading.map(({ name }) => name).filter((name) => unsaid.includes(name))).toEqual([]);
  });
});

describe('alone', () => {
  const desk = LiedTo.open();
  afterAll(async () => await (await desk)[Symbol.asyncDispose]());

  it.each(fewerByDay(lies, 12).map((lie) => [lie.name, lie] as const))('%s', async (_, lie) => {
    expect(await (await desk).hear([lie])).toEqual([]);
  });
});

function isNotPlayed(cells: readonly string[]): boolean {
  return /^not played, because /.test(cells.at(-1) ?? '');
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
