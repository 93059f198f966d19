/** @file The command line on Windows' own Node: what it does with the files of Windows, and with programs that hold them open. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { environmentOf } from '../cli/tranship.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { openWindowsPlace, type WindowsPlace } from './windows-place.ts';
import { lacking } from './wine.ts';

if (lacking !== undefined) console.log(`The tests on Windows’ Node are left out. ${lacking}.`);

/** Less than the command line waits for a file that is in use. */
const A_MOMENT = 3000;

const placeOf = (service: Reachable) =>
  openWindowsPlace({ ...environmentOf(service), TRANSHIP_PASSPHRASE: 'a passphrase of the test' });

function write({ folder }: WindowsPlace, name: string, lines = 3): string {
  const path = join(folder, name);
  writeFileSync(path, Array.from({ length: lines }, () => `${transactionLine()}\n`).join(''));
  return path;
}

describe.skipIf(lacking !== undefined)('On Windows', () => {
  it('a file is sent, and followed to PROCESSED', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    const { exitCode, stderr, submission } = await place.run(['send', 'a.jsonl', '--wait', '--json']);
    expect([exitCode, stderr, submission.state]).toEqual([0, '', 'processed']);
  });

  it('files are named by a pattern, also under a path longer than Windows once took', async () => {
    await using place = await openWindowsPlace();
    const deep = join(...Array.from({ length: 6 }, () => 'a folder with a name of forty characters'));
    mkdirSync(join(place.folder, deep), { recursive: true });
    for (const name of ['a.jsonl', 'b.jsonl', 'c.txt']) write(place, join(deep, name));
    const { exitCode, events } = await place.run(['check', `${deep.replaceAll('/', '\\')}\\*.jsonl`, '--json']);
    const files = events.flatMap((event) => ('file' in event ? String(event['file']).split('\\').at(-1) : []));
    expect([exitCode, files]).toEqual([0, ['a.jsonl', 'b.jsonl']]);
  });

  it('the name of a device is no file to write to', async () => {
    await using place = await openWindowsPlace();
    write(place, 'a.jsonl');
    const { exitCode, stderr } = await place.run(['check', 'a.jsonl', '--findings', 'aux.csv']);
    expect(stderr).toContain('Windows keeps the name aux.csv for a device');
    expect(exitCode).toBe(2);
  });

  it('a command that was killed goes on', async () => {
    await using service = await startOpponent({
      life: ['SANCTIONS_SCREENING', 'SANCTIONS_SCREENING', 'SANCTIONS_SCREENING', 'PROCESSED'],
    });
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    const sending = place.start(['send', 'a.jsonl', '--wait', '--json']);
    await sending.event(({ event, state }) => event === 'batch' && state === 'processing');
    await sending.kill();
    const { exitCode, submission } = await place.run(['work', '--until-idle', '--json']);
    expect([exitCode, submission.state]).toEqual([0, 'processed']);
    expect(service.batches()).toHaveLength(1);
  });

  it('settings and source are waited for while another program has them open', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    await place.run(['queue', 'list']);
    await Promise.all([
      place.hold(join(place.home, 'settings.json'), 'exclusively', A_MOMENT),
      place.hold(write(place, 'a.jsonl'), 'exclusively', A_MOMENT),
    ]);
    const { exitCode, stderr, submission } = await place.run(['send', 'a.jsonl', '--wait', '--json']);
    expect([exitCode, stderr, submission.state]).toEqual([0, '', 'processed']);
  });

  it('a head of the history that another program has open is no loss, and no verdict', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    write(place, 'b.jsonl');
    await place.run(['send', 'a.jsonl']);
    const held = await place.hold(join(place.home, 'history-head.json'), 'exclusively');
    const [verified, sent] = [await place.run(['audit', 'verify']), await place.run(['send', 'b.jsonl', '--wait'])];
    await held.release();
    expect(verified.stderr).toContain('history-head.json stayed in use');
    expect([verified.exitCode, verified.stdout]).toEqual([5, '']);
    expect(sent.exitCode).toBe(0);
    expect(await place.run(['audit', 'verify'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('of a file of the data folder that stays open elsewhere it says just that', async () => {
    await using place = await openWindowsPlace();
    await place.run(['work', '--until-idle']);
    for (const name of ['queue.db', 'lock.db', 'settings.json']) {
      await using _held = await place.hold(join(place.home, name), 'exclusively');
      const { exitCode, stderr } = await place.run(['work', '--until-idle']);
      expect(stderr).toContain(`${name} stayed in use`);
      expect(exitCode).toBe(5);
    }
  });
});
