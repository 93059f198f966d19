/**
 * @file Mistakes of people and machines: each yields a sentence with a remedy, the right exit code, and no stack trace.
 */

import { execFile, spawnSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { closedPort } from '../wire/network/hosts.ts';
import { portOf } from '../wire/network/proxies.ts';
import { transactionLine, writeLines, writeTransactions } from './transactions.ts';
import { environmentOf, type Finished, makeFolder, openWorkplace, type Workplace } from './tranship.ts';

const run = promisify(execFile);

/** Leads nowhere: for calls that must be refused before anything is sent. */
const anywhere = environmentOf({
  baseUrl: 'https://service.invalid',
  tokenUrl: 'https://login.invalid/token',
  clientId: 'a-client',
  clientSecret: 'a-secret',
  scope: 'tenant/one',
});

/** The person reads what happened and what to do, and the script gets its exit code. */
function expectExplained(
  { exitCode, stdout, stderr }: Finished,
  expected: number,
  ...words: (string | RegExp)[]
): void {
  for (const word of words) expect(stdout + stderr).toMatch(word);
  expect(stdout + stderr).not.toMatch(/\n\s+at |undefined|\[object|internal\.unexpected|fault in Tranship/);
  expect(exitCode).toBe(expected);
  expect(stderr).toMatch(/\S[.?]\s*$/);
}

describe.concurrent('a file that cannot be sent', () => {
  it.each(['check', 'send'])('is not there (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run([command, join(workplace.folder, 'export.jsonl')]);
    expectExplained(ended, 2, 'The file was not found.', /There is no file at .*export.jsonl/, 'Check the name');
  });

  it.each(['check', 'send'])('A folder in place of a file is explained (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run([command, await makeFolder(workplace, 'exports')]);
    expectExplained(ended, 2, 'This is not a file.', 'Name the file itself.');
  });

  it.each(['check', 'send'])('A file without read permission is explained (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const stranger = await asStranger(workplace);
    await chmod(file, 0);
    const ended = await workplace.runProcess([command, file], stranger);
    expectExplained(
      ended,
      2,
      'The permission to read the file is missing.',
      'You do not have permission',
      'Ask the owner',
    );
  });

  it('An empty file is explained', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeLines(workplace, [], 'empty.jsonl');
    const checked = await workplace.run(['check', file]);
    expect(checked).toMatchObject({ exitCode: 1, stderr: '' });
    expect(checked.stdout).toContain('The file is empty. Export it again, or choose another file.');
    const sent = await workplace.run(['send', file, '--json']);
    expect(sent).toMatchObject({ exitCode: 1, submission: { state: 'held', batches: [] } });
  });

  it('One bad file keeps the others from being sent, because the whole call is wrong', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const ended = await workplace.run(['send', file, join(workplace.folder, 'mistyped.jsonl')]);
    expectExplained(ended, 2, /There is no file at .*mistyped.jsonl/);
    expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
  });

  it.each<{ what: string; change: (file: string) => Promise<void>; code: string }>(
    fewerByDay(
      [
        { what: 'vanishes', change: (file) => rm(file), code: 'file.not-found' },
        { what: 'grows', change: (file) => appendFile(file, transactionLine()), code: 'file.changed' },
        { what: 'is truncated', change: (file) => truncate(file, 9_000_000), code: 'file.changed' },
      ],
      2,
    ),
  )('When the file $what during the upload, nothing of it is stored', async ({ change, code }) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 40_000);
    const held = service.moments.holdNext('put-body');
    const sending = workplace.start(['send', file, '--wait', '--json']);
    const { release } = await held;

    await change(file);
    release();
    const ended = await sending.ended;

    expect(ended).toMatchObject({ exitCode: 1, stderr: '', submission: { state: 'failed' } });
    expect(ended.submission.batches).toMatchObject([{ state: 'failed', error: code }]);
    expect(service.batches().map(({ stored }) => stored)).toEqual([undefined]);
    const trouble = ended.events.find(({ event }) => event === 'trouble');
    expect(trouble).toMatchObject({
      code,
      detail: expect.stringContaining(file),
      remedy: expect.stringMatching(/[.?]$/),
    });
  });
});

describe.concurrent('a call that is wrong', () => {
  it.each<{ call: string[]; words: RegExp }>([
    { call: ['send', 'x.jsonl', '--max-bach', '5'], words: /unknown option '--max-bach'/ },
    { call: ['send', 'x.jsonl', '--max-batch', '0'], words: /max-batch/ },
    { call: ['send', 'x.jsonl', '--max-batch', '-5'], words: /max-batch/ },
    { call: ['send', 'x.jsonl', '--max-batch', '2GB'], words: /max-batch.*whole number/i },
    { call: ['send', 'x.jsonl', '--on-invalid', 'ignore'], words: /stop, service-decides/ },
    { call: ['send'], words: /missing required argument 'file'/ },
    { call: ['sned', 'x.jsonl'], words: /unknown command 'sned'/ },
    { call: ['connection', 'add', 'bank'], words: /--base-url/ },
    { call: ['practice', '--misfortune', 'rain'], words: /no misfortune of this name/ },
    { call: ['practice', '--port', '70000'], words: /port/ },
  ])('The call “$call” is answered with its mistake', async ({ call, words }) => {
    await using workplace = await openWorkplace(anywhere);
    expectExplained(await workplace.run(call), 2, words, '--help');
  });

  it('A wrong call is referred to the help of its command', async () => {
    await using workplace = await openWorkplace(anywhere);
    const { stderr } = await workplace.run(['rules', 'execute', '--day', 'x']);
    expect(stderr).toContain('See “tranship rules execute --help”.');
  });

  it('A call whose findings would overwrite the file leaves the file unchanged', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const before = await readFile(file, 'utf8');
    const ended = await workplace.run(['check', file, '--findings', file]);
    expectExplained(ended, 2, /would overwrite .*export\.jsonl/, '--help');
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('§2.1.2 no option makes a batch larger than 2 GB', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const ended = await workplace.run(['send', file, '--max-batch', '2000000001']);
    expectExplained(ended, 2, 'A whole number from 1 to 2000000000 is needed.');
  });

  it('An unusable rule set is named', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const rules = await writeLines(workplace, ['{"severities": {"line.blank": "perhaps"}}'], 'rules.json');
    for (const command of ['check', 'send']) {
      const ended = await workplace.run([command, file, '--rules', rules]);
      expectExplained(ended, 2, 'The rule set cannot be used.', rules, 'leave it out');
    }
    const missing = await workplace.run(['check', file, '--rules', join(workplace.folder, 'no-rules.json')]);
    expectExplained(missing, 2, /There is no file at .*no-rules.json/);
  });

  it('Findings cannot be written to a place without write access', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeTransactions(workplace, 1);
    const ended = await workplace.run(['check', file, '--findings', join(workplace.folder, 'no-such', 'out.jsonl')]);
    expectExplained(ended, 2, 'The file cannot be written.', 'out.jsonl', 'Choose another name or folder');
  });

  it('The practice tenant cannot use a port that is taken', async () => {
    await using workplace = await openWorkplace(anywhere);
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = portOf(taken);
    const ended = await workplace.run(['practice', '--port', String(port)]);
    taken.close();
    expectExplained(ended, 2, `The port ${port} is in use`, '--port');
  });
});

describe.concurrent('a connection that does not work', () => {
  it('is not named, and variables are missing', async () => {
    await using workplace = await openWorkplace({ ...anywhere, TRANSHIP_SCOPE: undefined, TRANSHIP_BASE_URL: '' });
    const ended = await workplace.run(['send', await writeTransactions(workplace, 1)]);
    expectExplained(
      ended,
      3,
      'There is no connection to send to.',
      'TRANSHIP_BASE_URL, TRANSHIP_SCOPE',
      'connection add',
    );
  });

  it('An unknown connection is explained', async () => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run(['send', await writeTransactions(workplace, 1), '--connection', 'bnak']);
    expectExplained(ended, 3, 'There is no connection named “bnak”.', 'connection list');
  });

  it.each(['TRANSHIP_BASE_URL', 'TRANSHIP_TOKEN_URL'])(
    'A connection that would send secrets over http is refused (%s)',
    async (variable) => {
      await using workplace = await openWorkplace({ ...anywhere, [variable]: 'http://service.example' });
      const ended = await workplace.run(['send', await writeTransactions(workplace, 1)]);
      expectExplained(ended, 3, 'must start with https://', 'Correct this value');
      expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
    },
  );

  it('A connection whose address is not an address is refused', async () => {
    await using workplace = await openWorkplace({ ...anywhere, TRANSHIP_TOKEN_URL: 'login.example' });
    const ended = await workplace.run(['connection', 'test']);
    expectExplained(ended, 3, 'TRANSHIP_TOKEN_URL', 'https://');
  });

  it('A connection to a name that cannot be resolved is explained', async () => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run(['connection', 'test']);
    expectExplained(ended, 3, 'The host cannot be reached.', 'login.invalid', 'Check the network');
  });

  it('A connection to a host that does not answer is explained', async () => {
    await using workplace = await openWorkplace({ ...anywhere, TRANSHIP_TOKEN_URL: await deadAddress() });
    const ended = await workplace.run(['connection', 'test']);
    expectExplained(ended, 3, 'The host cannot be reached.', 'nothing answers on this port', 'Check the network');
  });

  it('Everything stays in the queue when the host does not answer for 20 seconds', async () => {
    await using workplace = await openWorkplace({ ...anywhere, TRANSHIP_TOKEN_URL: await deadAddress() });
    const clock = hastenedClock(5);
    const started = clock.steady();
    const ended = await workplace.run(['send', await writeTransactions(workplace, 1)], { clock });
    expect(ended).toMatchObject({ exitCode: 4, stderr: '' });
    expect(ended.stdout).toMatch(/nothing answers on this port\. Check the network/);
    expect(ended.stdout).toContain('There is no answer. Everything is in the queue; “tranship work” continues.');
    expect(clock.steady() - started).toBeGreaterThanOrEqual(20_000);
  });

  it('§7 a wrong secret is reported in the service’s own words, and nothing is lost', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_CLIENT_SECRET: 'wrong' });
    const tested = await workplace.run(['connection', 'test']);
    expectExplained(
      tested,
      3,
      'The sign-in was refused.',
      'invalid_client: Client authentication failed',
      'Check the client',
    );
    const sent = await workplace.run(['send', await writeTransactions(workplace, 1)]);
    expect(sent).toMatchObject({ exitCode: 3, stderr: '' });
    expect(sent.stdout).toMatch(/invalid_client.*Check the client id/);
    expect(sent.stdout).toContain('Everything is in the queue');
    expect(service.seen('token')).toHaveLength(2);
  });
});

describe.concurrent('a data folder that cannot be used', () => {
  const commands = ['queue list', 'work', 'connection list', 'receipt 7'];

  it.each(commands)('A data folder that is a file is explained (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    await writeFile(workplace.home, '');
    const ended = await workplace.run(command.split(' '));
    expectExplained(ended, 5, 'The data folder cannot be used.', 'TRANSHIP_HOME');
  });

  it.each([
    ['below a file', 'file/home', /there is a file where a folder is needed/],
    ['where the system makes no folders', '/proc/tranship', /missing and cannot be created/],
    ['a link that leads nowhere', 'link', /something else already has this name/],
    ['too long a name', 'x'.repeat(300), /the name is too long/],
  ])('A data folder %s is reported at once', async (_, place, words) => {
    await using workplace = await openWorkplace(anywhere);
    await writeFile(join(workplace.folder, 'file'), '');
    await symlink(join(workplace.folder, 'no', 'where'), join(workplace.folder, 'link'));
    const TRANSHIP_HOME = resolve(workplace.folder, place);
    for (const command of ['queue list', 'work --until-idle', 'connection list --json', 'receipt 7']) {
      const ended = await workplace.run(command.split(' '), { environment: { TRANSHIP_HOME } });
      expect(ended).toMatchObject({ exitCode: 5 });
      expect(ended.stdout + ended.stderr).toMatch(words);
      expect(ended.stdout + ended.stderr).toMatch(/TRANSHIP_HOME/);
      expect(ended.stdout + ended.stderr).not.toMatch(/\bE[A-Z]{4,}\b/);
    }
  });

  it('A data folder with a relative path is found again from the same place', async () => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run(['queue', 'list'], { environment: { TRANSHIP_HOME: 'here/home' } });
    expect(ended.exitCode).toBe(0);
    expect(await readdir(join(workplace.folder, 'here', 'home'))).toContain('queue.db');
  });

  it.each(fewerByDay(commands, 2))('A data folder without write permission is explained (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    const stranger = await asStranger(workplace);
    await mkdir(workplace.home, { mode: 0o555 });
    await chown(workplace.home, stranger.uid ?? process.getuid?.() ?? 0, stranger.uid ?? process.getgid?.() ?? 0);
    await chmod(workplace.folder, 0o755);
    const ended = await workplace.runProcess(command.split(' '), stranger);
    if (command === 'connection list') expect(ended.exitCode).toBe(0);
    else expectExplained(ended, 5, 'The data folder cannot be used.', 'TRANSHIP_HOME');
  });

  const noDatabase = 'This is no database, but long enough to be taken for one. '.repeat(99);

  it.each(['queue list', 'receipt 7'])(
    'A data folder with a damaged queue is explained to a reading command (%s)',
    async (command) => {
      await using workplace = await openWorkplace(anywhere);
      await mkdir(workplace.home);
      await writeFile(join(workplace.home, 'queue.db'), noDatabase);
      const ended = await workplace.run(command.split(' '));
      expectExplained(ended, 5, 'The queue cannot be read.', 'queue.db', '“tranship work”');
    },
  );

  it('A damaged queue is set aside under another name, and reported once', async () => {
    await using workplace = await openWorkplace(anywhere);
    await mkdir(workplace.home);
    await writeFile(join(workplace.home, 'queue.db'), noDatabase);
    const { exitCode, stderr } = await workplace.run(['work', '--until-idle']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('The queue was damaged and has been recovered.');
    const kept = (await readdir(workplace.home)).find((name) => name.startsWith('queue.damaged-'));
    expect(await readFile(join(workplace.home, kept ?? ''), 'utf8')).toBe(noDatabase);
    expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(['work', 'connection list'])('Damaged settings are reported and stay unchanged (%s)', async (command) => {
    await using workplace = await openWorkplace(anywhere);
    await mkdir(workplace.home);
    const path = join(workplace.home, 'settings.json');
    await writeFile(path, '{"connections": [');
    const ended = await workplace.run(command.split(' '));
    expectExplained(ended, 5, 'The data folder cannot be used.', 'settings.json', 'JSON');
    expect((await run('cat', [path])).stdout).toBe('{"connections": [');
  });

  it('A data folder on a full disk is explained', async ({ skip }) => {
    await using workplace = await openWorkplace(anywhere);
    await using disk = await mountSmallDisk(workplace);
    if (disk === undefined) return skip('Only root can mount the small disk that this needs.');
    const file = await writeTransactions(workplace, 1);
    await run('dd', ['if=/dev/zero', `of=${join(workplace.home, 'filler')}`, 'bs=4096']).catch(() => undefined);

    for (const call of [
      ['queue', 'list'],
      ['send', file],
      ['connection', 'test'],
    ]) {
      expectExplained(
        await workplace.run(call),
        5,
        'The disk is full.',
        workplace.home,
        'Free some space on this disk',
      );
    }
  });

  it('A disk that becomes full is reported, and the work continues once there is room', async ({ skip }) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    await using disk = await mountSmallDisk(workplace);
    if (disk === undefined) return skip('Only root can mount the small disk that this needs.');
    const filler = join(workplace.home, 'filler');
    const held = service.moments.holdNext('put-stored');
    const file = await writeTransactions(workplace, 8);
    const sending = workplace.start(['send', file, '--max-batch', '700', '--wait', '--json']);
    const { release } = await held;
    await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']).catch(() => undefined);

    release();
    await sending.event(({ event, code }) => event === 'trouble' && code === 'disk.full');
    await rm(filler);
    await sending.event(({ event }) => event === 'going-on');
    expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(service.batches().filter(({ stored }) => stored !== undefined)).toHaveLength(8);
  });
});

describe.concurrent('a wrong call that wants JSON Lines', () => {
  it.each<{ call: string[]; words: RegExp }>([
    { call: ['check', 'x.jsonl', '--mistyped', '--json'], words: /unknown option '--mistyped'/ },
    { call: ['check', '--json'], words: /missing required argument 'file'/ },
    { call: ['sned', '--json'], words: /unknown command 'sned'/ },
    { call: ['check', 'x.jsonl', '--workers', 'many', '--json'], words: /workers/ },
    { call: ['queue', '--json'], words: /unknown option '--json'/ },
  ])('is told as JSON alone, with a summary at the end: $call', async ({ call, words }) => {
    await using workplace = await openWorkplace(anywhere);
    const ended = await workplace.run(call);
    expect(ended).toMatchObject({ exitCode: 2, stderr: '', summary: { exitCode: 2 } });
    expect(ended.events).toMatchObject([{ event: 'error', code: 'usage.invalid' }, { event: 'summary' }]);
    expect(ended.events[0]?.['detail']).toMatch(words);
  });
});

/** Mounting a disk takes rights that not every process has. */
const mountable = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
/** Runs a call with a disk of one megabyte at a folder, and copies a file of it to another place before the disk is gone. */
const onSmallDisk = (disk: string, kept = '/dev/null', copy = '/dev/null') => [
  ...['unshare', '--mount', 'sh', '-c'],
  'mount -t tmpfs -o size=1m tmpfs "$1" || exit 99; kept="$2"; copy="$3"; shift 3; "$@"; code=$?; cat "$kept" >"$copy"; exit $code',
  ...['sh', disk, kept, copy],
];

describe.runIf(mountable).concurrent('a check with more findings than the disk has room for', () => {
  // Findings that differ only in their line take next to no room.
  const faulty = Array.from({ length: 40_000 }, (_, n) => `{"payment_source_country":"Land ${n}"}`);

  it.each(['--json', '--findings=all.jsonl'])('says that the disk for temporary files is full (%s)', async (wish) => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeLines(workplace, faulty, 'faulty.jsonl');
    const disk = await makeFolder(workplace, 'disk');
    const environment = { SQLITE_TMPDIR: disk };
    const ended = await workplace.runProcess(['check', file, wish], { environment, under: onSmallDisk(disk) });
    expect(ended.exitCode).toBe(5);
    expect(ended.stdout + ended.stderr).toMatch(/The disk is full/);
    expect(ended.stdout + ended.stderr).toContain(`There is no space left in ${disk}`);
    if (wish === '--json') expect(ended.summary).toMatchObject({ exitCode: 5 });
  });

  it('needs no room for temporary files where only the first findings are shown', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeLines(workplace, faulty, 'faulty.jsonl');
    const disk = await makeFolder(workplace, 'disk');
    const environment = { SQLITE_TMPDIR: disk };
    const ended = await workplace.runProcess(['check', file], { environment, under: onSmallDisk(disk) });
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain('200,000 errors');
  });

  it('keeps whole lines of the findings, and says the summary of the check', async () => {
    await using workplace = await openWorkplace(anywhere);
    const file = await writeLines(workplace, faulty, 'faulty.jsonl');
    const disk = await makeFolder(workplace, 'disk');
    const findings = join(disk, 'findings.jsonl');
    const copy = join(workplace.folder, 'copy.jsonl');
    const call = ['check', file, '--json', '--findings', findings];
    const ended = await workplace.runProcess(call, { under: onSmallDisk(disk, findings, copy) });
    expect(ended).toMatchObject({ exitCode: 5, summary: { exitCode: 5 } });
    expect(ended.events).toMatchObject([
      { event: 'summary', file, lines: 40_000, errors: 200_000 },
      { event: 'error', code: 'disk.full' },
      { event: 'summary' },
    ]);
    const lines = (await readFile(copy, 'utf8')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeGreaterThan(1000);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('message');
  });
});

/** An address on this machine without a listener. */
async function deadAddress(): Promise<string> {
  return `http://127.0.0.1:${await closedPort()}/token`;
}

/** Runs as a user for whom permissions apply, because they do not apply to root. That user gets the workplace. */
async function asStranger({ folder }: Workplace): Promise<{ uid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const nobody = 65_534;
  await run('chown', ['-R', `${nobody}:${nobody}`, folder]);
  return { uid: nobody };
}

/** A disk of 24 MB for the data folder; undefined where none can be mounted. */
async function mountSmallDisk({ home }: Workplace): Promise<AsyncDisposable | undefined> {
  await mkdir(home);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', home]).catch(() => undefined);
  if (mounted === undefined) return undefined;
  return {
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['--lazy', home]);
    },
  };
}
