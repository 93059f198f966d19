/**
 * @file What Tranship knows of what was sent stands in files, which other programs hold open on Windows: that one cannot be read
 * for a moment must not make anything go twice. At night.
 */

import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { isNight } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { leftOut, placeOf, write } from './sending-place.ts';
import { lacking } from './wine.ts';

describe.runIf(isNight && lacking === undefined)(`While another program has it open on Windows${leftOut}`, () => {
  it('the index of what was sent is waited for, and lines that went before do not go twice', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    const sent = write(place, 'a.jsonl');
    await place.run(['send', 'a.jsonl', '--wait']);
    writeFileSync(join(place.folder, 'b.jsonl'), `${readFileSync(sent, 'utf8')}${transactionLine()}\n`);
    // From the file itself the index could be made again.
    renameSync(sent, `${sent}.archived`);
    const held = await place.hold(join(place.home, 'ids', '1.ids'), 'exclusively');
    const sending = place.start(['send', 'b.jsonl', '--wait', '--json']);
    expect(await sending.event(({ event }) => event === 'warning')).toMatchObject({ code: 'file.locked' });
    await held.release();
    const { submission } = await sending.ended;
    expect([submission.state, submission.error]).toEqual(['held', 'submission.ids-sent-before']);
    expect(service.batches()).toHaveLength(1);
  });

  it('the witness stops the queue only until it is free again', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    await place.run(['work', '--until-idle']);
    const [witness = ''] = readdirSync(join(place.folder, 'witness'));
    const held = await place.hold(join(place.folder, 'witness', witness), 'for-reading');
    const sending = place.start(['send', 'a.jsonl', '--wait', '--json']);
    await sending.said(/file\.locked/);
    await held.release();
    const { exitCode, submission } = await sending.ended;
    expect([exitCode, submission.state]).toEqual([0, 'processed']);
  });
});
