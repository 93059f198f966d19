/** @file A command that is killed on Windows at any moment of a sending, and the next one that goes on; at night. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isNight } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import type { Moment } from '../harness/opponent/moments.ts';
import { leftOut, placeOf, write } from './sending-place.ts';
import { lacking } from './wine.ts';

const moments: readonly Moment[] = ['reservation', 'put-headers', 'put-body', 'put-stored', 'status'];

describe.runIf(isNight && lacking === undefined)(`What was killed on Windows${leftOut}`, () => {
  it('is sent exactly once, whatever was under way', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    for (const moment of moments) {
      const content = readFileSync(write(place, `${moment}.jsonl`), 'utf8');
      const reached = service.moments.holdNext(moment);
      const sending = place.start(['send', `${moment}.jsonl`, '--wait']);
      const held = await reached;
      await sending.kill();
      held.hangUp();
      expect(await place.run(['work', '--until-idle'])).toMatchObject({ exitCode: 0, stderr: '' });
      const stored = service.batches().flatMap((batch) => batch.stored?.toString() ?? []);
      expect(stored.filter((one) => one === content)).toHaveLength(1);
    }
    expect(await place.run(['audit', 'verify'])).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
