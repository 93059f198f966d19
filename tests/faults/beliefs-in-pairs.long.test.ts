/** @file All pairs of lies that can be told beside each other: some by day, all at night. */

import { afterAll, describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { LiedTo } from './lied-to.ts';
import { areCompatible, lies } from './lies.ts';

const pairs = lies.flatMap((one, place) =>
  lies.slice(place + 1).flatMap((other) => (areCompatible(one, other) ? [[one, other] as const] : [])),
);

describe('two at a time', () => {
  const desk = LiedTo.open();
  afterAll(async () => await (await desk)[Symbol.asyncDispose]());

  it.each(fewerByDay(pairs, 6).map((pair) => ({ pair, name: `${pair[0].name} + ${pair[1].name}` })))(
    '$name',
    async ({ pair }) => {
      expect(await (await desk).hear(pair)).toEqual([]);
    },
  );
});
