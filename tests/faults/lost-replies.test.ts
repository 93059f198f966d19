/** @file Replies that never arrive: whatever had happened on the other side happens once. */

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Moment } from '../cli/moments.ts';
import { startOtherService } from '../cli/other-service.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace } from '../cli/tranship.ts';

describe.concurrent('a connection that is cut without a reply', { timeout: 60_000 }, () => {
  it.each<{ moment: Moment; lines: number; attempts: number; issued: number }>([
    { moment: 'reservation', lines: 3, attempts: 1, issued: 2 },
    { moment: 'put-headers', lines: 3, attempts: 2, issued: 1 },
    { moment: 'put-body', lines: 20_000, attempts: 2, issued: 1 },
    { moment: 'put-stored', lines: 3, attempts: 2, issued: 1 },
    { moment: 'status', lines: 3, attempts: 1, issued: 1 },
  ])('at the moment “$moment” costs time and nothing else', async ({ moment, lines, attempts, issued }) => {
    await using service = await startOtherService();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, lines);
    const held = service.moments.holdNext(moment);
    const sending = workplace.start(['send', file, '--wait', '--json']);

    (await held).hangUp();
    const ended = await sending.ended;

    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ attempts }] } });
    expect(ended.events).toContainEqual(expect.objectContaining({ event: 'trouble', code: 'network.cut' }));
    expect(service.batches()).toHaveLength(issued);
    const [stored, ...others] = service.batches().flatMap(({ stored: bytes }) => bytes ?? []);
    expect(others).toEqual([]);
    expect(stored?.equals(await readFile(file))).toBe(true);
  });
});
