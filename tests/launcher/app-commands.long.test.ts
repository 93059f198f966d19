/** @file The built app run as its command line, `Tranship --cli -- …`, with a stand-in for Electron. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lockFolder } from '../../src-main/ground/files/folder-lock.ts';
import { writeDuplicates, writeTransactions } from '../cli/transactions.ts';
import { environmentOf, makeFolder, openWorkplace, type ProcessOptions, type Workplace } from '../cli/tranship.ts';

const standIn = fileURLToPath(new URL('electron-for-commands.ts', import.meta.url));
const app = fileURLToPath(new URL('../../out/main/index.js', import.meta.url));
const inApp = (...before: string[]): Pick<ProcessOptions, 'program'> => ({
  program: ['--import', standIn, app, ...before],
});
const asInstalled = inApp('--cli', '--');

const connection = [
  ...['connection', 'add', 'bank', '--base-url', 'https://service.example', '--client-id', 'client'],
  ...['--token-url', 'https://login.example/token', '--scope', 'tenant/bank'],
];

/** No program listens there. */
const nobody = environmentOf({
  baseUrl: 'http://127.0.0.1:1',
  tokenUrl: 'http://127.0.0.1:1/token',
  clientId: 'client',
  clientSecret: 'a secret',
  scope: 'tenant/bank',
});

/** Sends a file to a service that is not there, and waits for it. */
async function startWaiting(workplace: Workplace, options: ProcessOptions) {
  const running = workplace.startProcess(['send', await writeTransactions(workplace, 2), '--json'], options);
  await running.event(({ event }) => event === 'submission');
  return running;
}

describe('The command line of the installed app', () => {
  it('It checks a file as the command line of Node does, to the byte', async () => {
    await using workplace = await openWorkplace();
    const file = await writeDuplicates(workplace);
    const [own, ofNode] = [
      await workplace.runProcess(['check', file, '--json'], asInstalled),
      await workplace.runProcess(['check', file, '--json']),
    ];
    const withoutTime = (text: string) => text.replaceAll(/"\w*(ms|Ms)":\d+/g, '');
    expect(withoutTime(own.stdout)).toBe(withoutTime(ofNode.stdout));
    expect([own.exitCode, own.stderr]).toEqual([ofNode.exitCode, ofNode.stderr]);
  });

  it('It ends with 0 for a good file, and leaves the key store alone', async () => {
    await using workplace = await openWorkplace();
    const file = await writeTransactions(workplace, 20);
    const { exitCode, stderr } = await workplace.runProcess(['check', file], asInstalled);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('A switch of Chromium behind the terminator is a wrong word of the call', async () => {
    await using workplace = await openWorkplace();
    const { exitCode, stderr } = await workplace.runProcess(
      ['queue', 'list', '--remote-debugging-port=9222'],
      asInstalled,
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--remote-debugging-port=9222')]);
  });

  it('A switch of Chromium before the terminator ends the call before it begins', async () => {
    await using workplace = await openWorkplace();
    const { exitCode, stderr } = await workplace.runProcess(
      ['queue', 'list'],
      inApp('--cli', '--proxy-server=evil:1', '--'),
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--proxy-server=evil:1 stands before it')]);
  });

  it('What one command stores with the key store, the next one opens', async () => {
    await using workplace = await openWorkplace({ TRANSHIP_CLIENT_SECRET: 'a secret of the bank' });
    const stored = await workplace.runProcess([...connection, '--json'], asInstalled);
    expect(stored.summary).toMatchObject({ secretStored: true });
    const settings = await readFile(join(workplace.home, 'settings.json'), 'utf8');
    expect(settings).toContain('"keychain"');
    expect(settings).not.toContain('a secret of the bank');
    const listed = await workplace.runProcess(['connection', 'list'], asInstalled);
    expect([listed.exitCode, listed.stdout]).toEqual([0, expect.stringContaining('secret')]);
  });

  it('Without a key store nothing is stored that could not be opened again', async () => {
    await using workplace = await openWorkplace({ TRANSHIP_CLIENT_SECRET: 'a secret', TEST_KEY_STORE: 'missing' });
    const { summary } = await workplace.runProcess([...connection, '--json'], asInstalled);
    expect(summary).toMatchObject({ secretStored: false });
  });

  it('A passphrase that is given goes before the key store', async () => {
    const environment = { TRANSHIP_CLIENT_SECRET: 'a secret', TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
    await using workplace = await openWorkplace(environment);
    const { stderr } = await workplace.runProcess(connection, asInstalled);
    expect(stderr).not.toContain('[the key store was used]');
    expect(await readFile(join(workplace.home, 'settings.json'), 'utf8')).toContain('"passphrase"');
  });

  it('While the window has the folder, it says so and ends with 4', async () => {
    await using workplace = await openWorkplace();
    const lock = lockFolder(await makeFolder(workplace, 'home'), 'the Tranship window (process 1)');
    const { exitCode, stderr } = await workplace.runProcess(['work', '--until-idle'], asInstalled);
    lock.release();
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('the Tranship window (process 1)')]);
  });

  it('Ctrl-C ends it with 4', async () => {
    await using workplace = await openWorkplace(nobody);
    const running = await startWaiting(workplace, asInstalled);
    const { exitCode, summary } = await running.kill('SIGINT');
    expect([exitCode, summary.event]).toEqual([4, 'summary']);
  });

  it('Ctrl-C that comes from the launcher of Windows ends it with 4', async () => {
    await using workplace = await openWorkplace(nobody);
    const running = await startWaiting(workplace, { ...inApp('--cli=launcher', '--'), hasInput: true });
    running.write('\x03');
    const { exitCode, summary } = await running.ended;
    expect([exitCode, summary.event]).toEqual([4, 'summary']);
  });

  it('It does not continue alone when the launcher of Windows was killed', async () => {
    await using workplace = await openWorkplace(nobody);
    const running = await startWaiting(workplace, { ...inApp('--cli=launcher', '--'), hasInput: true });
    running.endInput();
    const { exitCode, summary } = await running.ended;
    expect([exitCode, summary.event]).toEqual([4, 'summary']);
  });
});
