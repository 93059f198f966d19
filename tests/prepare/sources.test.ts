import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { findSources, inputSource, keptSource } from '../../src-main/prepare/sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('An interruption before anything of the input was read ends the reading, and not the process', async () => {
  const workArea = new WorkArea({ parent: temporaryFolder() });
  const input = new PassThrough();
  const [source = { path: '', name: '' }] = inputSource().sources;
  await expect(keptSource(source, { input, workArea, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(readdirSync(workArea.folder)).toEqual([]);
});

function nested(levels: number): string {
  const root = temporaryFolder();
  const deepest = join(root, ...Array.from({ length: levels }, (_, at) => `level-${at + 1}`));
  mkdirSync(deepest, { recursive: true });
  writeFileSync(join(deepest, 'export.csv'), 'a;b\n1;2\n');
  return root;
}

it('An export in folders within folders is found, down to a bound', async () => {
  expect((await findSources([nested(15)])).sources).toHaveLength(1);
});

it('What is deeper is not passed over in silence', async () => {
  await expect(findSources([nested(16)])).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringContaining('There are folders in it on more than 16 levels.'),
  });
});

it('A search that was cancelled ends', async () => {
  await expect(findSources([nested(1)], undefined, AbortSignal.abort('cancelled'))).rejects.toBe('cancelled');
});
