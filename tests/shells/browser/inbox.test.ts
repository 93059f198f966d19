import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Inbox, type InboxPorts } from '../../../src-main/shells/browser/inbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tranship-inbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inboxWith = (ports: Partial<InboxPorts> = {}) => new Inbox({ folder, ...ports });
const file = (body: Readable = Readable.from(['{}\n'])) => ({ name: 'a.jsonl', bytes: 3, body });

function failing(code: string): Writable {
  const error = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
  return new Writable({ write: (_chunk, _encoding, done) => done(error) });
}

describe('a file that cannot be taken in', () => {
  it('is refused before it is sent when the disk has no room for it', async () => {
    const body = new PassThrough();
    const arrival = inboxWith({ freeBytes: () => 1_000_000 }).receive({ ...file(body), bytes: 2_000_000_000 });
    await expect(arrival).rejects.toMatchObject({ code: 'disk.full' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('says that the disk is full, although there seemed to be room, and leaves its sender connected', async () => {
    const body = Readable.from(['{}\n']);
    const arrival = inboxWith({ openNew: () => failing('ENOSPC') }).receive(file(body));
    await expect(arrival).rejects.toMatchObject({ code: 'disk.full' });
    expect([await readdir(folder), body.destroyed]).toEqual([[], false]);
  });

  it('says what else keeps it from being written', async () => {
    const arrival = inboxWith({ openNew: () => failing('EIO') }).receive(file());
    await expect(arrival).rejects.toMatchObject({ code: 'file.cannot-write' });
  });

  it('says that it was interrupted', async () => {
    const body = new PassThrough();
    const arrival = inboxWith().receive(file(body));
    body.write('{');
    body.destroy(new Error('aborted'));
    await expect(arrival).rejects.toMatchObject({ code: 'inbox.interrupted' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is the fifth at the same time', async () => {
    const inbox = inboxWith();
    const bodies = Array.from({ length: 4 }, () => new PassThrough());
    const arrivals = bodies.map((body) => inbox.receive(file(body)));
    await expect(inbox.receive(file())).rejects.toMatchObject({ code: 'inbox.busy' });
    for (const body of bodies) body.end('{}\n');
    await Promise.all(arrivals);
    await inbox.receive(file());
  });
});

describe('a file that was taken in', () => {
  it('keeps its name, also where it is stored under another one', async () => {
    const taken = await inboxWith().receive({ ...file(), name: 'Q3: totals?.jsonl' });
    expect(taken.name).toBe('Q3: totals?.jsonl');
    expect(taken.path).toMatch(/[\\/]Q3_ totals_\.jsonl$/);
  });
});

describe('the clean-up', () => {
  const now = Date.UTC(2026, 0, 5);
  const place = async (name: string, ageHours: number) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'a.jsonl'), '');
    const then = new Date(now - ageHours * 3_600_000);
    await utimes(join(folder, name), then, then);
  };
  const cleanUp = async (pathsInUse: string[] = []) => {
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    await inboxWith({ clock }).cleanUp(pathsInUse);
    return (await readdir(folder)).sort();
  };

  it('removes a file that nobody added for a day', async () => {
    await place('old', 25);
    await place('young', 23);
    expect(await cleanUp()).toEqual(['young']);
  });

  it('keeps the file of a submission, however old, also when its path was written another way', async () => {
    await place('old', 1000);
    expect(await cleanUp([join('/another/way', 'old', 'a.jsonl')])).toEqual(['old']);
  });

  it('removes what arrived only in part, at once', async () => {
    await place('arriving-1', 0);
    expect(await cleanUp()).toEqual([]);
  });

  it('has nothing to do where there is no inbox', async () => {
    await rm(folder, { recursive: true });
    await expect(inboxWith().cleanUp([])).resolves.toBeUndefined();
  });
});
