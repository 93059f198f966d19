import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publicKeyOf, signUpdate } from '../../build/sign-update.ts';
import { DAY } from '../../src-main/ground/clock.ts';
import { Updates, type UpdatesPorts } from '../../src-main/updates/updates.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const clock = new FakeClock();
const setup = Buffer.from('a new Tranship, in some bytes');
const NAME = 'Tranship-1.2.0-setup.exe';

let dist: string;
let folder: string;
let settings: MemorySettings;
let install: ReturnType<typeof vi.fn<UpdatesPorts['install']>>;
/** The ranges that were asked for, by name; an empty text for all of it. */
let asked: string[];
/** What the server does with a request instead of answering as it should. */
let strike: ((name: string, body: Buffer) => Response | undefined) | undefined;

beforeEach(async () => {
  dist = temporaryFolder();
  folder = temporaryFolder();
  settings = new MemorySettings();
  install = vi.fn<UpdatesPorts['install']>(async () => {});
  asked = [];
  strike = undefined;
  await publish('1.2.0', setup);
});
async function publish(version: string, bytes: Buffer, now = clock.now()): Promise<void> {
  for (const name of readdirSync(dist)) rmSync(join(dist, name));
  writeFileSync(join(dist, `Tranship-${version}-setup.exe`), bytes);
  await signUpdate(dist, { version, privateKey, now });
}

/** A server of files that knows ranges. */
const fetch: typeof globalThis.fetch = async (address, init) => {
  const url = new URL(String(address));
  const name = url.pathname.slice('/feed/'.length);
  const range = new Headers(init?.headers).get('Range') ?? '';
  asked.push(`${name} ${range}`.trim());
  const body = readFileSync(join(dist, name));
  const struck = strike?.(name, body);
  if (struck !== undefined) return struck;
  const start = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
  if (start === 0) return new Response(new Uint8Array(body));
  const headers = { 'Content-Range': `bytes ${start}-${body.length - 1}/${body.length}` };
  return new Response(new Uint8Array(body.subarray(start)), { status: 206, headers });
};

/** A body that breaks off after some bytes. */
function cutAfter(body: Buffer, bytes: number): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(body.subarray(0, bytes)));
        controller.close();
      },
    }),
  );
}

function updates(ports: Partial<UpdatesPorts> = {}): Updates {
  return new Updates({
    settings,
    folder,
    clock,
    fetch,
    install,
    version: '1.1.0',
    target: 'windows-x64-setup',
    source: { publicKey: publicKeyOf(privateKey), feed: 'https://updates.example/feed' },
    policy: () => 'ask-person',
    isMoving: () => false,
    tell: () => {},
    ...ports,
  });
}

const failed = (code: string) => ({ kind: 'failed', error: expect.objectContaining({ code }) });

describe('Updates', () => {
  it('They are off until a person turns them on, and nothing is asked before', async () => {
    const own = updates();
    await own.ask();
    expect([own.state, asked]).toEqual([{ isOn: false, decidedBy: 'person', step: { kind: 'nothing' } }, []]);
  });

  it('A later version is loaded, and ready to install', async () => {
    const { step } = await updates().turn(true);
    expect(step).toEqual({ kind: 'ready', version: '1.2.0' });
    expect(readFileSync(join(folder, NAME))).toEqual(setup);
  });

  it('The wish of the person is kept', async () => {
    await updates().turn(true);
    expect(updates().state.isOn).toBe(true);
  });

  it('A build without a key has none, and says so', async () => {
    const own = updates({ source: undefined });
    expect(await own.turn(true)).toEqual({ isOn: false, decidedBy: 'build', step: { kind: 'nothing' } });
    expect(asked).toEqual([]);
  });

  it('Where the organisation has forbidden them, the person cannot turn them on', async () => {
    const own = updates({ policy: () => 'off' });
    expect(await own.turn(true)).toMatchObject({ isOn: false, decidedBy: 'policy' });
    expect(asked).toEqual([]);
  });

  it('The feed of the organisation goes before the own one, and cannot be turned off', async () => {
    const feeds = vi.fn(fetch);
    const own = updates({ policy: () => ({ feed: 'https://inside.bank/feed/' }), fetch: feeds });
    await own.ask();
    expect(feeds.mock.calls.map(([address]) => String(address))).toEqual([
      'https://inside.bank/feed/tranship-update.txt',
      `https://inside.bank/feed/${NAME}`,
    ]);
    expect(await own.turn(false)).toMatchObject({ isOn: true, decidedBy: 'policy' });
  });

  it('A feed that is not encrypted is refused', async () => {
    const own = updates({ policy: () => ({ feed: 'http://inside.bank/feed/' }) });
    await own.ask();
    expect([own.state.step, asked]).toEqual([failed('update.untrusted'), []]);
  });

  it('Where somebody else installs, the person is only told', async () => {
    const { step } = await updates({ target: undefined }).turn(true);
    expect(step).toEqual({ kind: 'told', version: '1.2.0' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('The version that runs is current', async () => {
    const { step } = await updates({ version: '1.2.0' }).turn(true);
    expect(step).toEqual({ kind: 'current', at: clock.now() });
  });

  it('An offer that is older than one seen before is refused by the next run too', async () => {
    await publish('1.3.0', setup, clock.now() + DAY);
    await updates().turn(true);
    await publish('1.2.0', setup);
    expect((await updates().turn(true)).step).toEqual(failed('update.untrusted'));
  });

  it('Nothing is asked while something moves', async () => {
    await updates({ isMoving: () => true }).turn(true);
    expect(asked).toEqual([]);
  });

  it('A download ends when something begins to move, and is continued where it was', async () => {
    let isMoving = false;
    strike = (name, body) => {
      if (name !== NAME || isMoving) return undefined;
      return new Response(
        new ReadableStream(
          {
            start: (controller) => controller.enqueue(new Uint8Array(body.subarray(0, 10))),
            pull: (controller) => {
              isMoving = true;
              controller.enqueue(new Uint8Array(body.subarray(10)));
              controller.close();
            },
          },
          { highWaterMark: 0 },
        ),
      );
    };
    const own = updates({ isMoving: () => isMoving });
    expect((await own.turn(true)).step).toEqual({ kind: 'nothing' });
    isMoving = false;
    strike = undefined;
    await own.ask();
    expect(own.state.step).toEqual({ kind: 'ready', version: '1.2.0' });
    expect(asked.at(-1)).toBe(`${NAME} bytes=10-`);
  });

  it('A download that was cut is continued', async () => {
    strike = (name, body) => (name === NAME ? cutAfter(body, 7) : undefined);
    const own = updates();
    expect((await own.turn(true)).step).toEqual(failed('update.unreachable'));
    strike = undefined;
    await own.ask();
    expect([own.state.step, asked.at(-1)]).toEqual([{ kind: 'ready', version: '1.2.0' }, `${NAME} bytes=7-`]);
  });

  it('A server that knows no ranges sends all of it again', async () => {
    strike = (name, body) => (name === NAME ? cutAfter(body, 7) : undefined);
    const own = updates();
    await own.turn(true);
    strike = (name, body) => (name === NAME ? new Response(new Uint8Array(body)) : undefined);
    await own.ask();
    expect(readFileSync(join(folder, NAME))).toEqual(setup);
  });

  it('A server that refuses the rest of a file is asked for all of it', async () => {
    strike = (name, body) => (name === NAME ? cutAfter(body, 7) : undefined);
    const own = updates();
    await own.turn(true);
    strike = (name) => (name === NAME && asked.at(-1) !== NAME ? new Response(null, { status: 416 }) : undefined);
    await own.ask();
    expect([own.state.step, asked.at(-1)]).toEqual([{ kind: 'ready', version: '1.2.0' }, NAME]);
  });

  it('The rest of a file from another place than was asked for is not taken', async () => {
    strike = (name, body) => (name === NAME ? cutAfter(body, 7) : undefined);
    const own = updates();
    await own.turn(true);
    const headers = { 'Content-Range': `bytes 3-${setup.length - 1}/${setup.length}` };
    const other = () => new Response(new Uint8Array(setup.subarray(3)), { status: 206, headers });
    strike = (name) => (name === NAME && asked.at(-1) !== NAME ? other() : undefined);
    await own.ask();
    expect(own.state.step).toEqual({ kind: 'ready', version: '1.2.0' });
  });

  it('What is left of another file does not become a part of this one', async () => {
    writeFileSync(join(folder, `${createHash('sha256').update(setup).digest('hex')}.part`), 'wrong bytes');
    const own = updates();
    expect((await own.turn(true)).step).toEqual(failed('update.damaged'));
    await own.ask();
    expect(own.state.step).toEqual({ kind: 'ready', version: '1.2.0' });
  });

  it.each([
    ['other bytes of the same size', Buffer.alloc(setup.length)],
    ['more bytes', Buffer.concat([setup, setup])],
  ])('A file that is not the signed one is refused and deleted: %s', async (_what, bytes) => {
    strike = (name) => (name === NAME ? new Response(new Uint8Array(bytes)) : undefined);
    expect((await updates().turn(true)).step).toEqual(failed('update.damaged'));
    expect(readdirSync(folder).filter((name) => name.endsWith('.exe'))).toEqual([]);
  });

  it.each([302, 401, 404, 500])('HTTP %i in place of the manifest is told', async (status) => {
    strike = () => new Response('no', { status });
    expect((await updates().turn(true)).step).toEqual(failed('update.unreachable'));
  });

  it('A manifest without an end is not read to its end', async () => {
    strike = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000)) }));
    expect((await updates().turn(true)).step).toEqual(failed('update.unreachable'));
  });

  it('The installer that is ready is started', async () => {
    const own = updates();
    await own.turn(true);
    await own.install();
    expect(install).toHaveBeenCalledExactlyOnceWith(join(folder, NAME));
  });

  it('It is not started while something moves', async () => {
    let isMoving = false;
    const own = updates({ isMoving: () => isMoving });
    await own.turn(true);
    isMoving = true;
    await expect(own.install()).rejects.toMatchObject({ code: 'update.moving' });
    expect(install).not.toHaveBeenCalled();
  });

  it('A file that was changed on the disk is not started', async () => {
    const own = updates();
    await own.turn(true);
    writeFileSync(join(folder, NAME), Buffer.alloc(setup.length));
    await expect(own.install()).rejects.toMatchObject({ code: 'update.damaged' });
    expect(install).not.toHaveBeenCalled();
  });

  it('Without an update nothing is installed', async () => {
    await expect(updates().install()).rejects.toMatchObject({ code: 'update.not-ready' });
  });

  it('After a person has turned them off, nothing is installed', async () => {
    const own = updates();
    await own.turn(true);
    await own.turn(false);
    await expect(own.install()).rejects.toMatchObject({ code: 'update.not-ready' });
  });

  it('They are asked for once a day', async () => {
    settings.set('updates', 'on');
    const own = updates();
    const following = own.follow();
    await clock.sleeping();
    expect(asked).toEqual(['tranship-update.txt', NAME]);
    await clock.advance(DAY);
    await clock.sleeping();
    expect(asked).toHaveLength(3);
    await own.close();
    await following;
  });

  it('An installer of another version is not signed', async () => {
    await expect(signUpdate(dist, { version: '9.9.9', privateKey, now: 0 })).rejects.toThrow('not an installer of');
  });
});
