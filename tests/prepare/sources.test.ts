import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { inputSource, keptSource } from '../../src-main/prepare/sources.ts';
import { temporaryFolder } from '../exports/reading-all.ts';

it('An interruption before anything of the input was read ends the reading, and not the process', async () => {
  const workArea = new WorkArea({ parent: temporaryFolder() });
  const input = new PassThrough();
  const [source = { path: '', name: '' }] = inputSource().sources;
  await expect(keptSource(source, { input, workArea, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(readdirSync(workArea.folder)).toEqual([]);
});
