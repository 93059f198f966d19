/** @file Another user of the same computer at the door for commands, as real processes: neither do they come in, nor can they stand in for the app. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorkplace, type Workplace } from './tranship.ts';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const STRANGER = 65_534;
const stranger = { uid: STRANGER, gid: STRANGER, cwd: '/' };

/** Lets everybody come as far as the data folder, as an administrator may have done. */
async function openTheWay(workplace: Workplace): Promise<void> {
  await mkdir(workplace.home, { recursive: true });
  await chmod(workplace.folder, 0o755);
  await chmod(workplace.home, 0o777);
}

/** What the stranger's program says first. */
function byStranger(script: string, ...args: string[]) {
  const child = spawn(node, ['-e', script, ...args], { ...stranger, stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, said: once(child.stdout, 'data').then(([data]) => String(data).trim()) };
}

const knocking = `
  const socket = require('node:net').connect(process.argv[1]);
  socket.on('connect', () => { console.log('connected'); socket.destroy(); });
  socket.on('error', ({ code }) => console.log(code));`;

/** Takes the place of the app: an address where it listens, and the file that says so. It tells what comes. */
const posing = `
  const { writeFileSync } = require('node:fs');
  const [folder] = process.argv.slice(1);
  const address = folder + '/posing.sock';
  const server = require('node:net').createServer((socket) => socket.on('data', (data) => console.log('heard ' + data)));
  server.listen(address, () => {
    writeFileSync(folder + '/door.json', JSON.stringify({ address, key: 'a'.repeat(43) }), { mode: 0o644 });
    console.log('listening');
  });
  process.stdin.on('end', () => { console.log('over'); process.exit(); }).resume();`;

describe.skipIf(process.getuid?.() !== 0)('another user of this computer', () => {
  it('does not come in by the door, also where the data folder is opened to all while the app runs', async () => {
    await using workplace = await openWorkplace();
    await openTheWay(workplace);
    const app = workplace.startProcess(['serve', '--json']);
    await app.event(({ event }) => event === 'serving');
    const file = join(workplace.home, 'door.json');
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(await readFile(file, 'utf8')));

    // The start has closed it again.
    expect(await byStranger(knocking, address).said).toBe('EACCES');
    await chmod(workplace.home, 0o777);
    expect(await byStranger(knocking, address).said).toBe('EACCES');
    await expect(promisify(execFile)('cat', [file], stranger)).rejects.toThrow('Permission denied');
    expect((await app.kill('SIGINT')).exitCode).toBe(0);
  });

  it('cannot stand in for the app: a command says whose file it found, and tells it nothing', async () => {
    await using workplace = await openWorkplace();
    await openTheWay(workplace);
    const { child, said } = byStranger(posing, workplace.home);
    expect(await said).toBe('listening');

    const ended = await workplace.run(['settings', 'set', '--id-index', 'off']);

    const words = once(child.stdout, 'data');
    child.stdin.end();
    expect(String(await words)).toBe('over\n');
    expect(ended).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('belongs to another user') });
  });
});
