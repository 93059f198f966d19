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

describe('A file that cannot be received', () => {
  it('A file is refused before it is sent when the disk has no room for it', async () => {
    const body = new PassThrough();
    const arrival = inboxWith({ freeBytes: () => 1_000_000 }).receive({ ...file(body), bytes: 2_000_000_000 });
    await expect(arrival).rejects.toMatchObject({ code: 'disk.full' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('A file that fills the disk unexpectedly is refused with a reason, and its sender stays connected', async () => {
    const body = Readable.from(['{}\n']);
    const arrival = inboxWith({ openNew: () => failing('ENOSPC') }).receive(file(body));
    await expect(arrival).rejects.toMatchObject({ code: 'disk.full' });
    expect([await readdir(folder), body.destroyed]).toEqual([[], false]);
  });

  it('A file that cannot be written is refused with the reason', async () => {
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

  it('The fifth file at the same time is refused', async () => {
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
    const clock = { now: () => now, steady: () => now, sleep: () => Promise.resolve() };
    await inboxWith({ clock }).cleanUp(pathsInUse);
    return (await readdir(folder)).sort();
  };

  it('The clean-up removes a file that was not added for a day', async () => {
    await place('old', 25);
    await place('young', 23);
    expect(await cleanUp()).toEqual(['young']);
  });

  it('The clean-up keeps the file of a submission at any age, even if its path is spelled differently', async () => {
    await place('old', 1000);
    expect(await cleanUp([join('/another/way', 'old', 'a.jsonl')])).toEqual(['old']);
  });

  it('The clean-up removes partial files at once', async () => {
    await place('arriving-1', 0);
    expect(await cleanUp()).toEqual([]);
  });

  it('The clean-up works without an inbox', async () => {
    await rm(folder, { recursive: true });
    await expect(inboxWith().cleanUp([])).resolves.toBeUndefined();
  });
});
