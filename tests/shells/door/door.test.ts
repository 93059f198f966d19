/** @file A command at the door of an app that runs: what it asks for is done there, and the window sees it. */

import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { policyOf } from '../../../src-main/policy/policy.ts';
import { readDoorFile } from '../../../src-main/shells/door/place.ts';
import { describeError } from '../../../src-shared/errors.ts';
import { bank, openWindow, options, TestWindow } from '../../actions/window.ts';
import { transactionLine } from '../../cli/transactions.ts';
import { openDoor, sessionsIn, visitorAt } from './opened.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a command at the door', () => {
  it('has the app do what it asks for, and the window sees it', async () => {
    const { window, enter } = await openDoor();
    await writeFile(join(window.folder, 'november.jsonl'), `${transactionLine()}\n`);
    const command = await enter();
    await command.call('connections.add', { ...bank, secret: 'canary' });
    // Named as from the folder of the command.
    const { offers } = await command.offer(['november.jsonl']);
    const { added } = await command.call('files.add', {
      offers: offers.map(({ offer }) => offer),
      options: { ...options, connection: bank.name },
    });
    const [id = 0] = added;
    expect(await window.until(id, () => true)).toMatchObject({ fileName: 'november.jsonl', connection: bank.name });
    expect((await command.call('queue.snapshot', undefined)).submissions).toEqual(
      (await window.value('queue.snapshot')).submissions,
    );
  });

  it('is refused as the window is, with the same error', async () => {
    const { window, enter } = await openDoor();
    const command = await enter();
    await expect(command.call('submission.details', { id: 99 })).rejects.toMatchObject({ code: 'queue.unknown-id' });
    expect(await window.code('submission.details', { id: 99 })).toBe('queue.unknown-id');
    await expect(command.offer(['not-there.jsonl'])).resolves.toMatchObject({
      refused: [{ fileName: 'not-there.jsonl', error: { code: 'file.not-found' } }],
    });
  });

  it('asks as a command does: the policy tells the two apart', async () => {
    const window = await openWindow({
      policy: policyOf([{ place: 'a test', raw: { confirmProduction: 'type' } }]),
    });
    onTestFinished(() => window.close());
    const { enter } = await openDoor({ window });
    await window.value('connections.add', { ...bank, kind: 'production', secret: 'canary' });
    const id = await window.added('november.jsonl', `${transactionLine()}\n`);
    // Only the window has to type the name; only then is looked whether there is anything to approve.
    expect(await window.code('queue.approve', { id })).toBe('submission.not-confirmed');
    const approval = (await enter()).call('queue.approve', { id });
    await expect(approval).rejects.toMatchObject({ code: 'queue.not-held' });
  });

  it('opens no dialog of the window', async () => {
    const { window, enter } = await openDoor();
    window.picks = [join(window.folder, 'settings.json')];
    const command = await enter();
    expect(await command.call('files.choose', undefined)).toEqual({ offers: [], refused: [] });
    expect(await command.call('app.info', undefined)).toMatchObject({ shell: 'terminal', dataFolder: window.folder });
  });

  it('learns who has the folder, and the history of the app names the command', async () => {
    const { window, enter } = await openDoor();
    const command = await enter({ session: 'tranship queue pause (process 4711)' });
    expect(command.holder).toBe('a test');
    await command.call('settings.get', undefined);
    command.leave();
    const session = 'tranship queue pause (process 4711)';
    await expect
      .poll(() => sessionsIn(window.folder))
      .toEqual([
        { event: 'session-begun', session },
        { event: 'session-ended', session, why: 'It has ended.' },
      ]);
  });

  it('names the folder that an action has a person choose, from its own folder, and asks nobody', async () => {
    const { window, enter } = await openDoor();
    await window.value('connections.add', bank);
    const exports = await mkdtemp(join(tmpdir(), 'tranship-exports-'));
    onTestFinished(() => rm(exports, { recursive: true }));
    await mkdir(join(exports, 'in'));
    const command = await enter({ workingFolder: exports });
    const choices = { connection: bank.name, release: false };
    const folder = await realpath(join(exports, 'in'));
    expect(await command.choosing('in')('watching.add', choices)).toMatchObject([{ folder }]);
    await expect(command.call('watching.add', choices)).rejects.toMatchObject({ code: 'watch.not-here' });
  });

  it('has the app save to a file that it names, from its own folder, and no other way', async () => {
    const { window, enter } = await openDoor();
    const command = await enter();
    await command.save({ kind: 'rule-set', text: '{}' }, 'rules.json');
    expect(await readFile(join(window.folder, 'rules.json'), 'utf8')).toBe('{}');
    await expect(command.save({ kind: 'report', batch: 7 }, 'report.txt')).rejects.toMatchObject({
      code: 'queue.unknown-id',
    });
    expect(await command.call('files.save', { kind: 'rule-set', text: '{}' })).toEqual({ kind: 'cancelled' });
  });

  it('is told alone what happens during its call', async () => {
    const { window, enter } = await openDoor();
    await window.value('connections.add', { ...bank, secret: 'canary' });
    await writeFile(join(window.folder, 'faulty.json'), '{\n}\n');
    const heard: Record<'first' | 'second', string[]> = { first: [], second: [] };
    const first = await enter({ tell: (...[, payload]) => heard.first.push(JSON.stringify(payload)) });
    const second = await enter({ tell: (...[name]) => heard.second.push(name) });
    const [file] = (await first.offer(['faulty.json'])).offers;
    const posted = await first.call('transaction.sendFile', {
      offer: file?.offer ?? '',
      connection: bank.name,
      evenWithErrors: false,
      concurrency: 1,
      resendUnknown: false,
      resendRejected: false,
      savesResults: false,
    });
    expect(posted).toMatchObject({ ending: 'not-begun', lines: 1 });
    expect(heard.first).toContainEqual(expect.stringContaining('"kind":"findings"'));
    await second.call('app.info', undefined);
    expect(heard.second).toEqual([]);
    expect(window.told.map(([name]) => name)).not.toContain('transaction.told');
  });

  it('hears what happens in the app, if it wants to, before the answer that follows from it', async () => {
    const { door, enter } = await openDoor({
      played: () => ({
        'app.confirmNotice': () => {
          door.tell('page.show', { page: 'settings' });
          door.tell('queue.changed', { sequence: 1, submissions: [], removed: [] });
        },
      }),
    });
    const heard: unknown[] = [];
    const listening = await enter({ tell: (...told) => void heard.push(told) });
    const busy = await enter();
    await busy.call('app.confirmNotice', undefined);
    await listening.call('app.info', undefined);
    expect(heard).toEqual([
      ['page.show', { page: 'settings' }],
      ['queue.changed', { sequence: 1, submissions: [], removed: [] }],
    ]);
  });

  it('is not alone: others come in at the same time, and each gets its own answers', async () => {
    const { window, enter } = await openDoor();
    const commands = await Promise.all([enter(), enter(), enter()]);
    const answers = commands.flatMap((command, place) => [
      command.call('settings.get', undefined),
      command.call('submission.details', { id: place + 1 }).catch((thrown: unknown) => thrown),
    ]);
    const settings = await window.value('settings.get');
    expect(await Promise.all(answers)).toEqual(
      ['1', '2', '3'].flatMap((id) => [
        settings,
        expect.objectContaining({ code: 'queue.unknown-id', params: { id } }),
      ]),
    );
  });

  it('that is interrupted does not wait for its answer, and the app ends its own waits for it', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<unknown>();
    const { window, enter } = await openDoor({
      played: (signal) => ({
        'settings.get': () => {
          asked.resolve();
          signal.addEventListener('abort', () => released.resolve(signal.reason));
          return new Promise(() => {});
        },
      }),
    });
    const interruption = new AbortController();
    const command = await enter({ signal: interruption.signal });
    const call = command.call('settings.get', undefined);
    await asked.promise;
    interruption.abort(new Error('Ctrl-C'));
    await expect(call).rejects.toThrow('Ctrl-C');
    expect(await released.promise).toMatchObject({ message: 'The command has ended.' });
    await expect
      .poll(() => sessionsIn(window.folder).at(-1))
      .toMatchObject({ event: 'session-ended', why: 'It was interrupted.' });
    await expect((await enter()).call('app.info', undefined)).resolves.toMatchObject({ shell: 'terminal' });
  });

  it('says that it is not known whether it was done, when the app quits amid a call', async () => {
    const asked = Promise.withResolvers<void>();
    const { door, enter } = await openDoor({
      played: () => ({
        'settings.get': () => {
          asked.resolve();
          return new Promise(() => {});
        },
      }),
    });
    const command = await enter();
    const call = command.call('settings.get', undefined);
    await asked.promise;
    await door.close();
    const thrown = await call.catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'queue.unanswered', params: { holder: 'a test' } });
    const { detail, remedy } = describeError({ code: 'queue.unanswered', params: { holder: 'a test' } }, 'terminal');
    expect(detail).toContain('it is not known whether this was done');
    expect(remedy).toContain('“tranship queue list”');
    await expect(command.call('settings.get', undefined)).rejects.toMatchObject({ code: 'queue.unanswered' });
  });

  it('does not send what the app would not take', async () => {
    const { enter } = await openDoor();
    const command = await enter();
    const tooLong = command.call('settings.change', { ruleSet: 'x'.repeat(7_000_000) });
    await expect(tooLong).rejects.toMatchObject({ code: 'usage.invalid' });
    await expect(command.call('settings.get', undefined)).resolves.toHaveProperty('appearance');
  });
});

describe.skipIf(process.platform === 'win32')('the place of the door', () => {
  it('is in the data folder, for its owner alone, and gone with the app', async () => {
    const { window, door } = await openDoor();
    const names = ['door.json', 'door.sock'];
    for (const name of names) expect(await modeOf(join(window.folder, name))).toBe('600');
    await door.close();
    expect(await readdir(window.folder)).not.toEqual(expect.arrayContaining(names));
    expect(await visitorAt(window.folder)).toBeUndefined();
  });

  it('has another key at each start', async () => {
    const { window, door } = await openDoor();
    const before = readDoorFile(window.folder);
    await door.close();
    await openDoor({ window });
    expect(readDoorFile(window.folder)?.key).not.toBe(before?.key);
  });

  it.each(['a path that is too long for a socket', 'a drive that takes no socket'])(
    'is a folder of its own where the data folder has %s',
    async (why) => {
      const outer = await openWindow();
      onTestFinished(() => outer.close());
      const folder = join(outer.folder, why.startsWith('a path') ? 'x'.repeat(100) : 'drive');
      await mkdir(join(folder, 'door.sock'), { recursive: true });
      const window = new TestWindow(folder);
      onTestFinished(() => window.backend.close());
      const { door, enter } = await openDoor({ window });
      const address = readDoorFile(folder)?.address ?? '';
      expect(dirname(dirname(address))).toBe(tmpdir());
      expect([await modeOf(dirname(address)), await modeOf(address)]).toEqual(['700', '600']);
      expect(await (await enter()).call('app.info', undefined)).toMatchObject({ dataFolder: folder });
      await door.close();
      expect(await readdir(tmpdir())).not.toContain(basename(dirname(address)));
    },
  );

  it('is replaced where a killed process has left it behind, and where somebody has put a link', async () => {
    const window = await openWindow();
    onTestFinished(() => window.close());
    const elsewhere = join(window.folder, 'elsewhere.txt');
    await writeFile(elsewhere, 'not ours');
    await symlink(elsewhere, join(window.folder, 'door.sock'));
    const address = join(window.folder, 'door.sock');
    await writeFile(join(window.folder, 'door.json'), JSON.stringify({ address, key: 'of another time' }));
    expect(await visitorAt(window.folder)).toBeUndefined();
    const { enter } = await openDoor({ window });
    expect(await (await enter()).call('app.info', undefined)).toMatchObject({ dataFolder: window.folder });
    expect((await stat(elsewhere)).size).toBe(8);
  });

  it('can be nowhere: the app works as well, and says so in its log', async () => {
    const window = await openWindow();
    onTestFinished(() => window.close());
    await mkdir(join(window.folder, 'door.json'));
    const log = vi.spyOn(window.app.logs, 'event');
    await openDoor({ window });
    expect(await visitorAt(window.folder)).toBeUndefined();
    expect(log).toHaveBeenCalledWith('warn', 'door.closed', { detail: expect.stringContaining('door.json') });
    expect(await window.code('settings.get')).toBeUndefined();
  });
});
