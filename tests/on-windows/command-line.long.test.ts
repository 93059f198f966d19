/**
 * @file The command line on Windows' own Node: what it does with the files of Windows, and with programs that hold them open. What
 * takes a minute, or says the same of one more file, is for the night.
 */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNight } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { A_MOMENT, leftOut, placeOf, write } from './sending-place.ts';
import { openWindowsPlace } from './windows-place.ts';
import { lacking } from './wine.ts';

describe.skipIf(lacking !== undefined)(`The command line on Windows${leftOut}`, () => {
  it('sends a file, and follows it to PROCESSED', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    const { exitCode, stderr, submission } = await place.run(['send', 'a.jsonl', '--wait', '--json']);
    expect([exitCode, stderr, submission.state]).toEqual([0, '', 'processed']);
  });

  it('takes a pattern for files, also under a path longer than Windows once took', async () => {
    await using place = await openWindowsPlace();
    const deep = join(...Array.from({ length: 6 }, () => 'a folder with a name of forty characters'));
    mkdirSync(join(place.folder, deep), { recursive: true });
    for (const name of ['a.jsonl', 'b.jsonl', 'c.txt']) write(place, join(deep, name));
    const { exitCode, events } = await place.run(['check', `${deep.replaceAll('/', '\\')}\\*.jsonl`, '--json']);
    const files = events.flatMap((event) => ('file' in event ? String(event['file']).split('\\').at(-1) : []));
    expect([exitCode, files]).toEqual([0, ['a.jsonl', 'b.jsonl']]);
  });

  it('goes on with what was killed', async () => {
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

  it('ends with 4 and says where it stands when Ctrl-C is pressed', async () => {
    await using service = await startOpponent({ life: ['SANCTIONS_SCREENING'] });
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    const { running, press } = place.startInConsole(['send', 'a.jsonl', '--wait', '--json']);
    await running.event(({ event, state }) => event === 'batch' && state === 'processing');
    press();
    const { exitCode, submission } = await running.ended;
    expect([exitCode, submission.state]).toEqual([4, 'processing']);
  });

  it.runIf(isNight)('refuses to write where nothing is found again', async () => {
    await using place = await openWindowsPlace();
    write(place, 'a.jsonl');
    const names = [
      ['NUL', 'Windows keeps the name NUL for a device'],
      ['aux.csv', 'Windows keeps the name aux.csv for a device'],
      ['a.jsonl:list', 'Windows takes no colon in a name'],
      ['list.csv ', 'Windows takes no space or full stop at the end of a name'],
    ] as const;
    for (const [name, reason] of names) {
      const { exitCode, stderr } = await place.run(['check', 'a.jsonl', '--findings', name]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
      expect(readdirSync(place.folder)).not.toContain(name);
    }
  });
});

describe.skipIf(lacking !== undefined)(`While another program has a file open on Windows${leftOut}`, () => {
  it('the head of the history is no loss, and there is no verdict', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    await place.run(['work', '--until-idle']);
    const held = await place.hold(join(place.home, 'history-head.json'), 'exclusively');
    const [verified, sent] = [await place.run(['audit', 'verify']), await place.run(['send', 'a.jsonl', '--wait'])];
    await held.release();
    expect(verified.stderr).toContain('history-head.json stayed in use');
    expect([verified.exitCode, verified.stdout]).toEqual([4, '']);
    expect(sent.exitCode).toBe(0);
    expect(await place.run(['audit', 'verify'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.runIf(isNight)('a head that can be replaced again within seconds is no word', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    write(place, 'a.jsonl');
    await place.run(['work', '--until-idle']);
    await place.hold(join(place.home, 'history-head.json'), 'for-reading', A_MOMENT);
    expect(await place.run(['send', 'a.jsonl', '--wait'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.runIf(isNight)('settings and source are waited for', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    await place.run(['work', '--until-idle']);
    await Promise.all([
      place.hold(join(place.home, 'settings.json'), 'exclusively', A_MOMENT),
      place.hold(write(place, 'a.jsonl'), 'exclusively', A_MOMENT),
    ]);
    const { exitCode, stderr, submission } = await place.run(['send', 'a.jsonl', '--wait', '--json']);
    expect([exitCode, stderr, submission.state]).toEqual([0, '', 'processed']);
  });

  it.runIf(isNight)('a source is in the queue, and sent once it is free, be it after minutes', async () => {
    await using service = await startOpponent();
    await using place = await placeOf(service);
    const held = await place.hold(write(place, 'a.jsonl'), 'exclusively');
    const sending = place.start(['send', 'a.jsonl', '--wait', '--json']);
    expect(await sending.event(({ event }) => event === 'warning')).toMatchObject({ code: 'file.locked' });
    await held.release();
    const { exitCode, submission } = await sending.ended;
    expect([exitCode, submission.state]).toEqual([0, 'processed']);
  });

  it.runIf(isNight)('a file of the data folder is named, and nothing of permissions', async () => {
    await using place = await openWindowsPlace();
    await place.run(['work', '--until-idle']);
    for (const name of ['queue.db', 'lock.db', 'settings.json']) {
      await using _held = await place.hold(join(place.home, name), 'exclusively');
      const { exitCode, stderr } = await place.run(['work', '--until-idle']);
      expect(stderr).toContain(`${name} stayed in use`);
      expect(exitCode).toBe(4);
    }
  });

  it.runIf(isNight)('the export for support ends, and says which file it is', async () => {
    await using place = await openWindowsPlace();
    await place.run(['work', '--until-idle']);
    const [log = ''] = readdirSync(join(place.home, 'logs')).filter((name) => name.startsWith('tranship-'));
    const held = await place.hold(join(place.home, 'logs', log), 'exclusively');
    const { exitCode, stderr } = await place.run(['support', '--out', 'support.zip']);
    expect(stderr).toContain(`${log} stayed in use`);
    expect([exitCode, existsSync(join(place.folder, 'support.zip'))]).toEqual([2, false]);
    await held.release();
    expect(await place.run(['support', '--out', 'support.zip'])).toMatchObject({ exitCode: 0 });
  });

  it.runIf(isNight)('a list or a file of findings that is to be replaced is waited for', async () => {
    await using place = await openWindowsPlace();
    write(place, 'a.jsonl');
    const list = join(place.folder, 'list.csv');
    writeFileSync(list, 'of yesterday');
    await place.hold(list, 'for-reading', A_MOMENT);
    expect(await place.run(['queue', 'list', '--export', 'list.csv', '--force'])).toMatchObject({ exitCode: 0 });
  });
});
