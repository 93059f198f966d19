/**
 * @file Another user may write to a watched folder: whatever they put, link or swap there, nothing of this person's is read,
 * moved, overwritten or opened to others.
 */

import { execFile, execFileSync } from 'node:child_process';
import { linkSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { chmod, chown, lchown, link, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WatchJournal } from '../../../src-main/prepare/watching/journal.ts';
import type { Entry } from '../../../src-main/prepare/watching/journal-entry.ts';
import type { WatchEvent } from '../../../src-main/prepare/watching/ports.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { WatchingPlace } from './watching-place.ts';

const run = promisify(execFile);
const STRANGER = 65_534;
const stranger = { uid: STRANGER, gid: STRANGER };
const LINE = '{"a":1}\n';
const SECRET = '{"secret":1}\n';
const shared = { settings: { shared: true } };
const DAY = '2026-01-05';

/** A journal that tells what is in it now. */
class ToldJournal extends WatchJournal {
  readonly #tell: (entry: Entry) => void;

  constructor(folder: string, tell: (entry: Entry) => void) {
    super(folder);
    this.#tell = tell;
  }

  override note(entry: Entry): void {
    super.note(entry);
    this.#tell(entry);
  }
}

/** A folder to which all may write, and beside it what only its owner may see. */
class Border {
  readonly place: WatchingPlace;
  readonly private: string;
  readonly secret: string;

  private constructor(place: WatchingPlace) {
    this.place = place;
    this.private = join(dirname(place.folder), 'private');
    this.secret = join(this.private, 'secret.jsonl');
  }

  static async open(): Promise<Border> {
    const place = await WatchingPlace.open();
    const border = new Border(place);
    await mkdir(border.private, { mode: 0o700 });
    await writeFile(border.secret, SECRET, { mode: 0o600 });
    await chmod(dirname(place.folder), 0o755);
    await chmod(place.folder, 0o777);
    return border;
  }

  /** What the other user does, as a process of theirs. */
  async byStranger(program: string, ...args: string[]): Promise<void> {
    await run(program, args, { ...stranger, cwd: this.place.folder });
  }

  async land(name: string, content = LINE): Promise<void> {
    await writeFile(join(this.place.folder, name), content);
  }

  /** Has the other user replace a.jsonl, whatever it is called by now, as soon as this step is in the journal. */
  async meddle(step: Entry['step'], put: (path: string) => void): Promise<void> {
    const { folder, dataFolder } = this.place;
    const journal = new ToldJournal(dataFolder, (entry) => {
      if (entry.step !== step || entry.name !== 'a.jsonl') return;
      const [name = ''] = readdirSync(folder).filter((one) => one.includes('a.jsonl'));
      rmSync(join(folder, name));
      put(join(folder, name));
    });
    await this.place.once(this.place.start({ ...shared, journal }));
  }

  async expectUntouched(): Promise<void> {
    expect(await this.place.files(this.private)).toEqual({ 'secret.jsonl': SECRET });
    expect(await readdir(this.private)).toEqual(['secret.jsonl']);
    expect((await stat(this.private)).mode & 0o7777).toBe(0o700);
    expect((await stat(this.secret)).mode & 0o7777).toBe(0o600);
    expect(this.place.submissions.map(({ content }) => content)).not.toContain(SECRET);
    expect(Object.values(await this.place.files())).not.toContain(SECRET);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.place[Symbol.asyncDispose]();
  }
}

const troubles = (events: readonly WatchEvent[]) =>
  events.flatMap((event) => (event.kind === 'trouble' ? [event.error.code] : []));

describe.skipIf(process.getuid?.() !== 0)('another user who may write to a watched folder', () => {
  it.each(['in-work', 'done', `done/${DAY}`, 'refused', `refused/${DAY}`])(
    'cannot have files moved to a private folder by a link called %s',
    async (name) => {
      await using border = await Border.open();
      const { place } = border;
      if (name.startsWith('refused'))
        place.verdict = { kind: 'refused', error: new AppError('watch.taken-back', { name: 'a', id: 1 }).toRecord() };
      if (name.includes('/')) await border.byStranger('mkdir', dirname(name));
      await border.byStranger('ln', '-s', border.private, name);
      await border.land('a.jsonl');

      await place.once(place.start(shared));

      await border.expectUntouched();
      expect(place.submissions.map(({ content }) => content)).toEqual([LINE]);
    },
  );

  it.each(['done', `done/${DAY}`])('cannot have files moved to a folder of theirs called %s', async (name) => {
    await using border = await Border.open();
    const { place } = border;
    if (name.includes('/')) {
      await mkdir(join(place.folder, dirname(name)));
      await chmod(join(place.folder, dirname(name)), 0o777);
    }
    await border.byStranger('mkdir', name);
    await border.land('a.jsonl');

    expect(await place.once(place.start(shared))).toBe(false);

    expect(await readdir(join(place.folder, name))).toEqual([]);
    expect(place.events.at(-1)).toMatchObject({
      kind: 'trouble',
      name: 'a.jsonl',
      error: { code: 'watch.cannot-move' },
    });
    expect(String(JSON.stringify(place.events.at(-1)))).toContain('belongs to another user');
  });

  it.each(['claiming', 'claimed'] as const)(
    'cannot have a private file read by a link in the place of a file that is %s',
    async (step) => {
      await using border = await Border.open();
      const { place } = border;
      await border.land('a.jsonl');
      await border.land('b.jsonl', `${LINE}${LINE}`);

      await border.meddle(step, (path) => symlinkSync(border.secret, path));

      await border.expectUntouched();
      expect(place.submissions.map(({ content }) => content)).toEqual([`${LINE}${LINE}`]);
    },
  );

  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path], stranger)],
    ['a folder', (path: string) => execFileSync('mkdir', [path], stranger)],
  ])('cannot hold up the other files by %s in the place of a claimed one', async (_, put) => {
    await using border = await Border.open();
    const { place } = border;
    await border.land('a.jsonl');
    await border.land('b.jsonl', `${LINE}${LINE}`);

    await border.meddle('claimed', put);

    expect(place.submissions.map(({ content }) => content)).toEqual([`${LINE}${LINE}`]);
  });

  it('cannot have a private file read by a second name in the place of a claimed one', async () => {
    await using border = await Border.open();
    await border.land('a.jsonl');

    await border.meddle('claimed', (path) => linkSync(border.secret, path));

    expect(border.place.submissions).toEqual([]);
    expect(border.place.events.at(-1)).toMatchObject({ kind: 'refused', error: { code: 'watch.not-taken' } });
  });

  it('changes nothing of what is sent once the file was copied, nor by taking it away', async () => {
    await using border = await Border.open();
    const { place } = border;
    await border.land('a.jsonl');

    await border.meddle('prepared', () => {});

    expect(place.submissions.map(({ content }) => content)).toEqual([LINE]);
    expect(place.events.at(-1)).toMatchObject({ kind: 'taken-away', name: 'a.jsonl', submissions: [1] });
  });

  it('cannot have a private file overwritten, or opened to all, by a link beside a file that is refused', async () => {
    await using border = await Border.open();
    const { place } = border;
    place.verdict = { kind: 'refused', error: new AppError('watch.taken-back', { name: 'a', id: 1 }).toRecord() };
    await border.land('a.jsonl');
    const day = join(place.folder, 'refused', DAY);
    const watched = place.start({
      ...shared,
      queue: {
        checked: async () => {
          // The claim can be read off the names in the folder; what it reserves can so be forged.
          const names = (await readdir(place.folder, { recursive: true })).join('\n');
          const [claim = ''] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(names) ?? [];
          await border.byStranger('mkdir', '-p', 'refused');
          await chown(join(place.folder, 'refused'), 0, 0);
          await mkdir(day);
          await writeFile(join(day, 'a.jsonl'), `Tranship moves a file here: ${claim}\n`);
          await lchown(join(day, 'a.jsonl'), STRANGER, STRANGER);
          await symlink(border.secret, join(day, 'a.jsonl.why.txt'));
          return place.verdict;
        },
      },
    });

    await place.once(watched);

    await border.expectUntouched();
  });

  it('cannot lead the folder itself elsewhere', async () => {
    await using border = await Border.open();
    const { place } = border;
    await rename(place.folder, `${place.folder}-away`);
    await symlink(border.private, place.folder);

    expect(await place.once(place.start(shared))).toBe(false);

    await rm(place.folder);
    await rename(`${place.folder}-away`, place.folder);
    await border.expectUntouched();
    expect(troubles(place.events)).toEqual(['watch.folder-away']);
  });

  it('cannot lead a folder above it elsewhere', async () => {
    await using border = await Border.open();
    const { place } = border;
    const folder = join(place.folder, 'above', 'in');
    await mkdir(join(border.private, 'in'));
    await writeFile(join(border.private, 'in', 'a.jsonl'), SECRET);
    await border.byStranger('ln', '-s', border.private, 'above');

    expect(await place.once(place.start({ settings: { shared: true, folder } }))).toBe(false);

    expect(await readdir(join(border.private, 'in'))).toEqual(['a.jsonl']);
    expect(place.submissions).toEqual([]);
  });

  it('cannot have a private file read by a second name for it', async () => {
    await using border = await Border.open();
    const { place } = border;
    await link(border.secret, join(place.folder, 'a.jsonl'));

    expect(await place.once(place.start(shared))).toBe(false);

    expect(place.submissions).toEqual([]);
    expect(await readdir(place.folder)).toEqual(['a.jsonl']);
    expect(troubles(place.events)).toEqual(['watch.not-taken']);
  });
});

describe.skipIf(process.getuid?.() !== 0)('a folder of which it was not said that others put files there', () => {
  it('is not looked at while others may write to it, until that is said', async () => {
    await using border = await Border.open();
    const { place } = border;
    await border.land('a.jsonl');

    expect(await place.once(place.start())).toBe(false);
    expect(troubles(place.events)).toEqual(['watch.open-to-others']);
    expect(await readdir(place.folder)).toEqual(['a.jsonl']);

    expect(await place.once(place.start(shared))).toBe(true);
    expect(place.submissions).toHaveLength(1);
  });

  it('is not looked at while it belongs to another user', async () => {
    await using border = await Border.open();
    const { place } = border;
    await chmod(place.folder, 0o755);
    await chown(place.folder, STRANGER, STRANGER);

    expect(await place.once(place.start())).toBe(false);
    expect(troubles(place.events)).toEqual(['watch.open-to-others']);
  });

  it('keeps the file of another user where it is, tells it by name, and takes the others', async () => {
    await using border = await Border.open();
    const { place } = border;
    await border.byStranger('cp', '/etc/hostname', 'theirs.jsonl');
    await chmod(place.folder, 0o755);
    await border.land('a.jsonl');

    expect(await place.once(place.start())).toBe(false);

    expect(place.submissions.map(({ content }) => content)).toEqual([LINE]);
    expect(await readdir(place.folder)).toEqual(['done', 'theirs.jsonl']);
    expect(place.events).toContainEqual(
      expect.objectContaining({
        kind: 'trouble',
        name: 'theirs.jsonl',
        error: expect.objectContaining({ code: 'watch.not-taken' }),
      }),
    );
  });

  it('continues with files of others that an earlier version has claimed, once it is said', async () => {
    await using border = await Border.open();
    const { place } = border;
    await border.land('a.jsonl');
    const stop = new AbortController();
    const halting = place.start({
      ...shared,
      prepare: async () => stop.abort(new Error('The process ends.')) ?? Promise.reject(stop.signal.reason),
    });
    await expect(place.once(halting, stop.signal)).rejects.toThrow('The process ends.');
    const [inWork = ''] = await readdir(place.folder);
    await chown(join(place.folder, inWork), STRANGER, STRANGER);

    expect(await place.once(place.start())).toBe(false);
    expect(place.submissions).toEqual([]);
    expect(await place.once(place.start(shared))).toBe(true);
    expect(place.submissions.map(({ content }) => content)).toEqual([LINE]);
  });
});
