import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { largest, readSmall, smallOf } from '../../src-main/ground/files/small-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const tooLarge = { code: 'file.too-large', detail: expect.stringContaining('is larger than 5 MB') };

it('a file up to the bound is read', async () => {
  const path = join(temporaryFolder(), 'template.json');
  writeFileSync(path, '{}');
  expect((await readSmall(path, 2, undefined)).toString()).toBe('{}');
});

it('of a file of gigabytes no more than the bound is read', async () => {
  const path = join(temporaryFolder(), 'template.json');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 36);
  await expect(readSmall(path, largest.written, undefined)).rejects.toMatchObject(tooLarge);
});

it('what is piped in without an end is refused at the bound', async () => {
  async function* endless() {
    for (;;) yield 'x'.repeat(65_536);
  }
  await expect(smallOf(endless(), '-', largest.written, undefined)).rejects.toMatchObject(tooLarge);
});

it('a file that is not there is said to be so', async () => {
  await expect(readSmall(join(temporaryFolder(), 'none.json'), 2, undefined)).rejects.toMatchObject({
    code: 'file.not-found',
  });
});
