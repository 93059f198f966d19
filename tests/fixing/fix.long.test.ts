import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { fixFile } from '../../src-main/fixing/fix.ts';
import { rewrite } from '../../src-main/fixing/rewrite.ts';
import type { RewriteRequest } from '../../src-main/fixing/rewrite-messages.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
let request: RewriteRequest;
const lines = Array.from({ length: 60_000 }, (_, at) => `{"n":${at}.00,"c":"se"}`);

beforeEach(() => {
  folder = temporaryFolder();
  request = {
    path: join(folder, 'source.jsonl'),
    out: join(folder, 'new.jsonl'),
    log: join(folder, 'log.jsonl'),
    scope: LineSet.all.encode(),
    rejected: LineSet.none.encode(),
    ruleSet: defaultRuleSet,
    recipe: { version: 1, steps: [{ step: 'upper-case', field: 'c' }, { step: 'drop-refused' }] },
  };
  writeFileSync(request.path, lines.join('\n'));
});

it('A file is corrected in a thread of its own, which tells how far it is', async () => {
  let told = 0;
  const summary = await fixFile(request, { onProgress: ({ bytes }) => (told = bytes) });
  expect(summary).toMatchObject({ lines: 60_000, changed: 60_000 });
  expect(told).toBe(summary.source.bytes);
  expect(readFileSync(join(folder, 'new.jsonl'), 'utf8')).toBe(lines.join('\n').replaceAll('"se"', '"SE"'));
  expect(readdirSync(folder).sort()).toEqual(['log.jsonl', 'new.jsonl', 'source.jsonl']);
});

it('Cancelled in the middle, nothing of it is left', async () => {
  const cancelled = new AbortController();
  const reason = new Error('enough');
  const fixing = fixFile(request, { signal: cancelled.signal, onProgress: () => cancelled.abort(reason) });
  await expect(fixing).rejects.toBe(reason);
  expect(readdirSync(folder)).toEqual(['source.jsonl']);
});

it('A thread that breaks down is told as such', async () => {
  const workerFile = new URL(`data:text/javascript,throw new Error('broken')`);
  await expect(fixFile(request, { workerFile })).rejects.toMatchObject({ code: 'fix.failed' });
});

it('A source that is not there is told as such', async () => {
  await expect(fixFile({ ...request, path: join(folder, 'none') })).rejects.toMatchObject({ code: 'file.not-found' });
});

const { writeSync, renameSync } = fs;

/** Calls back amid each write, and before each file gets its name: what the disk holds then is what a killed process leaves. */
function amidChanges(onChange: (kind: 'write' | 'name') => void): Disposable {
  Object.assign(fs, {
    writeSync(file: number, bytes: NodeJS.ArrayBufferView, offset = 0): number {
      const half = writeSync(file, bytes, offset, (bytes.byteLength - offset) >> 1);
      onChange('write');
      return half + writeSync(file, bytes, offset + half);
    },
    renameSync(from: string, to: string): void {
      onChange('name');
      renameSync(from, to);
    },
  });
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]: () => {
      Object.assign(fs, { writeSync, renameSync });
      syncBuiltinESMExports();
    },
  };
}

describe('At any of its writes', () => {
  const few = lines.slice(0, 20_000).join('\n');
  beforeEach(() => writeFileSync(request.path, few));

  /** Corrects the file in this thread. */
  function correct(place: string): void {
    const recipe = { version: 1 as const, steps: [{ step: 'upper-case' as const, field: 'c' }] };
    const paths = { path: join(place, 'source.jsonl'), out: join(place, 'new.jsonl'), log: join(place, 'log.jsonl') };
    rewrite({ ...request, ...paths, recipe }, undefined, () => {});
  }

  it('a process is killed: there is no new file, and the next attempt makes the whole one', () => {
    const places: string[] = [];
    const copies = temporaryFolder();
    const copy = () => {
      const place = join(copies, String(places.length));
      fs.cpSync(folder, place, { recursive: true });
      places.push(place);
    };
    {
      using _ = amidChanges(copy);
      correct(folder);
    }
    expect(places.length).toBeGreaterThan(3);
    for (const place of places) {
      expect(existsSync(join(place, 'new.jsonl'))).toBe(false);
      // The log has its name first; without the new file it is of no use.
      rmSync(join(place, 'log.jsonl'), { force: true });
      correct(place);
      expect(readFileSync(join(place, 'new.jsonl'), 'utf8')).toBe(few.replaceAll('"se"', '"SE"'));
      expect(readFileSync(join(place, 'source.jsonl'), 'utf8')).toBe(few);
    }
  });

  it('the disk is full: that is told with its sentence, and nothing is left', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    for (let room = 0; ; room++) {
      let writes = 0;
      // Names take no room.
      using _ = amidChanges((kind) => {
        if (kind === 'write') writes += 1;
        if (writes > room) throw full;
      });
      try {
        correct(folder);
        expect(room).toBeGreaterThan(1);
        return;
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'disk.full' });
        expect(readdirSync(folder)).toEqual(['source.jsonl']);
      }
    }
  });
});
