import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { foundInput } from '../../src-main/prepare/sources.ts';
import { temporaryFolder } from '../exports/reading-all.ts';

it('An interruption before anything of the input was read ends the reading, and not the process', async () => {
  const workArea = new WorkArea({ parent: temporaryFolder() });
  const input = new PassThrough();
  await expect(foundInput(input, { workArea, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(readdirSync(workArea.folder)).toEqual([]);
});
