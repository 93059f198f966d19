/** @file Another user of the same computer, as real processes, at the door of a page that is being used. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearer, nextMessage, type Served, serve } from './served.ts';

/** “nobody”, who has neither our files nor our processes. */
const OTHER = 65534;
const canPlayOthers = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs a script as this user; its lines come as they are written. */
function play(uid: number, script: string, ...given: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    uid,
    gid: uid,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    said: async () => (await lines.next()).value as string | undefined,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Asks with everything that the real page would send, the secret included, and says what came. */
const asks = `
  import { request } from 'node:http';
  const [port, secret] = process.argv.slice(1);
  const headers = { authorization: 'Bearer ' + secret, origin: 'http://127.0.0.1:' + port };
  const asked = request({ host: '127.0.0.1', port, path: '/session', headers });
  asked.on('response', ({ statusCode }) => console.log(statusCode));
  asked.on('error', () => console.log('no answer'));
  asked.end();`;

/** Opens this many connections and says nothing over them, but how many were opened. */
const crowds = `
  import { connect } from 'node:net';
  const [port, many] = process.argv.slice(1).map(Number);
  let [opened, closed] = [0, 0];
  for (let count = 0; count < many; count += 1) {
    const socket = connect(port, '127.0.0.1', () => { if (++opened === many) console.log('opened'); });
    socket.on('error', () => {}).resume();
    socket.on('close', () => { if (++closed === many) console.log('closed'); });
  }
  process.stdin.resume();`;

/** Sends a request and closes at once: the kernel then shows the connection as one of root. */
const hitsAndRuns = `
  import { connect } from 'node:net';
  const [port, secret] = process.argv.slice(1);
  const head = 'DELETE /session HTTP/1.1\\r\\nHost: 127.0.0.1:' + port + '\\r\\nOrigin: http://127.0.0.1:' + port;
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(head + '\\r\\nAuthorization: Bearer ' + secret + '\\r\\n\\r\\n', () => socket.destroy());
  });`;

describe.skipIf(!canPlayOthers)('Another user of this computer', () => {
  let served: Served;
  let secret: string;
  let players: ReturnType<typeof play>[];
  beforeEach(async () => {
    players = [];
    served = await serve();
    secret = await served.enter();
  });
  afterEach(async () => {
    await Promise.all(players.map((player) => player.end()));
    await served[Symbol.asyncDispose]();
  });
  const start = (uid: number, script: string, ...given: unknown[]) => {
    const player = play(uid, script, ...given.map(String));
    players.push(player);
    return player;
  };
  const lasts = async () => (await served.request({ path: '/session', headers: bearer(secret) })).status === 204;
  const refusals = () => served.recorded.flatMap((event) => (event.kind === 'session-refused' ? [event.why] : []));

  it('is refused even with the secret, and that is recorded', async () => {
    expect(await start(OTHER, asks, served.port, secret).said()).toBe('403');
    expect(refusals()).toEqual([expect.stringContaining(`user id ${OTHER}`)]);
  });

  it('is not our own user, who is admitted with the same words', async () => {
    expect(await start(0, asks, served.port, secret).said()).toBe('204');
    expect(refusals()).toEqual([]);
  });

  it('ends no session by a request that it sends before it disappears', async () => {
    const given = ['--input-type=module', '-e', hitsAndRuns, String(served.port), secret];
    // While this waits, the door cannot look who is there.
    spawnSync(process.execPath, given, { uid: OTHER, gid: OTHER, cwd: '/', stdio: 'inherit' });
    await expect.poll(refusals).toEqual([expect.stringContaining('The other end of the connection had gone')]);
    expect(await lasts()).toBe(true);
  });

  it('keeps no browser out with 400 silent connections, and loses all of them', async () => {
    const tab = served.connect(secret);
    await once(tab, 'open');
    const crowd = start(OTHER, crowds, served.port, 400);
    expect(await crowd.said()).toBe('opened');
    expect((await served.request({})).status).toBe(200);
    expect(await lasts()).toBe(true);
    const answer = nextMessage(tab);
    tab.send(JSON.stringify({ id: 1, name: 'queue.snapshot', values: [] }));
    expect(await answer).toMatchObject({ id: 1, result: { ok: true } });
    expect(await crowd.said()).toBe('closed');
    expect(refusals().length).toBeLessThan(10);
    tab.close();
  });
});
