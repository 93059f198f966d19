/** @file The witness of a data folder: what is known of it at a second place, and when that says that it may be a copy. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type CopyEvidence, copyDoubt } from '../../src-main/audit/copy-doubt.ts';
import { FolderWitness } from '../../src-main/audit/folder-witness.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const here = { machine: 'desk', folder: '/data', place: '7-1' };
const elsewhere = { machine: 'desk', folder: '/other', place: '8-2' };
const onOtherMachine = { machine: 'old', folder: '/data', place: '9-3' };
const known: CopyEvidence = { here, kept: here, noted: here, isUpToDate: true, isStillThere: true };

it.each<[string, Partial<CopyEvidence>, string | undefined]>([
  ['A folder that was never noted', { kept: undefined, noted: undefined }, undefined],
  ['The same folder', {}, undefined],
  ['A folder whose history lacks the noted entry', { isUpToDate: false }, 'behind'],
  ['The same folder under another path', { noted: { ...here, folder: '/before' } }, undefined],
  ['A folder beside the one that was noted', { noted: elsewhere }, 'beside'],
  ['A folder moved to another drive', { noted: elsewhere, isStillThere: false }, undefined],
  ['A folder copied to another computer with its witness', { noted: onOtherMachine, isStillThere: false }, 'moved'],
  ['A computer with another name', { noted: { ...here, machine: 'old' } }, undefined],
  ['A folder without its witness, at its place', { noted: undefined }, undefined],
  ['A folder without its witness, at another place', { kept: elsewhere, noted: undefined }, 'moved'],
])('%s: %j', (_name, evidence, why) => {
  expect(copyDoubt({ ...known, ...evidence })?.why).toBe(why);
});

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
it('Of two folders with one identity, the second to send is stopped in the middle of its run', () => {
  const folder = join(root, 'data');
  mkdirSync(folder);
  const settings = new MemorySettings();
  const history = (hashes: string[]) => ({
    lastEntry: () => ({ position: hashes.length, hash: hashes.at(-1) ?? '' }),
    historyHashAt: (position: number) => hashes[position - 1],
  });
  const open = (hashes: string[]) =>
    new FolderWitness({
      folder,
      settings,
      machine: 'desk',
      clock: new FakeClock(),
      history: history(hashes),
      witnesses: join(root, 'witness'),
    });
  const [one, other] = [['added'], ['added']];
  const first = open(one);
  const second = open(other);

  one.push('begun here');
  first.note();
  other.push('begun there');
  second.note();

  expect(first.doubt).toBeUndefined();
  expect(second.doubt?.code).toBe('folder.may-be-copy');
});
