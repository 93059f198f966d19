/** @file A watched folder on a disk that has everything in store: what is in the way is told, and nothing is lost. */

import { appendFile, chmod, mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asItIs } from '../../../src-main/prepare/watching/as-it-is.ts';
import { WatchJournal } from '../../../src-main/prepare/watching/journal.ts';
import type { Prepare, WatchEvent } from '../../../src-main/prepare/watching/ports.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { WatchingPlace } from './watching-place.ts';

const LINE = '{"a":1}\n';
const kinds = (events: readonly WatchEvent[]) => events.map(({ kind }) => kind);
const troubles = (events: readonly WatchEvent[]) =>
  events.flatMap((event) => (event.kind === 'trouble' ? [event.error.code] : []));

describe('a watched folder', () => {
  it('moves a file to the day on which it was done, and tells each step', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    expect(await place.once(place.start())).toBe(true);

    expect(kinds(place.events)).toEqual(['new', 'stands-still', 'claimed', 'prepared', 'added', 'done']);
    expect(Object.keys(await place.files())).toEqual([expect.stringMatching(/^done\/2026-01-05\/a\.jsonl$/)]);
    expect(await readdir(place.folder)).toEqual(['done']);
  });

  it('tells an empty file once, however often it looks, and takes it once it has content', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), '');

    for (const _pass of [1, 2, 3]) expect(await place.once(place.start())).toBe(true);
    expect(place.events).toEqual([{ kind: 'new', name: 'a.jsonl', bytes: 0 }]);

    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    await place.once(place.start());
    expect(kinds(place.events).slice(1)).toEqual(['new', 'stands-still', 'claimed', 'prepared', 'added', 'done']);
  });

  it('says beside a file that is done why it waits for a person, where not each file of the folder does', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    place.findings = 'line,rule\r\n';
    const note = new AppError('submission.awaits-release', { folder: place.folder, warnings: 2 }).toRecord();
    place.verdict = { kind: 'awaits-release', note };

    const watched = place.start({ queue: { held: () => new Set([1]) } });
    await place.once(watched);

    const { 'a.jsonl.waits.txt': told = '', ...others } = await place.files(join(place.folder, 'done', '2026-01-05'));
    expect(others).toEqual({ 'a.jsonl': LINE, 'a.jsonl.findings.csv': 'line,rule\r\n' });
    expect(told).toContain('The check found 2 warnings');
    expect(told).toContain('“tranship queue list 1”');
    expect(watched.state).toMatchObject({ waiting: 1, last: { name: 'a.jsonl', outcome: 'checked' } });
  });

  it('counts what waits for a person until that has decided, also after a restart', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    const held = new Set([1]);
    await place.once(place.start({ queue: { held: () => held } }));

    const again = place.start({ queue: { held: () => held } });
    expect(again.state.waiting).toBe(1);
    held.clear();
    expect(again.state.waiting).toBe(0);
  });

  it('numbers what has a name that is taken, whatever took it, and overwrites nothing', async () => {
    await using place = await WatchingPlace.open();
    const day = join(place.folder, 'done', '2026-01-05');
    await mkdir(join(day, 'a (2).csv.gz'), { recursive: true });
    await writeFile(join(day, 'a.csv.gz'), 'of a person');
    await writeFile(join(place.folder, 'a.csv.gz'), LINE);

    await place.once(place.start());

    expect(await place.files()).toEqual({
      'done/2026-01-05/a.csv.gz': 'of a person',
      'done/2026-01-05/a (3).csv.gz': LINE,
    });
  });

  it('puts the reason and the findings beside a refused file under names that are free', async () => {
    await using place = await WatchingPlace.open();
    const day = join(place.folder, 'refused', '2026-01-05');
    await mkdir(day, { recursive: true });
    await writeFile(join(day, 'a.jsonl.why.txt'), 'of a person');
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    place.findings = 'line,rule\r\n';
    place.verdict = {
      kind: 'refused',
      error: new AppError('watch.has-findings', { name: 'a', errors: 3, id: 1 }).toRecord(),
    };

    await place.once(place.start());

    const files = await place.files(day);
    expect(Object.keys(files)).toEqual([
      ...['a (2).jsonl', 'a (2).jsonl.findings.csv', 'a (2).jsonl.why.txt', 'a.jsonl.why.txt'],
    ]);
    expect(files['a (2).jsonl.why.txt']).toContain('The check found 3 errors in a.');
    expect(files['a (2).jsonl.why.txt']).toContain('in the queue as 1 submission: 1.');
    expect(files['a.jsonl.why.txt']).toBe('of a person');
  });

  it('has room for the longest name that a drive allows', async () => {
    await using place = await WatchingPlace.open();
    place.verdict = { kind: 'refused', error: new AppError('watch.taken-back', { name: 'a', id: 1 }).toRecord() };
    for (const content of [LINE, `${LINE}${LINE}`]) {
      await writeFile(join(place.folder, `${'ü'.repeat(124)}x.jsonl`), content);
      expect(await place.once(place.start())).toBe(true);
    }

    const names = await readdir(join(place.folder, 'refused', '2026-01-05'));
    expect(names).toHaveLength(4);
    expect(names.filter((name) => name.endsWith('.why.txt'))).toHaveLength(2);
  });

  it('lets a person who can open the folder open what Tranship makes in it', async () => {
    await using place = await WatchingPlace.open();
    await chmod(place.folder, 0o1775);
    place.verdict = { kind: 'refused', error: new AppError('watch.taken-back', { name: 'a', id: 1 }).toRecord() };
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    await place.once(place.start({ settings: { shared: true } }));

    const modeOf = async (...path: string[]) => (await stat(join(place.folder, ...path))).mode & 0o7777;
    expect(await modeOf('refused', '2026-01-05')).toBe(0o1775);
    expect(await modeOf('refused', '2026-01-05', 'a.jsonl.why.txt')).toBe(0o664);
  });
});

describe('what is in the way', () => {
  it.each([
    ['a file', (path: string) => writeFile(path, 'of a person')],
    ['a link', (path: string) => symlink('/tmp', path)],
  ])('%s called “done” is told once, and the file waits in work until it is gone', async (_, obstruct) => {
    await using place = await WatchingPlace.open();
    const watched = place.start();
    await obstruct(join(place.folder, 'done'));
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    expect(await place.once(watched)).toBe(false);
    await place.clock.advance(3_600_000);
    expect(await place.once(watched)).toBe(false);
    expect(troubles(place.events)).toEqual(['watch.cannot-move']);
    expect(watched.state).toMatchObject({ inWork: 1, trouble: { code: 'watch.cannot-move' } });

    await rm(join(place.folder, 'done'));
    await place.clock.advance(3_600_000);
    expect(await place.once(watched)).toBe(true);
    expect(Object.keys(await place.files())).toEqual(['done/2026-01-05/a.jsonl']);
    expect(place.submissions).toHaveLength(1);
    expect(watched.state.trouble).toBeUndefined();
  });

  it('a full disk is told, and the file is prepared once there is room', async () => {
    await using place = await WatchingPlace.open();
    let isFull = true;
    const prepare: Prepare = async (request, signal) => {
      if (isFull) throw new AppError('disk.full', { folder: place.dataFolder });
      return await asItIs(place.dataFolder)(request, signal);
    };
    const watched = place.start({ prepare });
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    expect(await place.once(watched)).toBe(false);
    expect(troubles(place.events)).toEqual(['disk.full']);
    isFull = false;
    await place.clock.advance(3_600_000);
    expect(await place.once(watched)).toBe(true);
    expect(kinds(place.events).slice(-4)).toEqual(['prepared', 'added', 'done', 'goes-on']);
  });

  it('a file that cannot be prepared is refused, and the next one is taken', async () => {
    await using place = await WatchingPlace.open();
    const prepare: Prepare = async (request, signal) => {
      if (request.name === 'a.jsonl') throw new AppError('file.unreadable', { path: request.path, reason: 'odd' });
      if (request.name === 'b.jsonl') throw new AppError('rules.unreadable', { path: request.path, problem: 'odd' });
      return await asItIs(place.dataFolder)(request, signal);
    };
    for (const name of ['a.jsonl', 'b.jsonl', 'c.jsonl']) await writeFile(join(place.folder, name), `${name}\n`);

    expect(await place.once(place.start({ prepare }))).toBe(false);

    const files = Object.keys(await place.files());
    expect(files).toContain('refused/2026-01-05/b.jsonl');
    expect(files).toContain('done/2026-01-05/c.jsonl');
    expect(files.filter((path) => path.endsWith('.in-work'))).toEqual([expect.stringMatching(/^\.a\.jsonl\./)]);
  });

  it('without its connection or its template nothing is claimed until it is back', async () => {
    await using place = await WatchingPlace.open();
    let isThere = false;
    const requireUsable = async () => {
      if (!isThere) throw new AppError('connection.unknown', { connection: 'Nordbank' });
    };
    const watched = place.start({ requireUsable });
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    expect(await place.once(watched)).toBe(false);
    expect(Object.keys(await place.files())).toEqual(['a.jsonl']);
    expect(troubles(place.events)).toEqual(['connection.unknown']);
    isThere = true;
    expect(await place.once(watched)).toBe(true);
  });

  it('claims of another data folder are told once they are old, and left alone', async () => {
    await using place = await WatchingPlace.open();
    const claim = join(place.folder, 'in-work', '0b0e7c5e-0000-4000-8000-000000000000');
    await mkdir(claim, { recursive: true });
    await writeFile(join(claim, 'a.jsonl'), LINE);
    const now = place.clock.now() / 1000;

    await utimes(claim, now, now - 3600);
    await place.once(place.start());
    expect(troubles(place.events)).toEqual([]);
    await utimes(claim, now, now - 90_000);
    await place.once(place.start());
    expect(troubles(place.events)).toEqual(['watch.left-in-work']);
    expect(place.submissions).toEqual([]);
  });

  it('a file in work for another data folder is told once it has been so for a day, and left alone', async () => {
    await using place = await WatchingPlace.open();
    const name = '.a.jsonl.0b0e7c5e-0000-4000-8000-000000000000.in-work';
    await writeFile(join(place.folder, name), LINE);
    await utimes(join(place.folder, name), 0, 0);
    await place.clock.advance(Date.now() - place.clock.now());

    await place.once(place.start());
    expect(troubles(place.events)).toEqual([]);
    await place.clock.advance(90_000_000);
    await place.once(place.start());
    expect(troubles(place.events)).toEqual(['watch.left-in-work']);
    expect(await readdir(place.folder)).toEqual([name]);
  });
});

describe('a file that changes although it stood still', () => {
  it('is prepared again as a whole when its writer continued while it was read', async () => {
    await using place = await WatchingPlace.open();
    let attempts = 0;
    const prepare: Prepare = async (request, signal) => {
      attempts += 1;
      const made = await asItIs(place.dataFolder)(request, signal);
      const [inWork = ''] = await readdir(place.folder);
      if (attempts === 1) await appendFile(join(place.folder, inWork), LINE);
      return made;
    };
    const watched = place.start({ prepare });
    await writeFile(join(place.folder, 'a.jsonl'), LINE);

    expect(await place.once(watched)).toBe(false);
    expect(place.submissions).toEqual([]);
    await place.clock.advance(60_000);
    // What it is now must stand still for the settle time, too.
    expect(await place.once(watched)).toBe(false);
    await place.clock.advance(60_000);
    expect(await place.once(watched)).toBe(true);
    expect(place.submissions.map(({ content }) => content)).toEqual([LINE + LINE]);
  });

  it('is refused when it has become a link in the meantime', async () => {
    await using place = await WatchingPlace.open();
    const watched = place.start({ settings: { marker: '.ok' } });
    await writeFile(join(place.folder, 'a.jsonl.ok'), '');
    await symlink('/etc/hostname', join(place.folder, 'a.jsonl'));

    expect(await place.once(watched)).toBe(true);
    expect(place.submissions).toEqual([]);
    expect(kinds(place.events)).toEqual([]);
  });
});

describe('two watchers of one folder', () => {
  it('share what lands: each file is taken by exactly one of them', async () => {
    await using one = await WatchingPlace.open();
    await using other = await WatchingPlace.open();
    const names = Array.from({ length: 30 }, (_, at) => `${at}.jsonl`);
    for (const name of names) await writeFile(join(one.folder, name), `${name}\n`);

    await Promise.all([one.once(one.start()), other.once(other.start({ settings: { folder: one.folder } }))]);

    const taken = [...one.submissions, ...other.submissions].map(({ content }) => content);
    expect(taken.sort()).toEqual(names.map((name) => `${name}\n`).sort());
    expect(Object.keys(await one.files()).sort()).toEqual(names.map((name) => `done/2026-01-05/${name}`).sort());
  });
});

describe('the journal', () => {
  it('recognises the same content days later, also under another name and after a new start', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    await place.once(place.start());
    await place.clock.advance(7 * 86_400_000);
    await writeFile(join(place.folder, 'b.jsonl'), LINE);

    await place.once(place.start());

    expect(place.submissions).toHaveLength(1);
    expect(place.events.at(-1)).toMatchObject({
      kind: 'refused',
      name: 'b.jsonl',
      error: { code: 'watch.same-content' },
    });
  });

  it('takes the same content again when what was made of it has been given up, or it goes another way', async () => {
    await using place = await WatchingPlace.open();
    for (const [at, start] of [
      {},
      { queue: { stands: () => false } },
      { settings: { connection: 'Südbank' } },
    ].entries()) {
      await writeFile(join(place.folder, 'a.jsonl'), LINE);
      await place.once(place.start(start));
      expect(place.submissions).toHaveLength(at + 1);
    }
  });

  it('leaves out an entry that a power cut has cut off, and refuses to guess about one that is damaged', async () => {
    await using place = await WatchingPlace.open();
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    await place.once(place.start());
    const path = join(place.dataFolder, 'watched', 'journal.jsonl');

    await appendFile(path, '{"claim":"b');
    const journal = new WatchJournal(place.dataFolder);
    expect([...journal.all()]).toMatchObject([{ step: 'moved', name: 'a.jsonl' }]);
    journal.close();
    await appendFile(path, 'nonsense\n');
    expect(() => new WatchJournal(place.dataFolder)).toThrow(
      expect.objectContaining({ code: 'watch.journal-damaged', params: { path, line: 2 } }),
    );
  });

  it('continues with what is in work when the folder was moved away and came back', async () => {
    await using place = await WatchingPlace.open();
    const stop = new AbortController();
    const watched = place.start({
      queue: {
        checked: async () => {
          await rename(place.folder, `${place.folder}-away`);
          stop.abort(new Error('The process ends.'));
          throw stop.signal.reason;
        },
      },
    });
    await writeFile(join(place.folder, 'a.jsonl'), LINE);
    await expect(place.once(watched, stop.signal)).rejects.toThrow('The process ends.');

    const later = place.start();
    expect(await place.once(later)).toBe(false);
    await rename(`${place.folder}-away`, place.folder);
    await place.clock.advance(3_600_000);
    expect(await place.once(later)).toBe(true);
    expect(place.submissions).toHaveLength(1);
    expect(Object.keys(await place.files())).toEqual(['done/2026-01-05/a.jsonl']);
  });
});
