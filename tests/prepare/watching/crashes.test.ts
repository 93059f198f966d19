/** @file A crash at any moment loses nothing and doubles nothing. */

import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asItIs } from '../../../src-main/prepare/watching/as-it-is.ts';
import { WatchJournal } from '../../../src-main/prepare/watching/journal.ts';
import type { Entry } from '../../../src-main/prepare/watching/journal-entry.ts';
import { WatchingPlace } from './watching-place.ts';

class Crash extends Error {}

/** Lets a process work until it has come past so many moments, and then nothing more. */
class Moments {
  #left: number;
  /** How many there were. */
  passed = 0;

  constructor(count: number) {
    this.#left = count;
  }

  pass(): void {
    if (this.#left === 0) throw new Crash();
    this.#left -= 1;
    this.passed += 1;
  }
}

/** A journal whose process may end before an entry is on the disk, or just after. */
class MortalJournal extends WatchJournal {
  readonly #moments: Moments;

  constructor(folder: string, moments: Moments) {
    super(folder);
    this.#moments = moments;
  }

  override note(entry: Entry): void {
    this.#moments.pass();
    super.note(entry);
    this.#moments.pass();
  }
}

/** A process that comes past so many moments; whatever it tries after that has no effect. */
async function runUntilCrash(place: WatchingPlace, count: number): Promise<number> {
  const moments = new Moments(count);
  const stop = new AbortController();
  const dying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      moments.pass();
      const result = await work();
      moments.pass();
      return result;
    } catch (thrown) {
      if (thrown instanceof Crash) stop.abort(thrown);
      throw thrown;
    }
  };
  const watched = place.start({
    journal: new MortalJournal(place.dataFolder, moments),
    settings: { marker: '.ok' },
    prepare: (request, signal) => dying(() => asItIs(place.dataFolder)(request, signal)),
    queue: {
      add: ({ path }) =>
        dying(async () => place.submissions.push({ path, content: await contentOf(path), needsPerson: false })),
      checked: () => dying(async () => place.verdict),
    },
  });
  // A crash shows as trouble, after which the pass is over; the next process takes over from what is on the disk.
  await place.once(watched, stop.signal).catch(() => {});
  return moments.passed;
}

async function contentOf(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return await readFile(path, 'utf8');
}

describe('a process that ends in the middle', () => {
  it.each(['done', 'refused'] as const)('leaves a file that the next one brings to “%s”, once', async (outcome) => {
    await using whole = await WatchingPlace.open();
    await landIn(whole, outcome);
    const all = await runUntilCrash(whole, Number.POSITIVE_INFINITY);
    expect(all).toBeGreaterThan(10);

    for (let count = 0; count < all; count++) {
      await using place = await WatchingPlace.open();
      await landIn(place, outcome);

      await runUntilCrash(place, count);
      const isWell = await place.once(place.start({ settings: { marker: '.ok' } }));

      const context = `after ${count} of ${all} moments`;
      expect(isWell, context).toBe(true);
      const content = place.submissions.map((submission) => submission.content);
      expect(content, context).toEqual(['{"a":1}\n']);
      const files = await place.files();
      expect(Object.keys(files).filter((path) => path.startsWith(`${outcome}/`)).length, context).toBe(
        outcome === 'done' ? 2 : 3,
      );
      expect(Object.keys(files).length, context).toBe(outcome === 'done' ? 2 : 3);
      expect(Object.values(files).filter((text) => text === '{"a":1}\n').length, context).toBe(1);
    }
  });
});

describe('an upgrade in the middle', () => {
  it('takes over what an earlier version has in work, once', async () => {
    await using whole = await WatchingPlace.open();
    await landIn(whole, 'done');
    const all = await runUntilCrash(whole, Number.POSITIVE_INFINITY);

    for (let count = 0; count < all; count++) {
      await using place = await WatchingPlace.open();
      await landIn(place, 'done');
      await runUntilCrash(place, count);
      await layOutAsBefore(place);

      const isWell = await place.once(place.start({ settings: { marker: '.ok' } }));

      const context = `after ${count} of ${all} moments`;
      expect(isWell, context).toBe(true);
      expect(
        place.submissions.map(({ content }) => content),
        context,
      ).toEqual(['{"a":1}\n']);
      const into = 'done/2026-01-05/a.jsonl';
      expect(await place.files(), context).toEqual({ [into]: '{"a":1}\n', [`${into}.ok`]: '' });
    }
  });
});

/** Puts what is in work where earlier versions had it: in a folder of its claim. */
async function layOutAsBefore({ folder }: WatchingPlace): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, claim = '', kind] = /^\.a\.jsonl\.([0-9a-f-]{36})\.(in-work|marker)$/.exec(name) ?? [];
    if (kind === undefined) continue;
    await mkdir(join(folder, 'in-work', claim), { recursive: true });
    const former = kind === 'marker' ? 'a.jsonl.ok' : 'a.jsonl';
    await rename(join(folder, name), join(folder, 'in-work', claim, former));
    await writeFile(join(folder, 'in-work', claim, '.reservation'), '');
  }
}

async function landIn(place: WatchingPlace, outcome: 'done' | 'refused'): Promise<void> {
  if (outcome === 'refused')
    place.verdict = {
      kind: 'refused',
      error: { code: 'watch.has-findings', params: { name: 'a', errors: 1, id: 1 }, retryable: false },
    };
  await writeFile(join(place.folder, 'a.jsonl'), '{"a":1}\n');
  await writeFile(join(place.folder, 'a.jsonl.ok'), '');
}
