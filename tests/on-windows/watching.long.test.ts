/** @file A watched folder on Windows, whose files other programs have open; at night. */

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNight } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { leftOut, placeOf, write } from './sending-place.ts';
import { lacking } from './wine.ts';

describe.runIf(isNight && lacking === undefined)(`A watched folder on Windows${leftOut}`, () => {
  it('names a file that its writer has open, takes it once it is free, and ends with Ctrl-C', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    mkdirSync(join(place.folder, 'in'));
    const held = await place.hold(write(place, join('in', 'a.jsonl')), 'exclusively');
    const { running, press } = place.startInConsole(['watch', 'in', '--settle', '1', '--json']);
    expect(await running.event(({ what }) => what === 'trouble')).toMatchObject({
      name: 'a.jsonl',
      code: 'file.locked',
    });
    await held.release();
    await running.event(({ what }) => what === 'done');
    press();
    expect((await running.ended).exitCode).toBe(0);
    expect(readdirSync(join(place.folder, 'in'))).toEqual(['done']);
  });
});
