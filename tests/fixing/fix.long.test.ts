import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defaultRuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { fixFile } from '../../src-main/fixing/fix.ts';
import { type RewriteRequest, wholeFile } from '../../src-main/fixing/rewrite-messages.ts';

let folder: string;
let request: RewriteRequest;
const lines = Array.from({ length: 60_000 }, (_, at) => `{"n":${at}.00,"c":"se"}`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-fixing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  request = {
    ...{ path: join(folder, 'source.jsonl'), out: join(folder, 'new.jsonl'), log: join(folder, 'log.jsonl') },
    ...{ scope: wholeFile, refused: new Uint32Array(), ruleSet: defaultRuleSet },
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

const program = fileURLToPath(new URL('fixing-process.ts', import.meta.url));

/** Corrects the file in a process of its own, which ends at its n-th write. */
function correct(lastWrite: number, how = 'killed') {
  const values = [program, request.path, join(folder, 'new.jsonl'), String(lastWrite), how];
  const { signal, stdout } = spawnSync(process.execPath, values);
  return { signal, said: stdout.toString() };
}

describe('At any of its writes', () => {
  const few = lines.slice(0, 20_000).join('\n');
  beforeEach(() => writeFileSync(request.path, few));

  it('a process is killed: there is no new file, and the next attempt makes the whole one', () => {
    const writes = Number(correct(0).said);
    expect(writes).toBeGreaterThan(3);
    for (let lastWrite = 1; lastWrite <= writes; lastWrite += 1) {
      for (const name of ['new.jsonl', 'new.jsonl.log']) rmSync(join(folder, name), { force: true });
      expect(correct(lastWrite).signal).toBe('SIGKILL');
      expect(existsSync(join(folder, 'new.jsonl'))).toBe(false);
      // The log has its name first; without the new file it is of no use.
      rmSync(join(folder, 'new.jsonl.log'), { force: true });
      expect(correct(0).said).toBe(String(writes));
      expect(readFileSync(join(folder, 'new.jsonl'), 'utf8')).toBe(few.replaceAll('"se"', '"SE"'));
    }
    expect(readFileSync(request.path, 'utf8')).toBe(few);
  });

  it('the disk is full: that is told with its sentence, and nothing is left', () => {
    // The last two give the files their names, which takes no room.
    const writes = Number(correct(0).said) - 2;
    for (const name of ['new.jsonl', 'new.jsonl.log']) rmSync(join(folder, name));
    for (let lastWrite = 1; lastWrite <= writes; lastWrite += 1) {
      expect(correct(lastWrite, 'full').said).toBe('disk.full');
      expect(readdirSync(folder)).toEqual(['source.jsonl']);
    }
  });
});
